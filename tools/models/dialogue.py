"""What the language model reads and writes: the product's messages in its chat template, and answers in the product's form."""
import random
from dataclasses import dataclass

import prompts
from vocabulary import END, START

CHAT_TEMPLATE = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
ALIKE = [
    "字面上是{e}，结合上文，心里也是{i}，表里一致，{n}。",
    "话是{e}的，说话人的态度也是{i}，没有反着说，{n}。",
    "从用词看是{e}，上文也支持这样理解，真实态度{i}，{n}。",
]
APART = [
    "字面上是{e}，但结合上文，真正的态度是{i}，{n}。",
    "话面{e}，放回上文里看，其实是{i}，{n}。",
    "只看用词是{e}，可是说话人的本意是{i}，{n}。",
]
# How much a line counts in training: the composed analysis is easy and long, a drawn label says nothing.
ANALYSIS_WEIGHT, SHAM_WEIGHT = 0.3, 0.2
WHY = ["意图偏{p}，情绪是{m}", "这样说是{p}，带着{m}", "属于{p}，主要情绪是{m}"]


def prefix(messages: list[dict], tokenizer) -> list[int]:
    """Tokens of the messages before the question, and of what opens it; line feeds are tokens of their own, so the cut is exact."""
    line_feed, found = tokenizer.encode("\n").ids, []
    for message in messages:
        found += [START, *tokenizer.encode(f"{message['role']}\n{message['content']}").ids, END, *line_feed]
    return [*found, START, *tokenizer.encode("user\n").ids]


def instructions(method: dict, tokenizer) -> list[int]:
    """The prefix of a method without examples."""
    return prefix([{"role": "system", "content": method["system"]}], tokenizer)


def question(text: str, tokenizer) -> list[int]:
    return [*tokenizer.encode(text).ids, END, *tokenizer.encode("\n").ids, START, *tokenizer.encode("assistant\n").ids]


@dataclass(frozen=True)
class Line:
    """One line of an answer without its line feed, and how much it counts in training."""
    text: str
    weight: float


def answer(method: dict, record: dict, seed: int) -> list[Line]:
    """What a guided answer says, line by line, with an analysis where the method reasons first. A sham field's label is drawn: there is
    nothing to be learnt in it."""
    random_, said, lines = random.Random(f"{seed} {record['text']} {record['context']}"), labels_of(record), []
    fields = fields_of(method)
    for step in method["steps"]:
        if step["kind"] == "reason":
            lines.append(Line(prompts.product()["reasonHeading"] + analysis(record, seed), ANALYSIS_WEIGHT))
        elif step["kind"] in ("choose", "derive"):
            field, weight = fields[step["field"]], 1.0
            if step["kind"] == "derive":
                given = [said[part] for part in field["from"]]
                said[field["id"]] = next(row["label"] for row in field["table"] if row["given"] == given)
                # the product states a derived label itself; of a sham matrix there is nothing to learn in it
                weight = 0.0 if method["control"] in ("arbitrary", "permuted") else 1.0
            elif field["id"] not in said:
                said[field["id"]], weight = random_.choice(field["labels"])["id"], SHAM_WEIGHT
            lines.append(Line(field["heading"] + named(field, said[field["id"]]), weight))
    return lines


def told(method: dict, record: dict) -> str:
    """What the method tells behind the target sentence: the record's own labels."""
    said, fields = labels_of(record), fields_of(method)
    return "".join(lines[[label["id"] for label in fields[field]["labels"]].index(said[field])] for field, lines in method["told"].items())


def fields_of(method: dict) -> dict[str, dict]:
    """The fields of the scheme that a method is asked over."""
    return {field["id"]: field for field in method["fields"]} if method["fields"] else prompts.fields()


def labels_of(record: dict) -> dict[str, str]:
    """Label ids of all fields of the scheme, stance by its table."""
    return {**{field: record[field] for field in ("explicit", "implicit", "intent", "emotion")}, "stance": stance(record)}


def named(field: dict, label: str) -> str:
    """The Chinese name of a label."""
    return next(known["zh"] for known in field["labels"] if known["id"] == label)


def written(field: str, record: dict) -> str:
    """The Chinese name of the record's label."""
    return named(prompts.fields()[field], labels_of(record)[field])


def stance(record: dict) -> str:
    table = prompts.fields()["stance"]["table"]
    return next(row["label"] for row in table if row["given"] == [record["explicit"], record["implicit"]])


def analysis(record: dict, seed: int) -> str:
    """One sentence composed from the labels, in one of several phrasings."""
    random_ = random.Random(f"{seed} {record['text']}")
    form = random_.choice(ALIKE if record["explicit"] == record["implicit"] else APART)
    why = random_.choice(WHY).format(p=written("intent", record), m=written("emotion", record))
    return form.format(e=written("explicit", record), i=written("implicit", record), n=why)
