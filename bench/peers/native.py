"""The native peer: the greedy chain of bench/page/speed.ts by llama.cpp through llama-cpp-python, its prefix kept.

Reads a JSON line {gguf, threads, chains: {form: {prefix, tree}}} and says when it is ready; then a line {form, own} for each
record and answers {took, path, evals}. A chain is greedy: at each place where labels part, the best of the tokens that lead on;
what is forced is read along with the next question. One context a form.
"""
import json
import sys
import time

import llama_cpp
import numpy as np
from llama_cpp import Llama


class Chain:
    def __init__(self, gguf, threads, prefix, tree):
        self.llama = Llama(gguf, n_ctx=2048, n_batch=512, n_threads=threads, n_threads_batch=threads, logits_all=False, verbose=False)
        self.prefix, self.tree = prefix, tree
        self.llama.eval(prefix)

    def best(self, allowed):
        """Of the tokens allowed, the one with the largest logit after what was read last."""
        row = llama_cpp.llama_get_logits_ith(self.llama._ctx.ctx, -1)
        logits = np.ctypeslib.as_array(row, shape=(self.llama.n_vocab(),))
        return max(allowed, key=lambda token: logits[token])

    def ask(self, own):
        begun = time.perf_counter()
        # what stands behind the prefix is forgotten: eval() removes it from the cache
        self.llama.n_tokens = len(self.prefix)
        pending, path, evals, node = list(own), [], 0, self.tree
        while node:
            left, at = list(enumerate(node["options"])), 0
            while len(left) > 1:
                allowed = sorted({option["tokens"][at] for _, option in left})
                token = allowed[0]
                if len(allowed) > 1:
                    self.llama.eval(pending)
                    pending, evals = [], evals + 1
                    token = self.best(allowed)
                pending.append(token)
                left = [pair for pair in left if pair[1]["tokens"][at] == token]
                at += 1
                if len(left) == 1:
                    pending += left[0][1]["tokens"][at:]
            index, option = left[0]
            path.append(index)
            node = option["next"]
        return {"took": (time.perf_counter() - begun) * 1000, "path": path, "evals": evals}


def main():
    setting = json.loads(sys.stdin.readline())
    chains = {form: Chain(setting["gguf"], setting["threads"], **chain) for form, chain in setting["chains"].items()}
    print(json.dumps({"ready": True, "version": llama_cpp.__version__}), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps(chains[asked["form"]].ask(asked["own"])), flush=True)


main()
