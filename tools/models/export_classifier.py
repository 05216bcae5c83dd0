"""The trained classifier as a folder that the app and transformers.js load."""
from pathlib import Path

import numpy as np

import folder
import supervision
import vocabulary
from backbone import Shape
from classifier import LENGTH
from graph import classifier_graph
from mixture import Trained

POSITIONS = 512


def outputs() -> list[str]:
    """`field=Label` of every exported output."""
    labels = supervision.labels()
    return [f"{field}={label}" for field in supervision.FIELDS for label in labels[field]]


def exported_weights(trained: Trained) -> dict[str, np.ndarray]:
    """The weights without the corpora's own tasks; each field's deep and wide outputs are scaled by its mixture."""
    state = {name: value.detach().numpy() for name, value in trained.deep.state_dict().items()}
    count = len(outputs())
    fields = state["output_field"][:count]
    deep, wide = (np.array([getattr(trained.mixtures[supervision.FIELDS[f]], part) for f in fields], np.float32) for part in ("deep", "wide"))
    table = trained.wide.table.copy()
    table[:, :-1] *= wide
    return {
        **{name: value for name, value in state.items() if name.startswith("backbone.")},
        "segments": state["segments"], "queries": state["queries"][:len(supervision.FIELDS)],
        "output.weight": state["output.weight"][:count] * deep[:, None],
        "output.bias": state["output.bias"][:count] * deep + trained.wide.bias * wide,
        "output_field": fields, "wide": table,
    }


def export(trained: Trained, target: Path, full: Path) -> None:
    """Everything but model.json to `target`; the fp32 graph, to compare with, to `full`."""
    shape, weights = trained.deep.backbone.shape, exported_weights(trained)
    folder.write_graph(target / "onnx" / "model_quantized.onnx", classifier_graph(shape, weights, POSITIONS, "int8"))
    folder.write_graph(full, classifier_graph(shape, weights, POSITIONS, "float"))
    folder.write_json(target / "config.json", config(shape))
    vocabulary.for_pairs().save(str(target / "tokenizer.json"))
    folder.write_json(target / "tokenizer_config.json", {
        "tokenizer_class": "BertTokenizer", "model_max_length": LENGTH, "pad_token": "<|endoftext|>", "cls_token": "[CLS]",
        "sep_token": "[SEP]", "mask_token": "[MASK]", "unk_token": "<|endoftext|>", "clean_up_tokenization_spaces": False,
    })


def config(shape: Shape) -> dict:
    names = outputs()
    return {
        # named for the loader: the graph holds the whole computation, which is the backbone's (README)
        "architectures": ["BertForSequenceClassification"], "model_type": "bert",
        "vocab_size": shape.vocabulary, "hidden_size": shape.hidden, "num_hidden_layers": shape.layers,
        "num_attention_heads": shape.heads, "intermediate_size": shape.inner, "max_position_embeddings": LENGTH,
        "type_vocab_size": 2, "pad_token_id": vocabulary.PAD, "problem_type": "multi_label_classification",
        "id2label": {str(i): name for i, name in enumerate(names)}, "label2id": {name: i for i, name in enumerate(names)},
    }
