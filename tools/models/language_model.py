"""The language model: the backbone taught to follow the product's prompts.

What stands before the sample (instructions, and examples where a method has them) is the same for all samples of a batch, so a step
reads it once and every sample attends to its keys and values: exactly what the product does with its shared prefix.
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
from optimisation import Optimiser, half_where_fast

POSITIONS = 4096
LONGEST = 288
SHORT = 112
# The first token of an answer says which form it takes, which is all that the instructions decide.
FORM_WEIGHT = 4.0
AVERAGE = 0.98
MASKED = 0.04
# How often each method is asked; sham matrices share what stands under "sham".
SHARES = {"matrix": 0.26, "direct": 0.24, "reason": 0.18, "matrix-reason": 0.07, "structure-only": 0.07, "oracle-stance": 0.07,
          "oracle-stance-intent": 0.05, "sham": 0.06}
# How many examples a few-shot prompt shows: one to nine mostly, sometimes as many as there are emotions.
MOST_SHOTS, MANY_SHOTS, MANY = 9, 25, 0.15


@dataclass(frozen=True)
class Course:
    steps: int
    rate: float
    size: int = 32
    own_first: float = 0.4
    own_last: float = 0.9
    # Until then only the end of the instructions is read, which says the form of the answer: the same positions at half the cost.
    short_until: float = 0.67
    # The share of steps behind it whose prompt shows examples.
    few_shot: float = 0.3
    seed: int = 1


@dataclass(frozen=True)
class Asked:
    """A method with the tokens before its question."""
    method: dict
    prefix: torch.Tensor


class Samples:
    """Records with their questions as tokens."""

    def __init__(self, records: list[dict], tokenizer):
        asked = prompts.dump(records)["questions"]
        self.records, self.questions, self.lengths = [], [], []
        for record, found in zip(records, asked):
            length = len(dialogue.question(found["question"], tokenizer))
            if length <= LONGEST:
                self.records.append(record)
                self.questions.append(found["question"])
                self.lengths.append(length)


def methods() -> list[tuple[dict, float]]:
    """Every method whose prompt differs from the others', with how often it is asked."""
    known = prompts.product()["methods"]
    shams = [m for m in known if m["control"] in ("arbitrary", "permuted")]
    return [(m, SHARES[m["id"]]) for m in known if m["id"] in SHARES] + [(m, SHARES["sham"] / len(shams)) for m in shams]


def with_examples(own: Samples, count: int, seed: int, tokenizer) -> list[Asked]:
    """Few-shot prompts as the product writes them, each with examples of its own."""
    random_ = random.Random(f"examples {seed}")
    able = [(m, share) for m, share in methods() if m["control"] != "arbitrary"]
    requests, chosen = [], random_.choices([m for m, _ in able], [share for _, share in able], k=count)
    for method in chosen:
        shots = random_.randint(MOST_SHOTS + 1, MANY_SHOTS) if random_.random() < MANY else random_.randint(1, MOST_SHOTS)
        shown = [own.records[i] for i in random_.sample(range(len(own.records)), shots)]
        requests.append({"method": method["id"], "shots": [
            {"sample": {k: r[k] for k in ("text", "context", "scene")}, "labels": dialogue.labels_of(r)} for r in shown]})
    found = [Asked(method, torch.tensor([dialogue.prefix(messages, tokenizer)]))
             for method, messages in zip(chosen, prompts.dump([], requests)["shotPrompts"])]
    return [asked for asked in found if asked.prefix.shape[1] <= POSITIONS - 2 * LONGEST]


def train(model: Backbone, own: Samples, taught: Samples, course: Course) -> None:
    """Trains in place on the project's records and on those that the classifier has labelled; keeps a moving average."""
    torch.manual_seed(course.seed)
    random_, tokenizer = random.Random(course.seed), vocabulary.tokenizer()
    asked = [(Asked(m, torch.tensor([dialogue.instructions(m, tokenizer)])), share) for m, share in methods()]
    examples = with_examples(own, round(course.few_shot * (1 - course.short_until) * course.steps * 1.3) + 1, course.seed, tokenizer)
    optimiser = Optimiser(model, course.rate, course.steps)
    average = {name: value.clone() for name, value in model.state_dict().items()}
    model.dropout, losses = 0.1, []
    model.train()
    for step in range(course.steps):
        short = step < course.short_until * course.steps
        [chosen] = random_.choices([a for a, _ in asked], [share for _, share in asked])
        if not short and random_.random() < course.few_shot:
            chosen = examples[random_.randrange(len(examples))]
        share = course.own_first + (course.own_last - course.own_first) * step / course.steps
        count = round(share * course.size) if taught.records else course.size
        pairs = [(own, i) for i in _alike(own, count, random_)] + [(taught, i) for i in _alike(taught, course.size - count, random_)]
        rows = [row(chosen.method, source.records[i], source.questions[i], step, tokenizer) for source, i in pairs]
        with half_where_fast():
            loss = answer_loss(model, chosen.prefix, rows, SHORT if short else chosen.prefix.shape[1])
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


Row = tuple[list[int], list[int], list[float]]


def row(method: dict, record: dict, question: str, seed: int, tokenizer) -> Row:
    """Tokens of the question and of the answer, and the weight of each of the answer's."""
    ids, weights = [], []
    for line in dialogue.answer(method, record, seed):
        tokens = tokenizer.encode(line.text + "\n").ids
        ids += tokens
        weights += [line.weight] * len(tokens)
    asked = dialogue.question(question + dialogue.told(method, record), tokenizer)
    return asked, [*ids, vocabulary.END], [FORM_WEIGHT, *weights[1:], 1.0]


def _alike(samples: Samples, count: int, random_: random.Random) -> list[int]:
    """Some samples at random whose questions are of like length."""
    if not count:
        return []
    drawn = sorted(random_.choices(range(len(samples.records)), k=4 * count), key=lambda i: samples.lengths[i])
    start = random_.randrange(3 * count + 1)
    return drawn[start:start + count]


def answer_loss(model: Backbone, prefix: torch.Tensor, rows: list[Row], read: int) -> torch.Tensor:
    """Weighted cross-entropy of the answers' tokens behind question and prefix, of which only the last `read` tokens are read."""
    longest = max(len(q) + len(a) for q, a, _ in rows)
    ids, targets = np.full((len(rows), longest), vocabulary.PAD), np.full((len(rows), longest), -1)
    weights = np.zeros((len(rows), longest), np.float32)
    for at, (asked, answered, counted) in enumerate(rows):
        ids[at, :len(asked) + len(answered)] = asked + answered
        answers = slice(len(asked) - 1, len(asked) + len(answered) - 1)
        targets[at, answers], weights[at, answers] = answered, counted
    ids, targets, start = torch.from_numpy(ids), torch.from_numpy(targets), prefix.shape[1]
    read = min(read, start)
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
