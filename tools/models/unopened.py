#!/usr/bin/env python3
"""Writes two tiny graphs with other forms of attention, which compute what tiny-plain computes.

Usage: unopened.py      (reads and writes test/fixtures/models; needs onnx)

  tiny-boolean   the mask is boolean: Where(visible, scores, lowest) before each Softmax
  tiny-mha       attention in com.microsoft.MultiHeadAttention over keys by head, the mask its attention_bias
"""
import shutil
from pathlib import Path

import onnx
from onnx import TensorProto, helper

MODELS = Path(__file__).resolve().parents[2] / "test" / "fixtures" / "models"
HEADS, SIZE = 2, 16


def renamed(graph, old: str, new: str) -> None:
    for node in graph.node:
        node.input[:] = [new if name == old else name for name in node.input]
        node.output[:] = [new if name == old else name for name in node.output]


def constant(graph, name: str, type_: int, dims: list[int], values: list) -> str:
    graph.initializer.append(helper.make_tensor(name, type_, dims, values))
    return name


def makers(graph) -> dict:
    return {output: node for node in graph.node for output in node.output}


def softmaxes(graph) -> list:
    return [node for node in graph.node if node.op_type == "Softmax"]


def boolean(model) -> None:
    graph = model.graph
    made = makers(graph)
    lowest = constant(graph, "lowest", TensorProto.FLOAT, [1], [-1e30])
    limit = constant(graph, "limit", TensorProto.FLOAT, [1], [-1.0])
    nodes = list(graph.node)
    for softmax in softmaxes(graph):
        add = made[softmax.input[0]]
        scores, mask = add.input
        at = nodes.index(add)
        if not any("visible" in node.output for node in nodes):
            nodes.insert(at, helper.make_node("Greater", [mask, limit], ["visible"], name="visible"))
            at += 1
        nodes[at] = helper.make_node("Where", ["visible", scores, lowest], list(add.output), name=f"Where_{at}")
    del graph.node[:]
    graph.node.extend(nodes)


def multi_head(model) -> None:
    graph = model.graph
    made = makers(graph)
    readers = {name: node for node in graph.node for name in node.input}
    whole = constant(graph, "whole", TensorProto.INT64, [3], [0, 0, HEADS * SIZE])
    apart = constant(graph, "apart", TensorProto.INT64, [2], [0, 1])
    nodes = list(graph.node)
    bias_at = next(at for at, node in enumerate(nodes) if "causal" in node.output)
    nodes.insert(bias_at + 1, helper.make_node("Unsqueeze", ["causal", apart], ["attention_bias"], name="attention_bias"))
    for layer, softmax in enumerate(softmaxes(graph)):
        add = made[softmax.input[0]]
        product = made[add.input[0]]
        reshaped, keys = made[product.input[0]], made[product.input[1]]
        scaled = made[reshaped.input[0]]
        weighted = readers[softmax.output[0]]
        back = readers[weighted.output[0]]
        turned = readers[back.output[0]]
        flat = readers[turned.output[0]]
        key, value = keys.input[0], weighted.input[1]
        new = [
            helper.make_node("Transpose", [scaled.input[0]], [f"turned.{layer}"], perm=[0, 2, 1, 3]),
            helper.make_node("Reshape", [f"turned.{layer}", whole], [f"query.{layer}"]),
            # each head its own copy of what the heads share
            helper.make_node("Concat", [key] * HEADS, [f"keys.{layer}"], axis=1),
            helper.make_node("Concat", [value] * HEADS, [f"values.{layer}"], axis=1),
            helper.make_node("MultiHeadAttention", [f"query.{layer}", f"keys.{layer}", f"values.{layer}", "", "", "attention_bias"], list(flat.output),
                             name=f"attention.{layer}", domain="com.microsoft", num_heads=HEADS),
        ]
        at = nodes.index(flat)
        nodes[at:at + 1] = new
        for node in (scaled, reshaped, keys, product, add, softmax, weighted, back, turned):
            nodes.remove(node)
    del graph.node[:]
    graph.node.extend(nodes)
    model.opset_import.append(helper.make_opsetid("com.microsoft", 1))


def main() -> None:
    for name, change in (("tiny-boolean", boolean), ("tiny-mha", multi_head)):
        model = onnx.load(MODELS / "tiny-plain" / "onnx" / "model.onnx")
        renamed(model.graph, "tree_bias", "causal")
        change(model)
        used = {name for node in model.graph.node for name in node.input}
        kept = [initializer for initializer in model.graph.initializer if initializer.name in used]
        del model.graph.initializer[:]
        model.graph.initializer.extend(kept)
        target = MODELS / name
        (target / "onnx").mkdir(parents=True, exist_ok=True)
        shutil.copy(MODELS / "tiny-plain" / "config.json", target / "config.json")
        onnx.save(model, target / "onnx" / "model.onnx")


if __name__ == "__main__":
    main()
