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

COURSE = language_model.Course(steps=300, rate=1.5e-3)
# At last whole instructions and the project's records only, so that every method's form is kept.
FINISH = language_model.Course(steps=90, rate=1e-3, size=20, own_first=1.0, own_last=1.0, short_until=0.0, seed=2)
FOLDER = STAGES / "language-model"
RESULT, ROWS = FOLDER / "model.pt", FOLDER / "own-rows.txt"


def train() -> None:
    tokenizer = vocabulary.tokenizer()
    teacher = train_classifier.trained()
    own = Samples(training_set.parts()["train"], tokenizer)
    taught = Samples(teaching.records(teacher), tokenizer)
    # the classifier's encoder reads affect already; looking backwards only is learnt again in a few steps
    model = teacher.deep.backbone
    language_model.train(model, own, taught, COURSE)
    language_model.train(model, own, taught, FINISH)
    FOLDER.mkdir(parents=True, exist_ok=True)
    ROWS.write_text(str(len(own.records)))
    torch.save(model.state_dict(), RESULT)


def trained() -> Backbone:
    """The language model from the cache."""
    model = Backbone(Shape())
    model.load_state_dict(torch.load(RESULT))
    return model.eval()
