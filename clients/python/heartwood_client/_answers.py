from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Credit:
    """The share of an outcome that a piece of knowledge got."""

    ref: str
    share: float
    """Share of the outcome, in (0,1]."""
    state: str
    """CREDITED if the trust moved; PENDING, UNDECIDED, COUNTED, UNMOVED or LOST if it did not."""


@dataclass(frozen=True)
class ReportedOutcome:
    """Answer of ``outcome``."""

    receipt_id: str
    credited: tuple[Credit, ...]
    """The knowledge that got a share of the outcome, best first; empty if none did."""


def outcome_of(receipt: Mapping[str, Any]) -> ReportedOutcome:
    # A ref is made up of kind and id.
    credited = tuple(
        Credit(f"{item['kind'].lower()}:{item['id']}", item["credit"], item["creditState"])
        for item in receipt["items"]
        if item["credit"]
    )
    return ReportedOutcome(receipt["id"], credited)


@dataclass(frozen=True)
class RecordedMemory:
    """Answer of ``remember``."""

    id: str
    duplicate_of: str | None
    """Id of an earlier memory that says the same; None if there is none."""
    same_title: str | None
    """Id of an earlier memory with the same title that says something else; None if there is none."""
    message: str
    """Result in one sentence."""


@dataclass(frozen=True)
class FeedbackResult:
    """Answer of ``feedback``."""

    applied: bool
    """False while the signal waits for others that agree."""
    new_confidence: float
    """Confidence of the memory after the signal, in [0,1]."""
    message: str


@dataclass(frozen=True)
class AttachedLearning:
    """Answer of ``learn``."""

    id: str
    """Id of the learning."""
    trust_before: float
    """Trust of the item, in [0.5,1]."""
    trust_after: float


@dataclass(frozen=True)
class RetractedTrust:
    """A trust that a retraction changed."""

    ref: str
    trust_before: float
    trust_after: float


@dataclass(frozen=True)
class AddedMessage:
    """A stored message."""

    message_id: str
    ref: str
    """Ref for ``outcome`` and links: message:…."""
    position: int
    """Position in the session, counted from 0."""
    created: bool
    """False if an earlier call had stored it."""


@dataclass(frozen=True)
class IngestedDocument:
    """Answer of ``ingest``: the stored document, and the numbers of chunks that the call changed."""

    id: str
    root: str
    source: str
    media_type: str
    title: str
    chunks: int
    """Number of chunks of the document."""
    outcome: str
    """CREATED, UPDATED, RENAMED or UNCHANGED."""
    created: int
    updated: int
    unchanged: int
    closed: int
    redacted: tuple[Mapping[str, Any], ...]
    """Secrets that were cut out of the document: page, line and rule of each."""


def document_of(report: Mapping[str, Any]) -> IngestedDocument:
    document = report["document"]
    return IngestedDocument(
        id=document["id"],
        root=document["root"],
        source=document["source"],
        media_type=document["mediaType"],
        title=document["title"],
        chunks=document["chunks"],
        outcome=report["outcome"],
        created=report["created"],
        updated=report["updated"],
        unchanged=report["unchanged"],
        closed=report["closed"],
        redacted=tuple(report["redacted"]),
    )
