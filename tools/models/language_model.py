"""The language model: the backbone taught to follow the product's prompts.

The instructions of a method are the same for all samples, so a step reads them once and every sample of the batch attends
to their keys and values: exactly what the product does with its shared prefix.
"""
import random
from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional as F

import dialogue
import prompts
import vocabulary
from backbone import Backbone
from optimisation import Optimiser

LONGEST = 288
SHORT = 96
# The first token of an answer says which form it takes, which is all that the instructions decide.
FORM_WEIGHT = 4.0
AVERAGE = 0.98
MASKED = 0.04
# How often each method's instructions come, by the fields its steps choose first.
SHARES = {"explicit": 0.4, "stance": 0.3}


@dataclass(frozen=True)
class Course:
    steps: int
    rate: float
    size: int = 32
    own_first: float = 0.4
    own_last: float = 0.9
    # Until then only the end of the instructions is read, which says the form of the answer: the same positions at half the cost.
    short_until: float = 0.67
    seed: int = 1


class Samples:
    """Records with their questions as tokens."""

    def __init__(self, records: list[dict], tokenizer):
        asked = prompts.dump(records)["questions"]
        self.records, self.questions = [], []
        for record, found in zip(records, asked):
            ids = dialogue.question(found["question"], tokenizer)
            if len(ids) <= LONGEST:
                self.records.append(record)
                self.questions.append(ids)


def train(model: Backbone, own: Samples, taught: Samples, course: Course) -> None:
    """Trains in place on the project's records and on those that the classifier has labelled; keeps a moving average."""
    torch.manual_seed(course.seed)
    random_, tokenizer = random.Random(course.seed), vocabulary.tokenizer()
    methods = dialogue.distinct_methods()
    prefixes = [torch.tensor([dialogue.prefix(m["system"], tokenizer)]) for m in methods]
    shares = [next((SHARES[s["field"]] for s in m["steps"] if s["kind"] == "choose" and not _reasons(m)), 0.3) for m in methods]
    optimiser = Optimiser(model, course.rate, course.steps)
    average = {name: value.clone() for name, value in model.state_dict().items()}
    model.dropout, losses = 0.1, []
    model.train()
    for step in range(course.steps):
        [chosen] = random_.choices(range(len(methods)), shares)
        share = course.own_first + (course.own_last - course.own_first) * step / course.steps
        count = round(share * course.size) if taught.records else course.size
        pairs = [(own, i) for i in _alike(own, count, random_)] + [(taught, i) for i in _alike(taught, course.size - count, random_)]
        rows = []
        for source, i in pairs:
            written = dialogue.answer(methods[chosen], source.records[i], step)
            rows.append((source.questions[i], [*tokenizer.encode(written).ids, vocabulary.END]))
        with torch.autocast("cpu", torch.bfloat16):
            read = SHORT if step < course.short_until * course.steps else prefixes[chosen].shape[1]
            loss = answer_loss(model, prefixes[chosen], rows, read)
        loss.backward()
        optimiser.step()
        with torch.no_grad():
            for name, value in model.state_dict().items():
                average[name].lerp_(value, 1 - min(AVERAGE, (step + 1) / (step + 10)))
        losses.append(loss.item())
        if step % 25 == 24:
            print(f"  {step + 1}/{course.steps} loss {np.mean(losses[-25:]):.3f}", flush=True)
    model.load_state_dict(average)
    model.dropout = 0.0
    model.eval()


def _reasons(method: dict) -> bool:
    return any(step["kind"] == "reason" for step in method["steps"])


def _alike(samples: Samples, count: int, random_: random.Random) -> list[int]:
    """Some samples at random whose questions are of like length."""
    if not count:
        return []
    drawn = sorted(random_.choices(range(len(samples.records)), k=4 * count), key=lambda i: len(samples.questions[i]))
    start = random_.randrange(3 * count + 1)
    return drawn[start:start + count]


def answer_loss(model: Backbone, prefix: torch.Tensor, rows: list[tuple[list[int], list[int]]], read: int) -> torch.Tensor:
    """Weighted cross-entropy of the answers' tokens behind question and prefix, of which only the last `read` tokens are read."""
    longest = max(len(q) + len(a) for q, a in rows)
    ids, targets = np.full((len(rows), longest), vocabulary.PAD), np.full((len(rows), longest), -1)
    weights = np.ones((len(rows), longest), np.float32)
    for at, (asked, answered) in enumerate(rows):
        ids[at, :len(asked) + len(answered)] = asked + answered
        targets[at, len(asked) - 1:len(asked) + len(answered) - 1] = answered
        weights[at, len(asked) - 1] = FORM_WEIGHT
    ids, targets, start = torch.from_numpy(ids), torch.from_numpy(targets), prefix.shape[1]
    if model.training:
        asked = targets.roll(1, 1) == -1
        ids = ids.masked_fill(asked & (torch.rand(ids.shape) < MASKED) & (ids > vocabulary.MASK), vocabulary.MASK)
    _, past = model(prefix[:, -read:], positions=torch.arange(start - read, start)[None], causal=True)
    seen = torch.cat([torch.ones(longest, read, dtype=torch.bool), torch.ones(longest, longest, dtype=torch.bool).tril()], 1)
    hidden, _ = model(ids, positions=start + torch.arange(longest)[None], mask=seen, past=past)
    wanted = targets >= 0
    losses = F.cross_entropy(model.logits(hidden[wanted]).float(), targets[wanted], reduction="none")
    weights = torch.from_numpy(weights)[wanted]
    return (losses * weights).sum() / weights.sum()
