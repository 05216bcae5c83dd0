"""Asks the language model's graph as the product does: one forward over a tree of labels, and greedy text."""
from dataclasses import dataclass

import numpy as np
import onnx
import onnxruntime

import dialogue
import prompts
from graph import HIDDEN_FROM_VIEW
from vocabulary import END

Past = dict[str, np.ndarray]


def tree_session(path, threads: int = 1) -> onnxruntime.InferenceSession:
    """The graph with its causal mask turned into the input `tree_bias`."""
    model = onnx.load(str(path))
    made = next(node for node in model.graph.node if "tree_bias" in node.output)
    model.graph.node.remove(made)
    model.graph.input.append(onnx.helper.make_tensor_value_info("tree_bias", onnx.TensorProto.FLOAT, ["sequence_length", "total_sequence_length"]))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


@dataclass
class Answer:
    """labels: the chosen label's index by field; distributions: probabilities over each field's labels on the chosen path;
    joint: of explicit x implicit where the method asks for both."""
    labels: dict[str, int]
    distributions: dict[str, np.ndarray]
    text: str


class Asked:
    """A language model with one method's instructions read."""

    def __init__(self, session: onnxruntime.InferenceSession, method: dict, tokenizer):
        self.session, self.method, self.tokenizer = session, method, tokenizer
        self.empty = {i.name: np.zeros((1, i.shape[1], 0, i.shape[3]), np.float32) for i in session.get_inputs() if i.name.startswith("past")}
        prefix = dialogue.instructions(method, tokenizer)
        self.instructions = self.forward(prefix, list(range(len(prefix))), _causal(len(prefix), 0), self.empty)[1]

    def forward(self, tokens: list[int], positions: list[int], bias: np.ndarray, past: Past) -> tuple[np.ndarray, Past]:
        length = next(iter(past.values())).shape[2]
        feeds = {"input_ids": np.array([tokens]), "attention_mask": np.ones((1, length + len(tokens)), np.int64),
                 "position_ids": np.array([positions]), "num_logits_to_keep": np.array(0, np.int64), "tree_bias": bias, **past}
        logits, *present = self.session.run(None, feeds)
        names = [o.name.replace("present", "past_key_values") for o in self.session.get_outputs()[1:]]
        return logits[0], dict(zip(names, present))

    def read(self, question: str) -> tuple[np.ndarray, Past]:
        """Logits after the question, and the cache behind it."""
        return self.continued(dialogue.question(question, self.tokenizer), self.instructions)

    def continued(self, tokens: list[int], past: Past) -> tuple[np.ndarray, Past]:
        length = next(iter(past.values())).shape[2]
        logits, present = self.forward(tokens, list(range(length, length + len(tokens))), _causal(len(tokens), length), past)
        return logits[-1], present

    def written(self, question: str, guess: str, limit: int = 160) -> str | None:
        """Greedy text; None where it finds no end. What the guess has right is read in one forward instead of written token by token."""
        logits, past = self.read(question)
        tokens, length = self.tokenizer.encode(guess).ids, next(iter(past.values())).shape[2]
        rows, present = self.forward(tokens, list(range(length, length + len(tokens))), _causal(len(tokens), length), past)
        said = np.concatenate([[logits.argmax()], rows.argmax(1)])
        right = next((at for at, token in enumerate(tokens) if said[at] != token), len(tokens))
        behind = {name: value[:, :, :length + right] for name, value in present.items()}
        rest = self._greedy(rows[right - 1] if right else logits, behind, limit, None)
        return None if rest is None else self.tokenizer.decode(tokens[:right]) + rest

    def _greedy(self, logits: np.ndarray, past: Past, limit: int, stop: int | None) -> str | None:
        tokens: list[int] = []
        while len(tokens) < limit:
            token = int(logits.argmax())
            if token in (END, stop):
                return self.tokenizer.decode(tokens)
            tokens.append(token)
            logits, past = self.continued([token], past)
        return None

    def answer(self, question: str) -> Answer:
        """Guided: the steps of the method, the matrix by its best cell."""
        logits, past = self.read(question)
        answer = Answer({}, {}, "")
        steps = [step for step in self.method["steps"] if step["kind"] != "give"]
        if steps[0]["kind"] == "reason":
            heading = prompts.product()["reasonHeading"]
            line_feed = self.tokenizer.encode("\n").ids[0]
            logits, behind = self.continued(self.tokenizer.encode(heading).ids, past)
            answer.text = heading + (self._greedy(logits, behind, steps[0]["maxTokens"], line_feed) or "") + "\n"
            steps = steps[1:]
        if steps[0]["field"] == "explicit":
            self._matrix(answer, logits, past)
            steps = steps[3:]
        for step in steps:
            self._choose(answer, step["field"], logits, past)
        return answer

    def _line(self, field: str, label: int) -> str:
        found = prompts.fields()[field]
        return f"{found['heading']}{found['labels'][label]['zh']}\n"

    def _matrix(self, answer: Answer, logits, past) -> None:
        pairs = [(e, i) for e in range(3) for i in range(3)]
        lines = [self._line("explicit", e) + self._line("implicit", i) for e, i in pairs]
        joint = self._probabilities(answer.text, lines, logits, past)
        e, i = pairs[int(joint.argmax())]
        table = joint.reshape(3, 3)
        answer.labels |= {"explicit": e, "implicit": i}
        answer.distributions |= {"explicit": table.sum(1), "implicit": table[e] / table[e].sum()}
        stances = [_stance(*pair) for pair in pairs]
        answer.labels["stance"] = stances[int(joint.argmax())]
        answer.distributions["stance"] = joint[np.argsort(stances)]
        answer.text += self._line("explicit", e) + self._line("implicit", i) + self._line("stance", answer.labels["stance"])

    def _choose(self, answer: Answer, field: str, logits, past) -> None:
        lines = [self._line(field, at) for at in range(len(prompts.fields()[field]["labels"]))]
        probabilities = self._probabilities(answer.text, lines, logits, past)
        answer.labels[field] = int(probabilities.argmax())
        answer.distributions[field] = probabilities
        answer.text += self._line(field, answer.labels[field])

    def _probabilities(self, said: str, lines: list[str], logits: np.ndarray, past: Past) -> np.ndarray:
        """Of each line behind what was said: products, over the branching nodes of their trie, of the softmax among the children."""
        nodes, ends = [(-1, -1)], []  # (parent, token); the root stands before the first token
        children: list[dict[int, int]] = [{}]
        for line in lines:
            at = 0
            for token in self.tokenizer.encode(said + line).ids:
                if token not in children[at]:
                    children[at][token] = len(nodes)
                    nodes.append((at, token))
                    children.append({})
                at = children[at][token]
            ends.append(at)
        rows = self._tree(nodes, past)
        behind = np.zeros(len(nodes))
        for node, below in enumerate(children):
            if len(below) > 1:
                scores = (logits if node == 0 else rows[node - 1])[list(below)].astype(np.float64)
                share = np.exp(scores - scores.max())
                behind[list(below.values())] = np.log(share / share.sum())
        totals = []
        for at in ends:
            total = 0.0
            while at:
                total += behind[at]
                at = nodes[at][0]
            totals.append(total)
        return np.exp(totals)

    def _tree(self, nodes: list[tuple[int, int]], past: Past) -> np.ndarray:
        """Logits of all nodes but the root in one forward; each sees what is behind it and itself only."""
        length, count = next(iter(past.values())).shape[2], len(nodes) - 1
        depths, seen = [0] * (count + 1), np.eye(count, dtype=bool)
        for node in range(1, count + 1):
            parent = nodes[node][0]
            depths[node] = depths[parent] + 1
            if parent:
                seen[node - 1] |= seen[parent - 1]
        bias = np.where(np.concatenate([np.ones((count, length), bool), seen], 1), np.float32(0), HIDDEN_FROM_VIEW)
        return self.forward([t for _, t in nodes[1:]], [length + d - 1 for d in depths[1:]], bias, past)[0]


def _stance(explicit: int, implicit: int) -> int:
    """The stance of a cell of the matrix, as a number in the scheme's list."""
    fields = prompts.fields()
    given = [fields[f]["labels"][at]["id"] for f, at in (("explicit", explicit), ("implicit", implicit))]
    return prompts.label_ids("stance").index(next(row["label"] for row in fields["stance"]["table"] if row["given"] == given))


def _causal(rows: int, past: int) -> np.ndarray:
    columns = np.arange(past + rows)[None]
    return np.where(columns <= past + np.arange(rows)[:, None], np.float32(0), HIDDEN_FROM_VIEW)


def parsed(text: str | None, method: dict) -> dict[str, int] | None:
    """Labels of a free answer; None unless every line that the method asks for is there with a label of its field."""
    if text is None:
        return None
    found = {}
    for step in method["steps"]:
        if step["kind"] == "reason":
            continue
        field = prompts.fields()[step["field"]]
        lines = [line.removeprefix(field["heading"]) for line in text.split("\n") if line.startswith(field["heading"])]
        names = [label["zh"] for label in field["labels"]]
        if len(lines) != 1 or lines[0] not in names:
            return None
        found[step["field"]] = names.index(lines[0])
    return found
