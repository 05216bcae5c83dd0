"""The classifier's stage: deep part on the project's records and the corpora, wide part on the records, mixture on the calibration part."""
import json
import pickle
from dataclasses import asdict

import torch

import classifier
import mixture
import pretraining
import smoke
import supervision
import training_set
import vocabulary
import wide
from backbone import Backbone, Shape
from mixture import Mixture, Trained
from places import STAGES

COURSE = classifier.Course(steps=smoke.few(560), rate=1e-3)
FOLDER = STAGES / "classifier"
DEEP, WIDE, MIXTURES = FOLDER / "deep.pt", FOLDER / "wide.pickle", FOLDER / "mixtures.json"


def train() -> None:
    torch.manual_seed(COURSE.seed)
    labels, tokenizer, parts = supervision.labels(), vocabulary.for_pairs(), training_set.parts()
    own, calibration = (classifier.encode(supervision.own(parts[part]), labels, tokenizer) for part in ("train", "calibrate"))
    deep = classifier.Classifier(pretraining.pretrained(), labels)
    classifier.train(deep, own, classifier.encode(supervision.weak(), labels, tokenizer), COURSE)
    wide_part = wide.train(own, mixture.field_columns(deep))
    mixtures = mixture.fit(deep, wide_part, calibration)
    FOLDER.mkdir(parents=True, exist_ok=True)
    WIDE.write_bytes(pickle.dumps(wide_part))
    MIXTURES.write_text(json.dumps({field: asdict(m) for field, m in mixtures.items()}, indent=1), encoding="utf-8")
    torch.save(deep.state_dict(), DEEP)


def trained() -> Trained:
    """The classifier from the cache."""
    deep = classifier.Classifier(Backbone(Shape()), supervision.labels())
    deep.load_state_dict(torch.load(DEEP))
    mixtures = {field: Mixture(**m) for field, m in json.loads(MIXTURES.read_text(encoding="utf-8")).items()}
    return Trained(deep.eval(), pickle.loads(WIDE.read_bytes()), mixtures)
