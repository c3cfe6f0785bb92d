"""Client of Heartwood: contexts for the prompts of an agent, and what came of them."""

from ._answers import (
    AddedMessage,
    AttachedLearning,
    Credit,
    FeedbackResult,
    IngestedDocument,
    RecordedMemory,
    ReportedOutcome,
    RetractedTrust,
)
from ._async import AsyncHeartwood
from ._client import Heartwood, Message, SectionFormatter, Template
from ._context import Context, Hit
from ._errors import FieldProblem, HeartwoodError

__all__ = [
    "AddedMessage",
    "AsyncHeartwood",
    "AttachedLearning",
    "Context",
    "Credit",
    "FeedbackResult",
    "FieldProblem",
    "Heartwood",
    "HeartwoodError",
    "Hit",
    "IngestedDocument",
    "Message",
    "RecordedMemory",
    "ReportedOutcome",
    "RetractedTrust",
    "SectionFormatter",
    "Template",
]
