"""Muon for the matrices, AdamW for the rest, one schedule for both; the arithmetic that is fastest here."""
import contextlib

import torch
from torch import nn


def half_where_fast() -> contextlib.AbstractContextManager:
    """bfloat16 for the products of a forward where the processor has instructions for them (AVX512-BF16, AMX); elsewhere 32 bits, which are two
    to three times as fast there as emulated halves."""
    native = torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported()
    return torch.autocast("cpu", torch.bfloat16, enabled=native)


class Optimiser:
    """`cooling`: a step from which the rate falls to a twentieth by another step, however slowly `steps` has it fall before."""

    def __init__(self, module: nn.Module, rate: float, steps: int, warmup: int = 30, decay: float = 0.05,
                 cooling: tuple[int, int] | None = None):
        matrices, rest = [], []
        for name, parameter in module.named_parameters():
            (matrices if parameter.dim() == 2 and name.endswith("_proj.weight") else rest).append(parameter)
        self.parts = [torch.optim.Muon(matrices, lr=rate, weight_decay=decay, adjust_lr_fn="match_rms_adamw"),
                      torch.optim.AdamW(rest, lr=rate, betas=(0.9, 0.98), weight_decay=0.01)]
        self.parameters = matrices + rest
        self.rate, self.steps, self.warmup, self.cooling, self.done = rate, steps, warmup, cooling, 0

    def step(self) -> None:
        """One step: warm-up, then linearly down to a twentieth; gradients are clipped and cleared."""
        left = max(0.05, self._left())
        rate = self.rate * min(1, (self.done + 1) / self.warmup) * left
        nn.utils.clip_grad_norm_(self.parameters, 1.0)
        for part in self.parts:
            for group in part.param_groups:
                group["lr"] = rate
            part.step()
            part.zero_grad(set_to_none=True)
        self.done += 1

    def _left(self) -> float:
        left = 1 - max(0, self.done - self.warmup) / max(1, self.steps - self.warmup)
        if self.cooling and self.done > self.cooling[0]:
            start, end = self.cooling
            left *= 1 - (self.done - start) / (end - start)
        return left

    def state(self) -> dict:
        return {"done": self.done, "parts": [part.state_dict() for part in self.parts]}

    def restore(self, state: dict) -> None:
        self.done = state["done"]
        for part, saved in zip(self.parts, state["parts"]):
            part.load_state_dict(saved)
