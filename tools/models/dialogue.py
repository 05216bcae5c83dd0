"""What the language model reads and writes: the product's messages in its chat template, and answers in the product's form."""
import random

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
WHY = ["意图偏{p}，情绪是{m}", "这样说是{p}，带着{m}", "属于{p}，主要情绪是{m}"]


def prefix(system: str, tokenizer) -> list[int]:
    """Tokens before the question; line feeds are tokens of their own, so the cut is exact."""
    return [START, *tokenizer.encode(f"system\n{system}").ids, END, *tokenizer.encode("\n").ids, START, *tokenizer.encode("user\n").ids]


def question(text: str, tokenizer) -> list[int]:
    return [*tokenizer.encode(text).ids, END, *tokenizer.encode("\n").ids, START, *tokenizer.encode("assistant\n").ids]


def answer(method: dict, record: dict, seed: int) -> str:
    """What a guided answer says, line by line, with an analysis where the method reasons first."""
    lines = []
    for step in method["steps"]:
        if step["kind"] == "reason":
            lines.append(prompts.product()["reasonHeading"] + analysis(record, seed))
        else:
            lines.append(prompts.fields()[step["field"]]["heading"] + written(step["field"], record))
    return "".join(line + "\n" for line in lines)


def written(field: str, record: dict) -> str:
    """The Chinese name of the record's label."""
    wanted = stance(record) if field == "stance" else record[field]
    return next(label["zh"] for label in prompts.fields()[field]["labels"] if label["id"] == wanted)


def stance(record: dict) -> str:
    table = prompts.fields()["stance"]["table"]
    return next(row["label"] for row in table if row["given"] == [record["explicit"], record["implicit"]])


def analysis(record: dict, seed: int) -> str:
    """One sentence composed from the labels, in one of several phrasings."""
    random_ = random.Random(f"{seed} {record['text']}")
    form = random_.choice(ALIKE if record["explicit"] == record["implicit"] else APART)
    why = random_.choice(WHY).format(p=written("intent", record), m=written("emotion", record))
    return form.format(e=written("explicit", record), i=written("implicit", record), n=why)


def distinct_methods() -> list[dict]:
    """Methods whose instructions differ; the guided and the free one of a kind read the same."""
    return list({method["system"]: method for method in prompts.product()["methods"]}.values())
