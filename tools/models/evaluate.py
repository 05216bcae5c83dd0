"""Measures both models, each figure beside two baselines: what goes into model.json, and the tables of the model cards."""
import functools
import json
from collections.abc import Callable, Iterable, Iterator

import numpy as np
import onnxruntime

import classifier
import dialogue
import guided
import kept_figures
import prompts
import smoke
import supervision
import training_set
import transfer
import vocabulary
from baselines import NGrams, majority
from measures import Figure, accuracy, calibration_band, calibration_error, figure, gain, macro_f1, share
from places import BENCHMARK_SAMPLE, MODELS, STAGES

ASKED = ["explicit", "implicit", "stance", "intent", "emotion"]
# Records on which the slower methods are tried; real records that a smoke run tries.
FEW, TRIED = 150, 12
CLASSIFIER, LANGUAGE_MODEL = "xianwai-classifier", "xianwai-lm"
FULL = STAGES / "full"
# `entry`'s keys beside value and n, in tables.
COLUMNS = {"low": "95 % low", "high": "high", "baseline": "n-gram LR", "gain": "gain", "gainLow": "low", "gainHigh": "high",
           "majority": "majority", "tuned": "n-gram LR, tuned", "bandLow": "band of a calibrated model, low", "bandHigh": "high",
           "change": "mean change of a probability", "winnerChange": "of the winner's"}


def main() -> None:
    """Measures what has not been measured on these weights yet, and prints all tables."""
    for model, parts in PARTS.items():
        for part, measure in parts.items():
            kept_figures.measured(model, part, measure)
        print(tables(model, kept(model)), flush=True)


def kept(model: str) -> list[dict]:
    """The figures measured on the weights that ship."""
    return kept_figures.figures(model, PARTS[model])


def minutes() -> dict[str, float]:
    """How long each part took that has been measured."""
    spent = {f"{model}, {part}": kept_figures.minutes(model, part) for model, parts in PARTS.items() for part in parts}
    return {part: value for part, value in spent.items() if value}


def tables(model: str, figures: list[dict]) -> str:
    """Figures as Markdown, one table for all of one data set that say the same things."""
    grouped: dict[tuple, list[dict]] = {}
    for one in figures:
        grouped.setdefault((one["on"]["en"], one["n"], *(c for c in COLUMNS if c in one)), []).append(one)
    lines = []
    for (on, n, *columns), rows in grouped.items():
        lines += [f"\n## {model}: {on}, n = {n}\n", " | ".join(["| figure | value", *(COLUMNS[c] for c in columns)]) + " |", "|---" * (2 + len(columns)) + "|"]
        lines += [" | ".join([f"| {r['name']['en']}", *(f"{r[c]:.3f}" for c in ("value", *columns))]) + " |" for r in rows]
    return "\n".join(lines)


def labels(field: str) -> list[str]:
    return prompts.label_ids(field)


def gold_of(records: list[dict], field: str) -> np.ndarray:
    """Label indices; stance by the scheme's table; -1 outside the scheme."""
    if field == "stance":
        table = {tuple(row["given"]): labels("stance").index(row["label"]) for row in prompts.fields()["stance"]["table"]}
        return np.array([table.get((r["explicit"], r["implicit"]), -1) for r in records])
    names = labels(field)
    return np.array([names.index(r[field]) if r[field] in names else -1 for r in records])


def benchmark() -> list[dict]:
    """The 34 real records as the training set has them."""
    rows = [json.loads(line) for line in BENCHMARK_SAMPLE.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [{"scene": r["scenario_type"], "context": r["context"], "text": r["text"], "explicit": r["explicit_polarity"],
             "implicit": r["implicit_polarity"], "intent": r["pragmatic_intent"], "emotion": r["fine_grained_emotion"]}
            for r in smoke.some(rows, TRIED)]


def classifier_probabilities(path, records: list[dict]) -> dict[str, np.ndarray]:
    """Softmax within each field by a graph, one record at a time."""
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    encoded = classifier.encode(supervision.own(records), {f: labels(f) for f in supervision.FIELDS}, vocabulary.for_pairs())
    rows = []
    for ids, segments in zip(encoded.ids, encoded.segments):
        feeds = {"input_ids": np.array([ids]), "attention_mask": np.ones((1, len(ids)), np.int64), "token_type_ids": np.array([segments])}
        rows.append(session.run(["logits"], feeds)[0][0])
    logits, found, at = np.array(rows), {}, 0
    for field in supervision.FIELDS:
        part = logits[:, at:at + len(labels(field))]
        share = np.exp(part - part.max(1, keepdims=True))
        found[field] = share / share.sum(1, keepdims=True)
        at += len(labels(field))
    return found


def with_stance(probabilities: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Stance as the product of both polarities, in the order of the scheme's stances."""
    table = prompts.fields()["stance"]["table"]
    stance = np.zeros((len(probabilities["explicit"]), len(table)))
    for row in table:
        e, i = labels("explicit").index(row["given"][0]), labels("implicit").index(row["given"][1])
        stance[:, labels("stance").index(row["label"])] = probabilities["explicit"][:, e] * probabilities["implicit"][:, i]
    return {**probabilities, "stance": stance}


def figures_of(title: str, records: list[dict], predicted: dict[str, np.ndarray]) -> Iterator[dict]:
    """Macro-F1 and accuracy of each field beside both baselines."""
    train, baseline = training_set.parts()["train"], ngram_predictions(title)
    for field in predicted:
        gold, count = gold_of(records, field), len(labels(field))
        known = gold >= 0
        gold, mine, theirs = gold[known], predicted[field][known], baseline[field][known]
        most = majority(gold_of(train, field), len(gold))
        for zh, en, measure in (("macro-F1", "macro-F1", macro_f1), ("准确率", "accuracy", accuracy)):
            yield entry(f"{zh_name(field)} {zh}", f"{field}, {en}", figure(measure, gold, mine, count), title,
                        baseline=measure(gold, theirs, count), **gained(gain(measure, gold, mine, theirs, count)), majority=measure(gold, most, count))


def zh_name(field: str) -> str:
    return prompts.fields()[field]["heading"].rstrip("：")


def gained(more: Figure) -> dict[str, float]:
    """A gain as `entry` keeps it."""
    return {"gain": more.value, "gainLow": more.low, "gainHigh": more.high}


def entry(zh: str, en: str, value: Figure | float, on: str, n: int | None = None, **more) -> dict:
    """One figure as model.json keeps it."""
    if isinstance(value, Figure):
        more = {"low": value.low, "high": value.high, **more}
        value, n = value.value, value.n
    rounded = {name: round(float(number), 4) for name, number in more.items()}
    return {"name": {"zh": zh, "en": en}, "value": round(value, 4), "n": n, "on": {"zh": ON[on], "en": on}, **rounded}


HELD_OUT, REAL = "held-out records of this project", "the benchmark's sample (34 real records)"
ON = {
    HELD_OUT: "本项目留出样本", REAL: "基准的 34 条真实样本",
    transfer.CPED: "CPED test→valid", transfer.EIGHT: "八类情绪，留出五分之一",
    **{transfer.sarcasm_on(t): f"未见话题 {t} 上的讽刺" for t in transfer.TOPICS},
}


def ngram_predictions(title: str) -> dict[str, np.ndarray]:
    """The baseline trained on the project's training records."""
    at = 0
    for name, records in measured().items():
        if name == title:
            return {field: predicted[at:at + len(records)] for field, predicted in _ngram_predictions().items()}
        at += len(records)
    raise KeyError(title)


@functools.cache
def _ngram_predictions() -> dict[str, np.ndarray]:
    """Of all measured records together: fitting takes minutes."""
    train = training_set.parts()["train"]
    grams = NGrams(train, [r for records in measured().values() for r in records])
    return {field: grams.predictions(gold_of(train, field)) for field in ASKED}


@functools.cache
def measured() -> dict[str, list[dict]]:
    """The record sets that both models are measured on."""
    return {HELD_OUT: training_set.parts()["test"], REAL: benchmark()}


def classifier_records() -> Iterator[dict]:
    for title, records in measured().items():
        yield from figures_of(title, records, {field: p.argmax(1) for field, p in shipped_probabilities(title).items()})


@functools.cache
def shipped_probabilities(title: str) -> dict[str, np.ndarray]:
    """By field, of the classifier that ships."""
    found = with_stance(classifier_probabilities(MODELS / CLASSIFIER / "onnx" / "model_quantized.onnx", measured()[title]))
    return {field: found[field] for field in ASKED}


def calibration() -> Iterator[dict]:
    """Equal-mass calibration error beside the band of a perfectly calibrated model."""
    records, probabilities = measured()[HELD_OUT], shipped_probabilities(HELD_OUT)
    for field in ASKED:
        confidence = probabilities[field].max(1)
        right = probabilities[field].argmax(1) == gold_of(records, field)
        low, high = calibration_band(confidence)
        yield entry(f"{zh_name(field)} 校准误差 ECE", f"{field}, expected calibration error", calibration_error(confidence, right), HELD_OUT, len(records),
                    bandLow=low, bandHigh=high)


def classifier_fidelity() -> Iterator[dict]:
    return fidelity(shipped_probabilities(HELD_OUT), with_stance(classifier_probabilities(FULL / "classifier.onnx", measured()[HELD_OUT])))


def fidelity(shipped: dict[str, np.ndarray], full: dict[str, np.ndarray]) -> Iterator[dict]:
    """int8 beside fp32 on the held-out records."""
    for field in ASKED:
        rows, winner = np.arange(len(full[field])), full[field].argmax(1)
        changes = np.abs(shipped[field] - full[field])
        yield entry(f"{zh_name(field)} int8 与 fp32 同一胜者", f"{field}, int8 has the same winner as fp32",
                    share(int((shipped[field].argmax(1) == winner).sum()), len(winner)), HELD_OUT,
                    change=changes.mean(), winnerChange=changes[rows, winner].mean())


def other_task(title: str) -> Iterator[dict]:
    """Another's task: the encoder taught it, mixed with n-grams, beside n-grams alone."""
    result = transfer.tasks()[title]()
    gold, classes = result.gold, int(result.train_gold.max()) + 1
    # n-grams whose threshold was chosen the same way, where one was chosen
    tuned = {} if result.tuned is None else {"tuned": macro_f1(gold, result.tuned, classes)}
    yield entry("macro-F1（编码器整体重训，与 n-gram 合并）", "macro-F1 (encoder taught the task, mixed with n-grams)",
                figure(macro_f1, gold, result.mine, classes), title, baseline=macro_f1(gold, result.baseline, classes),
                **gained(gain(macro_f1, gold, result.mine, result.baseline, classes)),
                majority=macro_f1(gold, majority(result.train_gold, len(gold)), classes), **tuned)


@functools.cache
def language_model(precision: str) -> onnxruntime.InferenceSession:
    return guided.tree_session(MODELS / LANGUAGE_MODEL / "onnx" / "model_quantized.onnx" if precision == "int8" else FULL / "language-model.onnx")


@functools.cache
def by_matrix(title: str, precision: str = "int8") -> list[guided.Answer]:
    """The language model's guided answers."""
    asked = guided.Asked(language_model(precision), method("matrix"), vocabulary.tokenizer())
    return [asked.answer(q) for q in questions(title)]


@functools.cache
def questions(title: str) -> list[str]:
    return [q["question"] for q in prompts.dump(measured()[title])["questions"]]


def method(name: str) -> dict:
    return next(m for m in prompts.product()["methods"] if m["id"] == name)


def language_model_records() -> Iterator[dict]:
    for title, records in measured().items():
        answers = by_matrix(title)
        yield from figures_of(title, records, {field: np.array([a.labels[field] for a in answers]) for field in ASKED})


def language_model_fidelity() -> Iterator[dict]:
    return fidelity(*({field: np.array([a.distributions[field] for a in by_matrix(HELD_OUT, precision)]) for field in ASKED}
                      for precision in ("int8", "fp32")))


def by_method() -> Iterator[dict]:
    """Every guided method on some of the records: macro-F1 of what it chooses."""
    records = measured()[HELD_OUT][:FEW]
    for one in prompts.product()["methods"]:
        of_others = any(step["kind"] == "give" and step["from"] != "gold" for step in one["steps"])
        if one["asking"] != "guided" or one["control"] in ("arbitrary", "permuted") or of_others:
            continue
        asked = guided.Asked(language_model("int8"), one, vocabulary.tokenizer())
        answers = [asked.answer(q + dialogue.told(one, r)) for q, r in zip(questions(HELD_OUT), records)]
        for field in ("stance", "intent", "emotion"):
            if field in answers[0].labels:
                value = figure(macro_f1, gold_of(records, field), np.array([a.labels[field] for a in answers]), len(labels(field)))
                yield entry(f"{one['id']}：{zh_name(field)} macro-F1", f"{one['id']}: {field}, macro-F1", value, HELD_OUT)


def free_answers() -> Iterator[dict]:
    """How many free answers parse, and of these how many say in all fields what the guided answer says."""
    for written, chosen in (("matrix-free", "matrix"), ("direct-free", "direct"), ("cot", "reason")):
        asked = guided.Asked(language_model("int8"), method(chosen), vocabulary.tokenizer())
        answers = [asked.answer(q) for q in questions(HELD_OUT)]
        limit = 80 + sum(s.get("maxTokens", 0) for s in method(written)["steps"])
        read = [guided.parsed(asked.written(q, a.text, limit), method(written)) for q, a in zip(questions(HELD_OUT), answers)]
        both = [(said, a.labels) for said, a in zip(read, answers) if said is not None]
        yield entry(f"{written} 可解析率", f"{written}: free answers that parse", share(len(both), len(read)), HELD_OUT)
        yield entry(f"{written} 与引导作答全同", f"{written}: same as guided in all fields",
                    share(sum(all(a[f] == t[f] for f in t) for t, a in both), len(both)), HELD_OUT)


# What is measured, by model and part.
PARTS: dict[str, dict[str, Callable[[], Iterable[dict]]]] = {
    CLASSIFIER: {
        "records": classifier_records, "calibration": calibration, "fidelity": classifier_fidelity,
        "cped": functools.partial(other_task, transfer.CPED), "eight-emotions": functools.partial(other_task, transfer.EIGHT),
        **{f"sarcasm-{topic}": functools.partial(other_task, transfer.sarcasm_on(topic)) for topic in transfer.TOPICS},
    },
    LANGUAGE_MODEL: {"records": language_model_records, "fidelity": language_model_fidelity, "free": free_answers, "methods": by_method},
}


if __name__ == "__main__":
    main()
