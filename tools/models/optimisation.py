"""Muon for the matrices, AdamW for the rest, one schedule for both."""
import torch
from torch import nn


class Optimiser:
    def __init__(self, module: nn.Module, rate: float, steps: int, warmup: int = 30, decay: float = 0.05):
        matrices, rest = [], []
        for name, parameter in module.named_parameters():
            (matrices if parameter.dim() == 2 and name.endswith("_proj.weight") else rest).append(parameter)
        self.parts = [torch.optim.Muon(matrices, lr=rate, weight_decay=decay, adjust_lr_fn="match_rms_adamw"),
                      torch.optim.AdamW(rest, lr=rate, betas=(0.9, 0.98), weight_decay=0.01)]
        self.parameters = matrices + rest
        self.rate, self.steps, self.warmup, self.done = rate, steps, warmup, 0

    def step(self) -> None:
        """One step: warm-up, then linearly down to a twentieth; gradients are clipped and cleared."""
        left = max(0.05, 1 - max(0, self.done - self.warmup) / max(1, self.steps - self.warmup))
        rate = self.rate * min(1, (self.done + 1) / self.warmup) * left
        nn.utils.clip_grad_norm_(self.parameters, 1.0)
        for part in self.parts:
            for group in part.param_groups:
                group["lr"] = rate
            part.step()
            part.zero_grad(set_to_none=True)
        self.done += 1

    def state(self) -> dict:
        return {"done": self.done, "parts": [part.state_dict() for part in self.parts]}

    def restore(self, state: dict) -> None:
        self.done = state["done"]
        for part, saved in zip(self.parts, state["parts"]):
            part.load_state_dict(saved)
