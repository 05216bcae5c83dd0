"""The trained language model as a folder that the app and transformers.js load."""
from pathlib import Path

import folder
import vocabulary
from backbone import Backbone, Shape
from dialogue import CHAT_TEMPLATE
from graph import causal_graph
from language_model import POSITIONS


def export(model: Backbone, target: Path, full: Path) -> None:
    """Everything but model.json to `target`; the fp32 graph, to compare with, to `full`."""
    weights = {name: value.detach().numpy() for name, value in model.state_dict().items()}
    folder.write_graph(target / "onnx" / "model_quantized.onnx", causal_graph(model.shape, weights, POSITIONS, "int8"))
    folder.write_graph(target / "onnx" / "model.onnx", causal_graph(model.shape, weights, POSITIONS, "half"))
    folder.write_graph(full, causal_graph(model.shape, weights, POSITIONS, "float"))
    write_settings(target, model.shape, POSITIONS)


def write_settings(target: Path, shape: Shape, positions: int) -> None:
    """Configuration and tokenizer."""
    folder.write_json(target / "config.json", {
        "architectures": ["LlamaForCausalLM"], "model_type": "llama", "vocab_size": shape.vocabulary, "hidden_size": shape.hidden,
        "num_hidden_layers": shape.layers, "num_attention_heads": shape.heads, "num_key_value_heads": shape.kv_heads,
        "head_dim": shape.head, "intermediate_size": shape.inner, "hidden_act": "silu", "rms_norm_eps": shape.epsilon,
        "rope_theta": shape.theta, "max_position_embeddings": positions, "tie_word_embeddings": True, "attention_bias": False,
        "bos_token_id": None, "eos_token_id": vocabulary.END, "pad_token_id": vocabulary.PAD,
    })
    folder.write_json(target / "generation_config.json", {
        "do_sample": False, "eos_token_id": [vocabulary.END, vocabulary.PAD], "pad_token_id": vocabulary.PAD,
    })
    vocabulary.tokenizer().save(str(target / "tokenizer.json"))
    folder.write_json(target / "tokenizer_config.json", {
        "tokenizer_class": "Qwen2Tokenizer", "model_max_length": positions, "eos_token": "<|im_end|>", "pad_token": "<|endoftext|>",
        "unk_token": None, "bos_token": None, "add_prefix_space": False, "clean_up_tokenization_spaces": False,
        "chat_template": CHAT_TEMPLATE,
    })
