"""The language model's stage."""
import torch

import language_model
import smoke
import teaching
import train_classifier
import training_set
import vocabulary
from backbone import Backbone, Shape
from language_model import Samples
from places import STAGES

COURSE = language_model.Course(steps=smoke.few(320), rate=1.5e-3, short_until=1.0)
# At last whole instructions and examples, so that every method's form is kept. What the classifier says is always the same for the same
# sentence: learning it makes the answers decided, and a decided model writes what it would choose.
FINISH = language_model.Course(steps=smoke.few(260), rate=1e-3, size=24, own_first=0.5, own_last=0.5, short_until=0.0, seed=2)
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
