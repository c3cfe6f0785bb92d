from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_SEPARATORS = re.compile(r"[\s,;]+")

HITS = "hits { score knowledge { ref kind title text trust } }"


@dataclass(frozen=True)
class Hit:
    """A piece of knowledge that was found."""

    ref: str
    """Reference, such as item:open_files, for ``outcome`` and links."""
    kind: str
    """ITEM, FLUENT, MEMORY, MESSAGE, PIECE or STRATEGY."""
    title: str
    text: str
    trust: float
    """In [0,1]."""
    score: float
    """By which hits are ordered; at least 0."""


@dataclass(frozen=True)
class Context:
    """Text for a prompt, and the receipt to report its outcome with."""

    text: str
    receipt_id: str | None
    """Identifies the context in ``outcome``; None on a read-only database."""
    hits: tuple[Hit, ...]
    """The hits in the text, best first."""
    tokens_used: int
    omitted: int
    """Number of hits that did not fit into the token limit."""
    nothing_relevant: bool
    """Whether no knowledge fits the task."""
    _marks: tuple[str, ...] = field(default=(), repr=False)

    def used_in(self, answer: str) -> list[str] | None:
        """The refs whose marks (``[k1]``) the agent's answer repeats, for ``used`` of ``outcome``.

        None if it repeats none: what the agent used is then unknown, and not nothing.
        """
        found = {mark for inside in _BRACKETS.findall(answer) for mark in _SEPARATORS.split(inside)}
        refs = [hit.ref for hit, mark in zip(self.hits, self._marks) if mark in found]
        return refs or None


def context_of(answer: Mapping[str, Any]) -> Context:
    return Context(
        text=answer["text"],
        receipt_id=answer["receiptId"],
        hits=hits_of(answer["hits"]),
        tokens_used=answer["tokensUsed"],
        omitted=answer["omitted"],
        nothing_relevant=answer["nothingRelevant"],
        _marks=tuple(answer["marks"] or ()),
    )


def hits_of(hits: Sequence[Mapping[str, Any]]) -> tuple[Hit, ...]:
    return tuple(Hit(score=hit["score"], **hit["knowledge"]) for hit in hits)
