"""The classifier: the backbone read in both directions, one attention-pooled vector a field, a linear layer a field."""
import random
from dataclasses import dataclass

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import nn

import supervision
import vocabulary
from backbone import Backbone
from optimisation import Optimiser, half_where_fast

LENGTH = 256
MASKED = 0.08
SMOOTHING = 0.1
BALANCE = 0.5
AVERAGE = 0.98
TASK_WEIGHT = 0.5


class Classifier(nn.Module):
    def __init__(self, backbone: Backbone, labels: dict[str, list[str]]):
        super().__init__()
        self.backbone, self.labels = backbone, labels
        hidden, outputs = backbone.shape.hidden, sum(map(len, labels.values()))
        self.segments = nn.Parameter(torch.zeros(2, hidden))
        self.queries = nn.Parameter(torch.randn(len(labels), hidden) * 0.02)
        self.output = nn.Linear(hidden, outputs)
        nn.init.normal_(self.output.weight, std=0.02)
        self.dropout = nn.Dropout(0.2)
        self.register_buffer("output_field", torch.tensor([i for i, ls in enumerate(labels.values()) for _ in ls]))

    def forward(self, ids, segments, present):
        """Logits, one column an output. present: which tokens are no padding."""
        pooled = self.dropout(self.pooled(ids, segments, present)[:, self.output_field])
        return (pooled * self.output.weight).sum(-1) + self.output.bias

    def pooled(self, ids, segments, present):
        """One vector a field: batch x fields x hidden."""
        absent = torch.zeros(present.shape).masked_fill(~present, -1e9)
        x = _with_segments(self.backbone, ids, self.segments[segments], absent[:, None, None, :])
        shares = (self.queries @ x.transpose(1, 2) + absent[:, None, :]).softmax(-1)
        return shares @ x

    def slices(self) -> dict[str, slice]:
        """Each field's columns."""
        found, at = {}, 0
        for name, labels in self.labels.items():
            found[name] = slice(at, at + len(labels))
            at += len(labels)
        return found


def _with_segments(backbone: Backbone, ids, added, mask):
    """The backbone's forward with something added to the token embeddings."""
    handle = backbone.embed_tokens.register_forward_hook(lambda *call: call[2] + added)
    try:
        return backbone(ids, mask=mask)[0]
    finally:
        handle.remove()


@dataclass
class Encoded:
    """Examples as tokens, with what may be right for each output (1), what may not (0), and what is not asked (-1)."""
    ids: list[list[int]]
    segments: list[list[int]]
    allowed: np.ndarray
    weights: np.ndarray

    def part(self, rows) -> "Encoded":
        return Encoded([self.ids[r] for r in rows], [self.segments[r] for r in rows], self.allowed[rows], self.weights[rows])


def encode(examples: list[dict], labels: dict[str, list[str]], tokenizer: Tokenizer) -> Encoded:
    texts = tokenizer.encode_batch([e["text"] for e in examples], add_special_tokens=False)
    contexts = tokenizer.encode_batch([e["context"] for e in examples], add_special_tokens=False)
    ids, segments = [], []
    for text, context in zip(texts, contexts):
        first = [vocabulary.CLS, *text.ids[:LENGTH - 3], vocabulary.SEP]
        second = [*context.ids[max(0, len(context.ids) + len(first) + 1 - LENGTH):], vocabulary.SEP] if context.ids else []
        ids.append(first + second)
        segments.append([0] * len(first) + [1] * len(second))
    allowed = np.full((len(examples), sum(map(len, labels.values()))), -1, np.int8)
    for row, example in enumerate(examples):
        at = 0
        for name, names in labels.items():
            if name in example["targets"]:
                allowed[row, at:at + len(names)] = [label in example["targets"][name] for label in names]
            at += len(names)
    return Encoded(ids, segments, allowed, np.array([e["weight"] for e in examples], np.float32))


def batch(encoded: Encoded, rows) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Ids, segments and presence of some examples, padded."""
    longest = max(len(encoded.ids[r]) for r in rows)
    ids, segments = np.full((len(rows), longest), vocabulary.PAD), np.zeros((len(rows), longest), int)
    for at, r in enumerate(rows):
        ids[at, :len(encoded.ids[r])] = encoded.ids[r]
        segments[at, :len(encoded.ids[r])] = encoded.segments[r]
    ids = torch.from_numpy(ids)
    return ids, torch.from_numpy(segments), ids != vocabulary.PAD


def balance(encoded: Encoded, columns: slice) -> torch.Tensor:
    """Weights of a field's labels: the rarer among the certain examples the heavier, 1 on average over them."""
    part = encoded.allowed[:, columns]
    counts = part[part.sum(1) == 1].clip(0).sum(0) + 1.0
    weights = counts ** -BALANCE
    return torch.tensor(weights * counts.sum() / (weights * counts).sum(), dtype=torch.float32)


def field_loss(logits, allowed, weights, label_weights) -> torch.Tensor:
    """-log of the allowed labels' probability, smoothed where only one is allowed; summed over the examples that are asked."""
    asked = allowed[:, 0] >= 0
    if not asked.any():
        return logits.new_zeros(())
    logits, allowed, weights = logits[asked], allowed[asked] > 0, weights[asked]
    log = logits.log_softmax(-1)
    right = log.masked_fill(~allowed, -torch.inf).logsumexp(-1)
    smooth = torch.where(allowed.sum(-1) == 1, SMOOTHING, 0.0)
    heavy = (label_weights * allowed).sum(-1) / allowed.sum(-1)
    return -(weights * heavy * ((1 - smooth) * right + smooth * log.mean(-1))).sum()


@dataclass(frozen=True)
class Course:
    """How a classifier is trained: the share of the project's own examples in a batch goes from the first to the last value."""
    steps: int
    rate: float
    size: int = 48
    own_first: float = 0.5
    own_last: float = 0.95
    seed: int = 1


def train(model: Classifier, own: Encoded, weak: Encoded, course: Course) -> None:
    """Trains in place; what stays is a moving average of the weights."""
    torch.manual_seed(course.seed)
    random_ = random.Random(course.seed)
    optimiser = Optimiser(model, course.rate, course.steps)
    columns = model.slices()
    label_weights = {name: balance(own if (own.allowed[:, at] >= 0).any() else weak, at) for name, at in columns.items()}
    average = {name: value.clone() for name, value in model.state_dict().items()}
    order, losses = {id(own): [], id(weak): []}, []
    model.backbone.dropout = 0.1
    model.train()
    for step in range(course.steps):
        share = course.own_first + (course.own_last - course.own_first) * step / course.steps
        count = round(share * course.size) if weak.ids else course.size
        loss = 0.0
        for source, size in ((own, count), (weak, course.size - count)):
            if not size:
                continue
            ids, segments, present = batch(source, rows := _next(order[id(source)], source, size, random_))
            hidden_away = (torch.rand(ids.shape) < MASKED) & (ids > vocabulary.MASK)
            with half_where_fast():
                logits = model(ids.masked_fill(hidden_away, vocabulary.MASK), segments, present).float()
            allowed, weights = torch.from_numpy(source.allowed[rows]), torch.from_numpy(source.weights[rows])
            for name, at in columns.items():
                # the corpora's own tasks count in full, their weak labels little
                certain = torch.full_like(weights, TASK_WEIGHT) if name in supervision.TASKS else weights
                loss = loss + field_loss(logits[:, at], allowed[:, at], certain, label_weights[name])
        loss = loss / course.size
        loss.backward()
        optimiser.step()
        with torch.no_grad():
            for name, value in model.state_dict().items():
                if value.is_floating_point():
                    average[name].lerp_(value, 1 - min(AVERAGE, (step + 1) / (step + 10)))
        losses.append(loss.item())
        if step % 50 == 49:
            print(f"  {step + 1}/{course.steps} loss {np.mean(losses[-50:]):.3f}", flush=True)
    model.load_state_dict(average)
    model.backbone.dropout = 0.0
    model.eval()


def _next(left: list[int], source: Encoded, size: int, random_: random.Random) -> list[int]:
    """The next rows of a shuffled order, begun anew where it ends; rows of like length come together."""
    if len(left) < size:
        fresh = list(range(len(source.ids)))
        random_.shuffle(fresh)
        chunks = [sorted(fresh[i:i + 8 * size], key=lambda r: len(source.ids[r])) for i in range(0, len(fresh), 8 * size)]
        blocks = [chunk[i:i + size] for chunk in chunks for i in range(0, len(chunk), size)]
        random_.shuffle(blocks)
        left[:] = [r for block in blocks for r in block]
    rows, left[:] = left[:size], left[size:]
    return rows


def logits_of(model: Classifier, encoded: Encoded) -> np.ndarray:
    """fp32 logits, one row an example."""
    return _by_batch(model, encoded)


def pooled_of(model: Classifier, encoded: Encoded) -> np.ndarray:
    """The pooled vectors of the scheme's fields, joined to one row an example."""
    count = len(supervision.FIELDS)
    return _by_batch(lambda *inputs: model.pooled(*inputs)[:, :count].flatten(1), encoded)


@torch.no_grad()
def _by_batch(function, encoded: Encoded, size: int = 64) -> np.ndarray:
    """function(ids, segments, presence) over all examples, those of like length together."""
    order = sorted(range(len(encoded.ids)), key=lambda r: len(encoded.ids[r]))
    parts = [function(*batch(encoded, order[at:at + size])).float().numpy() for at in range(0, len(order), size)]
    found = np.empty((len(order), *parts[0].shape[1:]), np.float32)
    found[order] = np.concatenate(parts)
    return found
