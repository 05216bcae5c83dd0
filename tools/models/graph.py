"""Writes the ONNX graphs of both models from the backbone's weights, in plain operators.

The weights are written in one of three ways:
  float  fp32, to compare with
  half   fp16 with a Cast to fp32 behind it: half the bytes, computed in fp32 (the runtime folds the Cast away on loading)
  int8   one scale an output channel; activations get one scale a token, so what else is in the forward does not matter
"""
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import vocabulary
import wide
from backbone import Shape

OPSET = 17
HIDDEN_FROM_VIEW = np.float32(-1e9)
# What int8 hurts most in a language model: the output head, and products of gates, whose values lie far apart.
SENSITIVE = ("embed_tokens.weight", "down_proj.weight")


class Graph:
    """Nodes, initialisers, inputs and outputs as they come; every call of an operator gives its output's name."""

    def __init__(self, precision: str, kept: tuple[str, ...] = ()):
        """kept: ends of the names of matrices that stay half where the rest is int8."""
        self.precision, self.kept = precision, kept
        self.nodes, self.initialisers, self.inputs, self.outputs = [], [], [], []
        self.constants: dict[str, str] = {}
        self.quantised: dict[str, tuple[str, str]] = {}

    def op(self, kind: str, *inputs: str, to: str | None = None, outputs: int = 1, to_type: int | None = None, **attributes):
        if to_type is not None:
            attributes["to"] = to_type
        names = [to] if to else [f"{kind}_{len(self.nodes)}" + (f"_{i}" if i else "") for i in range(outputs)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, name=f"node_{len(self.nodes)}", **attributes))
        return names[0] if len(names) == 1 else names

    def tensor(self, name: str, value: np.ndarray) -> str:
        self.initialisers.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def constant(self, value: np.ndarray) -> str:
        """A small constant, written once however often it is asked for."""
        value = np.asarray(value)
        key = f"constant_{value.dtype}_{'x'.join(map(str, value.shape))}_{value.tobytes().hex()}"
        if key not in self.constants:
            self.constants[key] = self.tensor(f"constant_{len(self.constants)}", value)
        return self.constants[key]

    def integers(self, *values: int) -> str:
        return self.constant(np.array(values, np.int64))

    def number(self, value: float) -> str:
        return self.constant(np.float32(value))

    def input(self, name: str, kind: int, dims: list) -> str:
        self.inputs.append(helper.make_tensor_value_info(name, kind, dims))
        return name

    def output(self, name: str, dims: list) -> None:
        self.outputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, dims))

    def model(self) -> onnx.ModelProto:
        graph = helper.make_graph(self.nodes, "xianwai", self.inputs, self.outputs, self.initialisers)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="xianwai", ir_version=9)
        onnx.checker.check_model(model)
        return model

    def linear(self, x: str, name: str, weight: np.ndarray) -> str:
        """x times the transpose of a torch weight (out, in)."""
        return self.product(x, *self.matrix(name, weight.T))

    def matrix(self, name: str, value: np.ndarray) -> tuple[str, str | None]:
        """A weight (in, out) in the graph's precision, and the scales of its columns where it is int8."""
        if self.precision == "float":
            return self.tensor(name, value.astype(np.float32)), None
        if self.precision == "half" or name.endswith(self.kept):
            return self.op("Cast", self.tensor(name, value.astype(np.float16)), to_type=TensorProto.FLOAT), None
        scale = np.maximum(np.abs(value).max(0), 1e-8) / 127
        rounded = np.clip(np.round(value / scale), -127, 127).astype(np.int8)
        return self.tensor(f"{name}_quantized", rounded), self.tensor(f"{name}_scale", scale.astype(np.float32))

    def product(self, x: str, weight: str, scale: str | None) -> str:
        if scale is None:
            return self.op("MatMul", x, weight)
        rows, row_scale = self.by_token(x)
        whole = self.op("MatMulInteger", rows, weight, self.constant(np.uint8(128)))
        # the weight's scale first: the product of both scales can be too small for what follows
        return self.op("Mul", self.op("Mul", self.op("Cast", whole, to_type=TensorProto.FLOAT), scale), row_scale)

    def by_token(self, x: str) -> tuple[str, str]:
        """x as uint8 around 128 with one scale a row, computed once for all products that read x."""
        if x not in self.quantised:
            largest = self.op("ReduceMax", self.op("Abs", x), axes=[-1], keepdims=1)
            scale = self.op("Max", self.op("Mul", largest, self.number(1 / 127)), self.number(1e-10))
            shifted = self.op("Add", self.op("Round", self.op("Div", x, scale)), self.number(128))
            self.quantised[x] = self.op("Cast", shifted, to_type=TensorProto.UINT8), scale
        return self.quantised[x]

    def norm(self, x: str, name: str, weight: np.ndarray, epsilon: float) -> str:
        mean = self.op("ReduceMean", self.op("Mul", x, x), axes=[-1], keepdims=1)
        scaled = self.op("Div", x, self.op("Sqrt", self.op("Add", mean, self.number(epsilon))))
        return self.op("Mul", scaled, self.tensor(name, weight.astype(np.float32)))


class BackboneGraph:
    """The backbone's part of a graph. `weights`: the torch state dictionary as numpy arrays."""

    def __init__(self, graph: Graph, shape: Shape, weights: dict[str, np.ndarray], positions: int):
        self.g, self.shape, self.weights = graph, shape, weights
        # columns are tokens, so that the output head is the same tensor
        self.table = graph.matrix("embed_tokens.weight", weights["embed_tokens.weight"].T)
        half = shape.head // 2
        angles = np.arange(positions)[:, None] * shape.theta ** (-np.arange(half) / half)
        self.cos = graph.tensor("cos_cache", np.cos(angles).astype(np.float32))
        self.sin = graph.tensor("sin_cache", np.sin(angles).astype(np.float32))

    def embed(self, ids: str) -> str:
        g, (table, scale) = self.g, self.table
        rows = g.op("Transpose", g.op("Gather", table, ids, axis=1), perm=[1, 2, 0])
        if scale is None:
            return rows
        scales = g.op("Unsqueeze", g.op("Gather", scale, ids, axis=0), g.integers(-1))
        return g.op("Mul", g.op("Cast", rows, to_type=TensorProto.FLOAT), scales)

    def head(self, x: str) -> str:
        return self.g.product(x, *self.table)

    def angles(self, positions: str) -> tuple[str, str]:
        """cos and sin, batch x 1 x rows x half a head."""
        g = self.g
        return tuple(g.op("Unsqueeze", g.op("Gather", cache, positions, axis=0), g.integers(1)) for cache in (self.cos, self.sin))

    def layer(self, i: int, x: str, angles: tuple[str, str], bias: str, past: tuple[str, str] | None) -> str:
        """One block. bias: added to the scores of each key head's rows (its query heads one after another)."""
        g, s, w, at = self.g, self.shape, self.weights, f"layers.{i}."
        y = g.norm(x, at + "input_layernorm", w[at + "input_layernorm.weight"], s.epsilon)
        query, key, value = (self._heads(y, f"{at}self_attn.{p}_proj.weight") for p in "qkv")
        query, key = self._rotated(query, angles), self._rotated(key, angles)
        if past is not None:
            key = g.op("Concat", past[0], key, to=f"present.{i}.key", axis=2)
            value = g.op("Concat", past[1], value, to=f"present.{i}.value", axis=2)
        rows = g.op("Reshape", g.op("Mul", query, g.number(s.head ** -0.5)), g.integers(0, s.kv_heads, -1, s.head))
        scores = g.op("MatMul", rows, g.op("Transpose", key, perm=[0, 1, 3, 2]))
        mixed = g.op("MatMul", g.op("Softmax", g.op("Add", scores, bias), axis=-1), value)
        by_row = g.op("Transpose", g.op("Reshape", mixed, g.integers(0, s.heads, -1, s.head)), perm=[0, 2, 1, 3])
        joined = g.op("Reshape", by_row, g.integers(0, -1, s.hidden))
        x = g.op("Add", x, g.linear(joined, at + "self_attn.o_proj.weight", w[at + "self_attn.o_proj.weight"]))
        y = g.norm(x, at + "post_attention_layernorm", w[at + "post_attention_layernorm.weight"], s.epsilon)
        gate, up = (g.linear(y, f"{at}{p}_proj.weight", w[f"{at}{p}_proj.weight"]) for p in ("gate", "up"))
        inner = g.op("Mul", g.op("Mul", gate, g.op("Sigmoid", gate)), up)
        return g.op("Add", x, g.linear(inner, at + "down_proj.weight", w[at + "down_proj.weight"]))

    def last_norm(self, x: str) -> str:
        return self.g.norm(x, "norm", self.weights["norm.weight"], self.shape.epsilon)

    def _heads(self, x: str, name: str) -> str:
        flat = self.g.linear(x, name, self.weights[name])
        count = self.weights[name].shape[0] // self.shape.head
        return self.g.op("Transpose", self.g.op("Reshape", flat, self.g.integers(0, -1, count, self.shape.head)), perm=[0, 2, 1, 3])

    def _rotated(self, x: str, angles: tuple[str, str]) -> str:
        g, half = self.g, self.shape.head // 2
        cos, sin = angles
        first, second = g.op("Split", x, g.integers(half, half), outputs=2, axis=-1)
        return g.op("Concat", g.op("Sub", g.op("Mul", first, cos), g.op("Mul", second, sin)),
                    g.op("Add", g.op("Mul", second, cos), g.op("Mul", first, sin)), axis=-1)


def causal_graph(shape: Shape, weights: dict[str, np.ndarray], positions: int, precision: str) -> onnx.ModelProto:
    """A decoder with the hub's inputs and outputs. Its tensor `tree_bias` (rows x total: 0 where a row may see a column)
    is the causal mask; whoever feeds it instead may lay out a tree."""
    g = Graph(precision, kept=SENSITIVE)
    ids = g.input("input_ids", TensorProto.INT64, ["batch_size", "sequence_length"])
    mask = g.input("attention_mask", TensorProto.INT64, ["batch_size", "total_sequence_length"])
    where = g.input("position_ids", TensorProto.INT64, ["batch_size", "sequence_length"])
    keep = g.input("num_logits_to_keep", TensorProto.INT64, [])
    past = [tuple(g.input(f"past_key_values.{i}.{part}", TensorProto.FLOAT, ["batch_size", shape.kv_heads, "past_sequence_length", shape.head])
                  for part in ("key", "value")) for i in range(shape.layers)]
    g.output("logits", ["batch_size", "num_logits", shape.vocabulary])
    for i in range(shape.layers):
        for part in ("key", "value"):
            g.output(f"present.{i}.{part}", ["batch_size", shape.kv_heads, "total_sequence_length", shape.head])

    group = shape.heads // shape.kv_heads
    zero, one = g.constant(np.int64(0)), g.constant(np.int64(1))
    rows = g.op("Gather", g.op("Shape", ids), one, axis=0)
    total = g.op("Gather", g.op("Shape", mask), one, axis=0)
    last_seen = g.op("Unsqueeze", g.op("Range", g.op("Sub", total, rows), total, one), g.integers(1))
    beyond = g.op("Greater", g.op("Range", zero, total, one), last_seen)
    g.op("Where", beyond, g.constant(HIDDEN_FROM_VIEW), g.number(0), to="tree_bias")
    tiled = g.op("Tile", "tree_bias", g.integers(group, 1))
    bias = g.op("Add", tiled, padding_bias(g, mask))

    backbone = BackboneGraph(g, shape, weights, positions)
    x, angles = backbone.embed(ids), backbone.angles(where)
    for i in range(shape.layers):
        x = backbone.layer(i, x, angles, bias, past[i])
    start = g.op("Reshape", g.op("Neg", keep), g.integers(1))
    x = g.op("Slice", x, start, g.integers(2**63 - 1), g.integers(1))
    g.op("Identity", backbone.head(backbone.last_norm(x)), to="logits")
    return g.model()


def classifier_graph(shape: Shape, weights: dict[str, np.ndarray], positions: int, precision: str) -> onnx.ModelProto:
    """An encoder with one attention-pooled vector a field, plus the wide part. `weights` holds the backbone's under
    `backbone.`, and segments, queries, output.weight, output.bias, output_field (which field each output belongs to), wide."""
    g = Graph(precision)
    ids = g.input("input_ids", TensorProto.INT64, ["batch_size", "sequence_length"])
    mask = g.input("attention_mask", TensorProto.INT64, ["batch_size", "sequence_length"])
    segments = g.input("token_type_ids", TensorProto.INT64, ["batch_size", "sequence_length"])
    g.output("logits", ["batch_size", len(weights["output.bias"])])

    hidden = {name.removeprefix("backbone."): value for name, value in weights.items() if name.startswith("backbone.")}
    backbone = BackboneGraph(g, shape, hidden, positions)
    bias = padding_bias(g, mask)
    x = g.op("Add", backbone.embed(ids), g.op("Gather", g.tensor("segments", weights["segments"]), segments, axis=0))
    length = g.op("Gather", g.op("Shape", ids), g.constant(np.int64(1)), axis=0)
    places = g.op("Unsqueeze", g.op("Range", g.constant(np.int64(0)), length, g.constant(np.int64(1))), g.integers(0))
    angles = backbone.angles(places)
    for i in range(shape.layers):
        x = backbone.layer(i, x, angles, bias, None)
    x = backbone.last_norm(x)
    scores = g.op("MatMul", g.tensor("queries", weights["queries"]), g.op("Transpose", x, perm=[0, 2, 1]))
    shares = g.op("Softmax", g.op("Add", scores, g.op("Squeeze", bias, g.integers(1))), axis=-1)
    pooled = g.op("MatMul", shares, x)
    of_output = g.op("Gather", pooled, g.constant(weights["output_field"].astype(np.int64)), axis=1)
    deep = g.op("ReduceSum", g.op("Mul", of_output, g.tensor("output.weight", weights["output.weight"])), g.integers(-1), keepdims=0)
    both = g.op("Add", deep, wide_part(g, ids, segments, weights["wide"]))
    g.op("Add", both, g.tensor("output.bias", weights["output.bias"]), to="logits")
    return g.model()


def wide_part(g: Graph, ids: str, segments: str, table: np.ndarray) -> str:
    """wide.Wide.logits without its bias: batch x outputs."""
    tokens, buckets, features = wide.TOKENS, wide.BUCKETS, wide.FEATURES
    plain = g.op("Greater", ids, g.constant(np.int64(vocabulary.MASK)))
    none = g.constant(np.int64(features))

    def left(x: str) -> str:
        return g.op("Slice", x, g.integers(0), g.integers(-1), g.integers(1))

    def right(x: str) -> str:
        return g.op("Slice", x, g.integers(1), g.integers(2**63 - 1), g.integers(1))

    def bucket(one: str, other: str) -> str:
        number = g.op("Mod", g.op("Add", g.op("Mul", one, g.constant(np.int64(wide.FACTOR))), other), g.constant(np.int64(buckets)))
        return g.op("Add", g.op("Add", g.op("Mul", left(segments), g.constant(np.int64(buckets))), number), g.constant(np.int64(2 * tokens)))

    single = g.op("Add", g.op("Mul", segments, g.constant(np.int64(tokens))), ids)
    one, other = left(ids), right(ids)
    begins, ends = g.op("Equal", one, g.constant(np.int64(vocabulary.CLS))), g.op("Equal", other, g.constant(np.int64(vocabulary.SEP)))
    paired = g.op("And", g.op("And", g.op("Or", left(plain), begins), g.op("Or", right(plain), ends)), g.op("Not", g.op("And", begins, ends)))
    _, first, last = wide.inside()
    inner = [g.op("Gather", g.tensor(name, part.astype(np.int64)), of, axis=0) for name, part, of in (("last_character", last, one), ("first_character", first, other))]
    same = g.op("And", g.op("Equal", inner[0], one), g.op("Equal", inner[1], other))
    meeting = g.op("And", paired, g.op("Not", same))
    found = g.op("Concat", g.op("Where", plain, single, none), g.op("Where", paired, bucket(one, other), none),
                 g.op("Where", meeting, bucket(*inner), none), axis=1)
    rows = _wide_rows(g, found, table)
    of = g.op("Unsqueeze", g.op("Concat", segments, left(segments), left(segments), axis=1), g.integers(1))
    belongs = g.op("Cast", g.op("Equal", of, g.constant(np.arange(2, dtype=np.int64).reshape(1, 2, 1))), to_type=TensorProto.FLOAT)
    sums = g.op("MatMul", belongs, rows)
    logits, squares = g.op("Split", sums, g.integers(table.shape[1] - 1, 1), outputs=2, axis=-1)
    scaled = g.op("Div", logits, g.op("Sqrt", g.op("Max", squares, g.number(1e-6))))
    return g.op("ReduceSum", scaled, g.integers(1), keepdims=0)


def _wide_rows(g: Graph, found: str, table: np.ndarray) -> str:
    if g.precision == "float":
        return g.op("Gather", g.tensor("wide", table.astype(np.float32)), found, axis=0)
    scale = np.maximum(np.abs(table).max(0), 1e-8) / 127
    rows = g.op("Gather", g.tensor("wide_quantized", np.round(table / scale).astype(np.int8)), found, axis=0)
    return g.op("Mul", g.op("Cast", rows, to_type=TensorProto.FLOAT), g.tensor("wide_scale", scale.astype(np.float32)))


def padding_bias(g: Graph, mask: str) -> str:
    """0 for tokens, a large negative number for padding: batch x 1 x 1 x total."""
    absent = g.op("Sub", g.number(1), g.op("Cast", mask, to_type=TensorProto.FLOAT))
    return g.op("Unsqueeze", g.op("Mul", absent, g.constant(HIDDEN_FROM_VIEW)), g.integers(1, 2))
