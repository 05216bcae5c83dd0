"""Pretraining of the backbone on the corpora's texts without labels: next token on half of the batches, masked tokens on the other."""
import random
import time

import numpy as np
import torch
from torch.nn import functional as F

import corpora
import smoke
import vocabulary
from backbone import Backbone, Shape
from optimisation import Optimiser, half_where_fast
from places import STAGES

ROW, BATCH, RATE = 128, 32, 2e-3
# One pair of steps in four reads the same tokens as few rows of LONG tokens: prompts are longer than ROW.
LONG, LONG_EVERY = 1024, 8
# The rate falls slowly, towards step DECAYED, and over the last steps to a twentieth; so the number of steps can be chosen late.
STEPS, DECAYED, COOLING = smoke.few(1950), 2700, smoke.few(500)
SAVED_EVERY = smoke.few(50)
MASKED = 0.2
EMBEDDING_SCALE = 0.05
FOLDER = STAGES / "pretraining"
CHECKPOINT, RESULT = FOLDER / "checkpoint.pt", FOLDER / "backbone.pt"


def pretrained() -> Backbone:
    """The backbone as pretrained, loaded from the cache. @raises FileNotFoundError before `pretrain`."""
    backbone = Backbone(Shape())
    backbone.load_state_dict(torch.load(RESULT))
    return backbone


def rows() -> np.ndarray:
    """All texts in a seeded order, each ended by END, cut into rows of LONG. The project's own records are not among them, so that
    records can be added without pretraining anew."""
    tokenizer = vocabulary.tokenizer()
    texts = [text for source, text in corpora.texts() if source != "labelled:CPED"]
    texts += _cped_dialogues() + [r["text"] for r in corpora.records("offensive")]
    random.Random(1).shuffle(texts)
    ids = [i for encoding in tokenizer.encode_batch(texts) for i in [*encoding.ids, vocabulary.END]]
    return np.array(ids[:len(ids) // LONG * LONG], np.int64).reshape(-1, LONG)


def _cped_dialogues() -> list[str]:
    """CPED's scenes, utterances one a line, without the roles' names."""
    scenes, lines = [], []
    for record in corpora.records("dialogue_emotion"):
        if not record["context"] and lines:
            scenes.append("\n".join(lines))
            lines = []
        lines.append(record["text"])
    return scenes + ["\n".join(lines)]


def pretrain() -> None:
    """Trains STEPS steps; goes on from the last checkpoint where one is left."""
    torch.manual_seed(1)
    backbone = Backbone(Shape())
    with torch.no_grad():
        backbone.embed_tokens.weight.copy_(torch.from_numpy(vocabulary.embeddings(backbone.shape.hidden)) * EMBEDDING_SCALE)
    data = torch.from_numpy(rows())
    count = BATCH * ROW // LONG
    order = np.concatenate([np.random.default_rng(epoch).permutation(len(data)) for epoch in range(1 + STEPS * count // len(data))])
    optimiser = Optimiser(backbone, RATE, DECAYED, warmup=60, cooling=(STEPS - COOLING, STEPS))
    FOLDER.mkdir(parents=True, exist_ok=True)
    if CHECKPOINT.exists():
        saved = torch.load(CHECKPOINT)
        backbone.load_state_dict(saved["backbone"])
        optimiser.restore(saved["optimiser"])
    began, losses = time.time(), [[], []]
    backbone.train()
    print(f"{len(data)} rows of {LONG}, {STEPS} steps from {optimiser.done}", flush=True)
    while optimiser.done < STEPS:
        torch.manual_seed(optimiser.done)
        batch, masked = data[order[optimiser.done * count:][:count]], optimiser.done % 2
        if optimiser.done % LONG_EVERY < LONG_EVERY - 2:
            batch = batch.reshape(-1, ROW)
        with half_where_fast():
            loss = masked_loss(backbone, batch) if masked else next_token_loss(backbone, batch)
        loss.backward()
        optimiser.step()
        losses[masked].append(loss.item())
        if optimiser.done % SAVED_EVERY == 0:
            print(f"{optimiser.done} next {np.mean(losses[0]):.3f} masked {np.mean(losses[1]):.3f} {(time.time() - began) / 60:.1f} min", flush=True)
            losses = [[], []]
            torch.save({"backbone": backbone.state_dict(), "optimiser": optimiser.state()}, CHECKPOINT)
    torch.save(backbone.state_dict(), RESULT)
    CHECKPOINT.unlink(missing_ok=True)


def next_token_loss(backbone: Backbone, batch: torch.Tensor) -> torch.Tensor:
    hidden, _ = backbone(batch[:, :-1], causal=True)
    return F.cross_entropy(backbone.logits(hidden).flatten(0, 1).float(), batch[:, 1:].flatten())


def masked_loss(backbone: Backbone, batch: torch.Tensor) -> torch.Tensor:
    """A fifth of the tokens is hidden (one in ten of these left as it is) and asked for."""
    asked = torch.rand(batch.shape) < MASKED
    hidden_away = asked & (torch.rand(batch.shape) < 0.9)
    hidden, _ = backbone(batch.masked_fill(hidden_away, vocabulary.MASK))
    return F.cross_entropy(backbone.logits(hidden[asked]).float(), batch[asked])
