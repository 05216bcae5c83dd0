"""Tiny random models for the engine's tests: one with plain attention, one with GroupQueryAttention."""
import subprocess
import sys
import tempfile
from pathlib import Path

import onnx
import torch
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

import folder
import vocabulary
from backbone import Backbone, Shape
from export_language_model import write_settings
from graph import causal_graph
from places import FIXTURES

POSITIONS = 1024
TOKENS = 600


def build() -> None:
    """Writes both folders; the same seed gives the same weights."""
    torch.manual_seed(1)
    shape = Shape(vocabulary=TOKENS, hidden=32, layers=2, heads=2, kv_heads=1, inner=64)
    plain = Backbone(shape)
    with torch.no_grad():
        for parameter in plain.parameters():
            if parameter.dim() == 2:
                parameter.normal_(std=0.3)
    weights = {name: value.detach().numpy() for name, value in plain.state_dict().items()}
    target = FIXTURES / "tiny-plain"
    folder.write_graph(target / "onnx" / "model.onnx", causal_graph(shape, weights, POSITIONS, "float"))
    _settings(target, shape)
    grouped = FIXTURES / "tiny-gqa"
    folder.write_graph(grouped / "onnx" / "model.onnx", _with_grouped_attention(plain))
    _settings(grouped, shape)


def _settings(target: Path, shape: Shape) -> None:
    write_settings(target, shape, POSITIONS)
    vocabulary.first(TOKENS).save(str(target / "tokenizer.json"))


def _with_grouped_attention(plain: Backbone) -> onnx.ModelProto:
    """The same weights through ORT GenAI's builder."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        as_llama(plain).save_pretrained(work / "hf")
        PreTrainedTokenizerFast(tokenizer_object=vocabulary.first(TOKENS)).save_pretrained(work / "hf")
        subprocess.run([sys.executable, "-m", "onnxruntime_genai.models.builder", "-i", work / "hf", "-o", work / "onnx",
                        "-p", "fp32", "-e", "cpu", "-c", work / "cache"], check=True, capture_output=True)
        model = onnx.load(str(work / "onnx" / "model.onnx"))
    for value in [*model.graph.input, *model.graph.output]:
        for dim in value.type.tensor_type.shape.dim:
            if dim.dim_param == "kv_cache_dim":
                dim.dim_value = plain.shape.head
    return model


def as_llama(plain: Backbone) -> LlamaForCausalLM:
    """The backbone in transformers' own class."""
    s = plain.shape
    llama = LlamaForCausalLM(LlamaConfig(
        vocab_size=s.vocabulary, hidden_size=s.hidden, num_hidden_layers=s.layers, num_attention_heads=s.heads,
        num_key_value_heads=s.kv_heads, head_dim=s.head, intermediate_size=s.inner, rms_norm_eps=s.epsilon, rope_theta=s.theta,
        max_position_embeddings=POSITIONS, tie_word_embeddings=True, pad_token_id=vocabulary.PAD, eos_token_id=vocabulary.END, bos_token_id=None))
    renamed = {}
    for key, value in plain.state_dict().items():
        parts = key.split(".")
        if parts[-2] in ("gate_proj", "up_proj", "down_proj"):
            parts.insert(-2, "mlp")
        renamed["model." + ".".join(parts)] = value
    renamed["lm_head.weight"] = renamed["model.embed_tokens.weight"]
    llama.load_state_dict(renamed)
    return llama.eval()
