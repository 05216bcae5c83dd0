"""Unlabelled texts that the trained classifier labels, so that the small language model has more to learn from than the project's records:
dialogues and comments of the corpora, and the project's own sentences under another record's context.
"""
import random

import classifier
import corpora
import smoke
import supervision
import training_set
import vocabulary
from mixture import Trained

COUNT = {source: smoke.few(count) for source, count in {"LCCC": 3500, "CPED": 2000, "FanChuan": 1000, "own": 3500}.items()}
TURNS = (2, 6)


def records(teacher: Trained) -> list[dict]:
    """Records as the training set has them, labelled by the teacher."""
    unlabelled = [*_lccc(), *_cped(), *_fanchuan(), *_exchanged()]
    examples = [{"text": r["text"], "context": r["context"], "weight": 1.0, "targets": {}} for r in unlabelled]
    logits = teacher.logits(classifier.encode(examples, supervision.labels(), vocabulary.for_pairs()))
    labels = supervision.labels()
    chosen = {field: [labels[field][i] for i in logits[field].argmax(1)] for field in supervision.FIELDS}
    return [{**r, **{field: chosen[field][at] for field in supervision.FIELDS}} for at, r in enumerate(unlabelled)]


def _drawn(found: list[dict], source: str) -> list[dict]:
    return random.Random(source).sample(found, min(COUNT[source], len(found)))


def _lccc() -> list[dict]:
    """The last turn of each dialogue is the target."""
    found = []
    for source, text in corpora.texts():
        turns = text.split("\n")
        if source.startswith("LCCC") and TURNS[0] <= len(turns) <= TURNS[1] and turns[-1].strip():
            found.append({"scene": "dialogue", "context": "\n".join(turns[:-1]), "text": turns[-1]})
    return _drawn(found, "LCCC")


def _cped() -> list[dict]:
    found = [{"scene": "dialogue", "context": "\n".join(map(corpora.without_speaker, r["context"][-TURNS[1]:])), "text": r["text"]}
             for r in corpora.records("dialogue_emotion") if r["context"] and r["text"].strip()]
    return _drawn(found, "CPED")


def _fanchuan() -> list[dict]:
    found = [{"scene": "forum_comment", "context": "[话题标题] " + " ".join(r["context"]).replace("\n", " "), "text": r["text"]}
             for r in corpora.records("sarcasm") if r["context"] and r["text"].strip() and r["src"].startswith("FanChuan")]
    return _drawn(found, "FanChuan")


def _exchanged() -> list[dict]:
    """Training sentences under the context of another training record of the same scene."""
    random_, known = random.Random("exchanged"), training_set.parts()["train"]
    by_scene = {scene: [r for r in known if r["scene"] == scene] for scene in {r["scene"] for r in known}}
    return [{"scene": r["scene"], "context": random_.choice(by_scene[r["scene"]])["context"], "text": r["text"]}
            for r in random_.choices(known, k=COUNT["own"])]
