from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class FieldProblem:
    """An input field that the service rejected, and the rule that it breaks."""

    path: str
    """Path of the field, separated by dots: ``templates.0.template``."""
    rule: str
    message: str


class HeartwoodError(Exception):
    """The service is unreachable, the URL is not that of a service, or the service refused the request."""

    def __init__(self, message: str, code: str, fields: Sequence[FieldProblem] = ()) -> None:
        super().__init__(message)
        self.code = code
        """UNREACHABLE, NOT_THE_SERVICE, TIMEOUT, ABORTED, or the code from the service: BAD_USER_INPUT, …"""
        self.fields = tuple(fields)
        """The wrong input fields, if the code is BAD_USER_INPUT."""
