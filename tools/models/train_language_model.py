"""The language model's stage."""
import torch

import language_model
import teaching
import train_classifier
import training_set
import vocabulary
from backbone import Backbone, Shape
from language_model import Samples
from places import STAGES

COURSE = language_model.Course(steps=260, rate=1.5e-3)
RESULT = STAGES / "language-model" / "model.pt"


def train() -> None:
    tokenizer = vocabulary.tokenizer()
    teacher = train_classifier.trained()
    own = Samples(training_set.parts()["train"], tokenizer)
    taught = Samples(teaching.records(teacher), tokenizer)
    # the classifier's encoder reads affect already; looking backwards only is learnt again in a few steps
    model = teacher.deep.backbone
    language_model.train(model, own, taught, COURSE)
    RESULT.parent.mkdir(parents=True, exist_ok=True)
    torch.save(model.state_dict(), RESULT)


def trained() -> Backbone:
    """The language model from the cache."""
    model = Backbone(Shape())
    model.load_state_dict(torch.load(RESULT))
    return model.eval()
