"""Other people's tasks: the classifier's encoder taught each of them whole, and mixed with character n-grams.

Both parts, the mixture's factors and the threshold are fitted on parts of the training data: the last tenth of it (in one piece:
utterances of one scene share their context, and n-grams know a scene again), or, where a topic is unseen, other unseen topics (trained
on two of the three others, tried on the third).
"""
import functools
import hashlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from scipy.optimize import minimize
from scipy.special import log_softmax

import classifier
import corpora
import smoke
import supervision
import train_classifier
import vocabulary
from baselines import NGrams, regression
from classifier import Classifier, Course, Encoded
from measures import macro_f1
from places import STAGES

TOPICS = ["Alibaba-Math", "DrinkWater", "CS2", "BridePrice"]
CPED, EIGHT = "CPED test to valid", "eight emotions, a fifth held out"
CPED_COURSE = Course(steps=smoke.few(480), rate=6e-4, size=48)
EIGHT_COURSE = Course(steps=smoke.few(260), rate=8e-4, size=48)
SARCASM_COURSE = Course(steps=smoke.few(60), rate=5e-4, size=32)
# Of the many sentences that are not sarcastic, as many for one that is.
PLAIN_FOR_ONE = 4
DEV = 10
ODDS = STAGES / "figures" / "odds"


@dataclass
class Result:
    """classes by example that was asked; `baseline` by n-grams alone, `tuned` by n-grams with the threshold rule that `mine` has."""
    title: str
    gold: np.ndarray
    mine: np.ndarray
    baseline: np.ndarray
    train_gold: np.ndarray
    tuned: np.ndarray | None = None


def tasks() -> dict[str, Callable[[], Result]]:
    """Every task by its title; each takes minutes, so each is asked for by itself."""
    return {CPED: _cped, EIGHT: _eight, **{sarcasm_on(topic): functools.partial(_sarcasm, unseen) for unseen, topic in enumerate(TOPICS)}}


def sarcasm_on(topic: str) -> str:
    return f"sarcasm on the unseen topic {topic}"


def _cped() -> Result:
    records = corpora.records("dialogue_emotion")
    gold = np.array([list(supervision.SENTIMENT).index(r["sentiment"]) for r in records])
    held = np.array([r["src"] == "CPED-valid" for r in records])
    return _task(CPED, [supervision.cped_example(r) for r in records], gold, held, CPED_COURSE)


def _eight() -> Result:
    records = corpora.records("emotion")
    gold = np.array([supervision.ZHMULTI.index(r["label"]) for r in records])
    held = np.array([supervision.held_out(i) for i in range(len(records))])
    return _task(EIGHT, [supervision.eight_example(r) for r in records], gold, held, EIGHT_COURSE)


def _task(title: str, examples: list[dict], gold: np.ndarray, held: np.ndarray, course: Course) -> Result:
    train, asked = np.flatnonzero(~held), np.flatnonzero(held)
    tried = np.arange(len(train)) >= len(train) * (1 - 1 / DEV)
    learnt, dev = train[~tried], train[tried]
    encoded = _encoded(examples, gold)
    deep = _taught(encoded.part(learnt), gold.max() + 1, course)
    small, whole = (_grams(examples, gold, part) for part in (learnt, train))
    factors = _factors([classifier.logits_of(deep, encoded.part(dev)), small(dev)], gold[dev])
    scores = _mixed([classifier.logits_of(deep, encoded.part(asked)), grams := whole(asked)], factors)
    print(f"{title}: factors of deep part and n-grams {factors.round(2)}", flush=True)
    return Result(title, gold[asked], scores.argmax(1), grams.argmax(1), gold[train])


def _sarcasm(unseen: int) -> Result:
    """Taught on the three other topics; share and threshold are those that do best where two of these teach and the third is asked."""
    _, gold, topics = _sarcastic()
    others = [t for t in range(len(TOPICS)) if t != unseen]
    tried = [(_odds(tuple(o for o in others if o != t), t), gold[topics == t]) for t in others]
    asked, right = _odds(tuple(others), unseen), gold[topics == unseen]
    share, threshold = _rule(tried, np.linspace(0, 1, 11))
    alone = _rule(tried, [0.0])[1]
    print(f"sarcasm, {TOPICS[unseen]}: share of the deep part {share:.1f}, threshold {threshold:.2f}", flush=True)
    return Result(sarcasm_on(TOPICS[unseen]), right, (_joined(asked, share) > threshold).astype(int),
                  (asked[1] > 0).astype(int), gold[topics != unseen], (asked[1] > alone).astype(int))


@functools.cache
def _sarcastic() -> tuple[list[dict], np.ndarray, np.ndarray]:
    """FanChuan's comments as examples, whether each is sarcastic, and the number of its topic."""
    records = [r for r in corpora.records("sarcasm") if r["src"].startswith("FanChuan")]
    examples = [{"text": r["text"], "context": "\n".join(r["context"]), "weight": 1.0, "targets": {}} for r in records]
    return (examples, np.array([r["label"] for r in records]),
            np.array([TOPICS.index(r["src"].removeprefix("FanChuan-")) for r in records]))


def _odds(known: tuple[int, ...], topic: int) -> np.ndarray:
    """Log odds of a topic's examples by deep part and n-grams taught on known topics; kept, because four figures share ten teachings."""
    weights = hashlib.sha256(train_classifier.DEEP.read_bytes()).hexdigest()[:12]
    path = ODDS / f"{weights}-{''.join(map(str, known))}.npz"
    if not path.exists():
        examples, gold, topics = _sarcastic()
        encoded, learnt, asked = _encoded(examples, gold), np.flatnonzero(np.isin(topics, known)), np.flatnonzero(~np.isin(topics, known))
        deep = _taught(encoded.part(_fewer_plain(learnt, gold)), 2, SARCASM_COURSE)
        both = np.stack([_log_odds(classifier.logits_of(deep, encoded.part(asked))), _log_odds(_grams(examples, gold, learnt)(asked))])
        ODDS.mkdir(parents=True, exist_ok=True)
        np.savez(unfinished := path.with_suffix(".part.npz"), **{str(t): both[:, topics[asked] == t] for t in set(topics[asked].tolist())})
        unfinished.rename(path)
        print(f"sarcasm: taught on {', '.join(TOPICS[t] for t in known)}", flush=True)
    return np.load(path)[str(topic)]


def _rule(tried: list[tuple[np.ndarray, np.ndarray]], shares) -> tuple[float, float]:
    """The deep part's share and the threshold with the best mean macro-F1 over other unseen topics."""
    found = []
    for share in shares:
        joined = [_joined(odds, share) for odds, _ in tried]
        for threshold in np.quantile(np.concatenate(joined), np.linspace(0.5, 0.995, 60)):
            worth = np.mean([macro_f1(gold, (one > threshold).astype(int), 2) for one, (_, gold) in zip(joined, tried)])
            found.append((worth, share, threshold))
    _, share, threshold = max(found)
    return float(share), float(threshold)


def _joined(odds: np.ndarray, share: float) -> np.ndarray:
    return share * odds[0] + (1 - share) * odds[1]


def _log_odds(scores: np.ndarray) -> np.ndarray:
    return scores[:, 1] - scores[:, 0]


def _fewer_plain(rows: np.ndarray, gold: np.ndarray) -> np.ndarray:
    marked, plain = rows[gold[rows] == 1], rows[gold[rows] == 0]
    count = min(len(plain), PLAIN_FOR_ONE * len(marked))
    return np.sort(np.concatenate([marked, np.random.default_rng(1).choice(plain, count, replace=False)]))


def _encoded(examples: list[dict], gold: np.ndarray) -> Encoded:
    names = [str(c) for c in range(gold.max() + 1)]
    labelled = [{**e, "weight": 1.0, "targets": {"task": [str(g)]}} for e, g in zip(examples, gold)]
    return classifier.encode(labelled, {"task": names}, vocabulary.tokenizer())


def _taught(examples: Encoded, classes: int, course: Course) -> Classifier:
    """A copy of the trained classifier with one new output layer, all of it taught."""
    torch.manual_seed(course.seed)
    known = train_classifier.trained().deep
    model = Classifier(known.backbone, {"task": [str(c) for c in range(classes)]})
    model.segments.data.copy_(known.segments.data)
    model.queries.data.copy_(known.queries.data[supervision.FIELDS.index("implicit")])
    classifier.train(model, examples, examples.part(np.arange(0)), course)
    return model


def _grams(examples: list[dict], gold: np.ndarray, learnt: np.ndarray):
    """A function giving the n-gram model's log-probabilities of some examples."""
    def asked(rows: np.ndarray) -> np.ndarray:
        return fitted.predict_log_proba(grams.transform([examples[i] for i in rows]))
    grams = NGrams([examples[i] for i in learnt], [])
    fitted = regression(grams.train, gold[learnt])
    return asked


def _factors(parts: list[np.ndarray], gold: np.ndarray) -> np.ndarray:
    """How much each part counts: the likelihood of the labels, each class with the same weight."""
    weights = 1 / np.bincount(gold)[gold]

    def loss(factors: np.ndarray) -> float:
        log = _mixed(parts, factors)
        return -(weights * log[np.arange(len(gold)), gold]).sum() / weights.sum()

    return minimize(loss, [0.7, 0.7], bounds=[(0.0, 5.0)] * 2).x


def _mixed(parts: list[np.ndarray], factors: np.ndarray) -> np.ndarray:
    return log_softmax(sum(f * log_softmax(p, axis=1) for f, p in zip(factors, parts)), axis=1)
