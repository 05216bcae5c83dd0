"""The transformer under both models: Llama's shape (RMS norms, rotary positions, grouped queries, SwiGLU, tied embedding)."""
from dataclasses import asdict, dataclass

import torch
from torch import nn
from torch.nn import functional as F


@dataclass(frozen=True)
class Shape:
    vocabulary: int = 8192
    hidden: int = 256
    layers: int = 4
    heads: int = 4
    kv_heads: int = 2
    inner: int = 768
    theta: float = 10000.0
    epsilon: float = 1e-6

    @property
    def head(self) -> int:
        return self.hidden // self.heads

    def as_dict(self) -> dict:
        return asdict(self)


Cache = list[tuple[torch.Tensor, torch.Tensor]]


class Norm(nn.Module):
    def __init__(self, shape: Shape):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(shape.hidden))
        self.epsilon = shape.epsilon

    def forward(self, x):
        return F.rms_norm(x.float(), self.weight.shape, self.weight, self.epsilon)


def rotate(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    """Rotary positions, halves not interleaved. x: batch, heads, rows, head."""
    first, second = x.chunk(2, -1)
    return torch.cat([first * cos - second * sin, second * cos + first * sin], -1)


class Attention(nn.Module):
    def __init__(self, shape: Shape):
        super().__init__()
        self.shape = shape
        narrow = shape.kv_heads * shape.head
        self.q_proj = nn.Linear(shape.hidden, shape.hidden, bias=False)
        self.k_proj = nn.Linear(shape.hidden, narrow, bias=False)
        self.v_proj = nn.Linear(shape.hidden, narrow, bias=False)
        self.o_proj = nn.Linear(shape.hidden, shape.hidden, bias=False)

    def forward(self, x, cos, sin, mask, causal, past):
        s, (batch, rows, _) = self.shape, x.shape
        q, k, v = (p(x).view(batch, rows, -1, s.head).transpose(1, 2) for p in (self.q_proj, self.k_proj, self.v_proj))
        q, k = rotate(q, cos, sin).to(v.dtype), rotate(k, cos, sin).to(v.dtype)
        if past is not None:
            k, v = (torch.cat([p.expand(batch, -1, -1, -1), n], 2) for p, n in zip(past, (k, v)))
        group = s.heads // s.kv_heads
        mixed = F.scaled_dot_product_attention(q, k.repeat_interleave(group, 1), v.repeat_interleave(group, 1), mask, is_causal=causal)
        return self.o_proj(mixed.transpose(1, 2).reshape(batch, rows, s.hidden)), (k, v)


class Block(nn.Module):
    def __init__(self, shape: Shape):
        super().__init__()
        self.input_layernorm, self.post_attention_layernorm = Norm(shape), Norm(shape)
        self.self_attn = Attention(shape)
        self.gate_proj = nn.Linear(shape.hidden, shape.inner, bias=False)
        self.up_proj = nn.Linear(shape.hidden, shape.inner, bias=False)
        self.down_proj = nn.Linear(shape.inner, shape.hidden, bias=False)

    def forward(self, x, cos, sin, mask, causal, past, dropout):
        mixed, present = self.self_attn(self.input_layernorm(x), cos, sin, mask, causal, past)
        x = x + F.dropout(mixed, dropout, self.training)
        y = self.post_attention_layernorm(x)
        y = self.down_proj(F.silu(self.gate_proj(y)) * self.up_proj(y))
        return x + F.dropout(y, dropout, self.training), present


class Backbone(nn.Module):
    """Token ids to hidden states. `dropout` is set from outside for training."""

    def __init__(self, shape: Shape):
        super().__init__()
        self.shape, self.dropout = shape, 0.0
        self.embed_tokens = nn.Embedding(shape.vocabulary, shape.hidden)
        self.layers = nn.ModuleList(Block(shape) for _ in range(shape.layers))
        self.norm = Norm(shape)
        for name, parameter in self.named_parameters():
            if parameter.dim() == 2:
                scale = (2 * shape.layers) ** -0.5 if name.endswith(("o_proj.weight", "down_proj.weight")) else 1.0
                nn.init.normal_(parameter, std=scale * parameter.shape[1] ** -0.5)

    def angles(self, positions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        half = self.shape.head // 2
        rates = self.shape.theta ** (-torch.arange(half, dtype=torch.float32) / half)
        turned = positions[..., None].float() * rates
        return turned.cos().unsqueeze(-3), turned.sin().unsqueeze(-3)

    def forward(self, ids, positions=None, mask=None, causal=False, past: Cache | None = None):
        """(hidden states after the last norm, keys and values of each layer). mask: True or 0 where a row may see a column."""
        if positions is None:
            positions = torch.arange(ids.shape[1])[None]
        cos, sin = self.angles(positions)
        x, present = F.dropout(self.embed_tokens(ids), self.dropout, self.training), []
        for i, layer in enumerate(self.layers):
            x, kv = layer(x, cos, sin, mask, causal, past[i] if past else None, self.dropout)
            present.append(kv)
        return self.norm(x), present

    def logits(self, hidden):
        return F.linear(hidden, self.embed_tokens.weight)
