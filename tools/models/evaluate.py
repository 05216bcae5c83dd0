"""Prints the tables of the model cards, and gives the figures that go into model.json."""
import functools
import json
from collections.abc import Iterator

import numpy as np
import onnxruntime

import classifier
import dialogue
import guided
import prompts
import supervision
import training_set
import transfer
import vocabulary
from baselines import NGrams, majority
from measures import Figure, accuracy, calibration_band, calibration_error, figure, gain, macro_f1
from places import BENCHMARK_SAMPLE, MODELS, STAGES

ASKED = ["explicit", "implicit", "stance", "intent", "emotion"]
# Records on which the slower methods are tried.
FEW = 150
FULL, KEPT = STAGES / "full", STAGES / "figures.json"


def main() -> None:
    """All tables; figures of both models to the cache."""
    figures = {"xianwai-classifier": classifier_figures(), "xianwai-lm": language_model_figures()}
    KEPT.write_text(json.dumps(figures, ensure_ascii=False, indent=1), encoding="utf-8")


def kept() -> dict[str, list[dict]]:
    """The figures of the last evaluation by model; none before the first."""
    return json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}


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
             "implicit": r["implicit_polarity"], "intent": r["pragmatic_intent"], "emotion": r["fine_grained_emotion"]} for r in rows]


def classifier_probabilities(path, records: list[dict]) -> dict[str, np.ndarray]:
    """Softmax within each field by a graph, one record at a time."""
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    encoded = classifier.encode(supervision.own(records), {f: labels(f) for f in supervision.FIELDS}, vocabulary.tokenizer())
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


def table_of(title: str, records: list[dict], predicted: dict[str, np.ndarray]) -> Iterator[dict]:
    """Prints macro-F1 and accuracy of each field beside both baselines; yields them for the card."""
    train, baseline = training_set.parts()["train"], ngram_predictions(title)
    print(f"\n## {title}, n = {len(records)}\n")
    print("| field | macro-F1 | n-gram LR | gain | majority | accuracy | n-gram LR |\n|---|---|---|---|---|---|---|")
    for field in predicted:
        gold, count = gold_of(records, field), len(labels(field))
        known = gold >= 0
        gold, mine, theirs = gold[known], predicted[field][known], baseline[field][known]
        value, other, more = figure(macro_f1, gold, mine, count), figure(macro_f1, gold, theirs, count), gain(macro_f1, gold, mine, theirs, count)
        most = macro_f1(gold, majority(gold_of(train, field), len(gold)), count)
        right, right_other = figure(accuracy, gold, mine), figure(accuracy, gold, theirs)
        print(f"| {field} | {value} | {other} | {more} | {most:.3f} | {right} | {right_other} |")
        name = prompts.fields()[field]["heading"].rstrip("：")
        yield entry(f"{name} macro-F1", f"{field}, macro-F1", value, title, baseline=other.value, majority=most)
        yield entry(f"{name} 准确率", f"{field}, accuracy", right, title, baseline=right_other.value)


def entry(zh: str, en: str, value: Figure | float, on: str, n: int | None = None, **more) -> dict:
    """One figure as model.json keeps it."""
    if isinstance(value, Figure):
        more = {"low": round(value.low, 4), "high": round(value.high, 4), **more}
        value, n = value.value, value.n
    rounded = {k: round(v, 4) if isinstance(v, float) else v for k, v in more.items()}
    return {"name": {"zh": zh, "en": en}, "value": round(value, 4), "n": n, "on": {"zh": ON[on], "en": on}, **rounded}


HELD_OUT, REAL = "held-out records of this project", "the benchmark's sample (34 real records)"
ON = {
    HELD_OUT: "本项目留出样本", REAL: "基准的 34 条真实样本",
    transfer.CPED: "CPED test→valid", transfer.EIGHT: "八类情绪，留出五分之一",
    **{f"sarcasm on the unseen topic {t}": f"未见话题 {t} 上的讽刺" for t in transfer.TOPICS},
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


def classifier_figures() -> list[dict]:
    found, test = [], measured()[HELD_OUT]
    shipped = MODELS / "xianwai-classifier" / "onnx" / "model_quantized.onnx"
    probabilities = {}
    for title, records in measured().items():
        probabilities[title] = with_stance(classifier_probabilities(shipped, records))
        predicted = {field: probabilities[title][field].argmax(1) for field in ASKED}
        found += table_of(title, records, predicted)
    found += calibration_of(test, probabilities[HELD_OUT])
    found += fidelity("classifier", probabilities[HELD_OUT], with_stance(classifier_probabilities(FULL / "classifier.onnx", test)))
    return found + list(other_tasks())


def calibration_of(records: list[dict], probabilities: dict[str, np.ndarray]) -> list[dict]:
    print("\n## calibration on the held-out records (equal-mass ECE, 10 bins)\n\n| field | ECE | 95 % band of a calibrated model |\n|---|---|---|")
    found = []
    for field in ASKED:
        confidence = probabilities[field].max(1)
        right = probabilities[field].argmax(1) == gold_of(records, field)
        error, (low, high) = calibration_error(confidence, right), calibration_band(confidence)
        print(f"| {field} | {error:.3f} | {low:.3f} to {high:.3f} |")
        found.append(entry(f"{field} 校准误差 ECE", f"{field}, expected calibration error", error, HELD_OUT, len(records), bandLow=low, bandHigh=high))
    return found


def fidelity(what: str, shipped: dict[str, np.ndarray], full: dict[str, np.ndarray]) -> list[dict]:
    print(f"\n## {what}: int8 beside fp32 on the held-out records\n\n| field | same winner | mean change of a probability | of the winner's |\n|---|---|---|---|")
    found = []
    for field in shipped:
        same = float((shipped[field].argmax(1) == full[field].argmax(1)).mean())
        change = float(np.abs(shipped[field] - full[field]).mean())
        rows, winner = np.arange(len(full[field])), full[field].argmax(1)
        of_winner = float(np.abs(shipped[field][rows, winner] - full[field][rows, winner]).mean())
        print(f"| {field} | {same:.3f} | {change:.4f} | {of_winner:.4f} |")
        found.append(entry(f"{field} int8 与 fp32 同一胜者", f"{field}, int8 has the same winner as fp32", same, HELD_OUT, len(winner), winnerChange=of_winner))
    return found


def other_tasks() -> Iterator[dict]:
    """Other people's tasks: the encoder taught each of them, mixed with n-grams, beside n-grams alone."""
    for result in transfer.results():
        gold, classes = result.gold, int(result.train_gold.max()) + 1
        value, more = figure(macro_f1, gold, result.mine, classes), gain(macro_f1, gold, result.mine, result.baseline, classes)
        other, most = macro_f1(gold, result.baseline, classes), macro_f1(gold, majority(result.train_gold, len(gold)), classes)
        tuned = "" if result.tuned is None else f"; n-gram LR with a threshold chosen the same way {macro_f1(gold, result.tuned, classes):.3f}"
        print(f"\n## {result.title}, n = {len(gold)}\n\nmacro-F1 {value}; n-gram LR {other:.3f}; gain {more}; majority {most:.3f}; "
              f"accuracy {accuracy(gold, result.mine):.3f}, n-gram LR {accuracy(gold, result.baseline):.3f}{tuned}", flush=True)
        yield entry("macro-F1（编码器整体重训，与 n-gram 合并）", "macro-F1 (encoder taught the task, mixed with n-grams)", value, result.title,
                    baseline=other, majority=most)


def language_model_figures() -> list[dict]:
    found = []
    folder, tokenizer = MODELS / "xianwai-lm", vocabulary.tokenizer()
    shipped = guided.tree_session(folder / "onnx" / "model_quantized.onnx")
    full = guided.tree_session(FULL / "language-model.onnx")
    methods = {m["id"]: m for m in prompts.product()["methods"]}
    for title, records in measured().items():
        questions = [q["question"] for q in prompts.dump(records)["questions"]]
        asked = guided.Asked(shipped, methods["matrix"], tokenizer)
        answers = [asked.answer(q) for q in questions]
        predicted = {field: np.array([a.labels[field] for a in answers]) for field in ASKED}
        found += table_of(title, records, predicted)
        if title == HELD_OUT:
            exact = guided.Asked(full, methods["matrix"], tokenizer)
            found += fidelity("language model", *({f: np.array([a.distributions[f] for a in part]) for f in supervision.FIELDS}
                                                  for part in (answers, [exact.answer(q) for q in questions])))
            found += free_answers(shipped, tokenizer, questions)
            found += by_method(shipped, tokenizer, records, questions)
    return found


def by_method(session, tokenizer, records: list[dict], questions: list[str]) -> Iterator[dict]:
    """Every guided method on some of the records: macro-F1 of what it chooses."""
    print(f"\n## guided methods on {FEW} held-out records, macro-F1\n\n| method | " + " | ".join(ASKED) + " |\n|---|" + "---|" * len(ASKED))
    records = records[:FEW]
    for method in prompts.product()["methods"]:
        of_others = any(step["kind"] == "give" and step["from"] != "gold" for step in method["steps"])
        if method["asking"] != "guided" or method["control"] in ("arbitrary", "permuted") or of_others:
            continue
        asked = guided.Asked(session, method, tokenizer)
        answers = [asked.answer(q + dialogue.told(method, r)) for q, r in zip(questions, records)]
        cells = []
        for field in ASKED:
            if field not in answers[0].labels:
                cells.append("")
                continue
            value = figure(macro_f1, gold_of(records, field), np.array([a.labels[field] for a in answers]), len(labels(field)))
            cells.append(str(value))
            if field in ("intent", "emotion"):
                yield entry(f"{method['id']}：{field} macro-F1", f"{method['id']}: {field}, macro-F1", value, HELD_OUT)
        print(f"| {method['id']} | " + " | ".join(cells) + " |", flush=True)


def free_answers(session, tokenizer, questions: list[str]) -> list[dict]:
    print("\n## free answers on the held-out records\n\n| method | n | parsed | agrees with guided, all fields | by field |\n|---|---|---|---|---|")
    found = []
    methods = {m["id"]: m for m in prompts.product()["methods"]}
    for written, chosen in (("matrix-free", "matrix"), ("direct-free", "direct"), ("cot", "reason")):
        count = len(questions)
        asked = guided.Asked(session, methods[chosen], tokenizer)
        answers = [asked.answer(q) for q in questions[:count]]
        limit = 80 + sum(s.get("maxTokens", 0) for s in methods[written]["steps"])
        texts = [asked.written(q, a.text, limit) for q, a in zip(questions, answers)]
        read = [guided.parsed(text, methods[written]) for text in texts]
        both = [(labels, a.labels) for labels, a in zip(read, answers) if labels is not None]
        share = len(both) / len(read)
        whole = sum(all(a[f] == t[f] for f in t) for t, a in both) / max(1, len(both))
        by_field = {f: sum(a[f] == t[f] for t, a in both) / max(1, len(both)) for f in ASKED if both and f in both[0][0]}
        print(f"| {written} | {len(read)} | {share:.3f} | {whole:.3f} | {', '.join(f'{f} {v:.3f}' for f, v in by_field.items())} |", flush=True)
        found.append(entry(f"{written} 可解析率", f"{written}: free answers that parse", share, HELD_OUT, len(read)))
        found.append(entry(f"{written} 与引导作答全同", f"{written}: same as guided in all fields", whole, HELD_OUT, len(both)))
    return found


if __name__ == "__main__":
    main()
