"""All requests of the client to the service, and when they are sent again."""

from __future__ import annotations

import email.utils
import json
import random
import re
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from typing import Any

from ._errors import FieldProblem, HeartwoodError

PAUSE = 0.2
"""Seconds before the second attempt, without Retry-After; each further one is twice as long, up to a quarter by chance."""
PASSING = frozenset({"DATABASE_UNAVAILABLE", "OUTCOME_UNKNOWN"})
# Codes that pass if the status is 503, too.
BUSY = frozenset({"LIMIT_EXCEEDED", "TIMED_OUT"})
"""Failures of the service that pass. The other codes need another request, or a person."""

stopped: ContextVar[threading.Event] = ContextVar("heartwood_client_stopped")
"""Set when nobody waits for the call of this thread any more."""


@dataclass(frozen=True)
class _Failure:
    error: HeartwoodError
    pause: float | None
    """Seconds to wait before the next attempt; None if the same request would fail again."""


class Requests:
    def __init__(self, url: str, headers: Mapping[str, str | None], timeout: float, attempts: int) -> None:
        if not re.fullmatch(r"https?://[^\s/?#]+[^\s?#]*", url):
            raise HeartwoodError(f'"{url}" is not an address such as http://127.0.0.1:4000', "BAD_USER_INPUT")
        self._url = url.rstrip("/")
        self._headers = {name: value for name, value in headers.items() if value is not None}
        self._timeout = timeout
        self._attempts = attempts

    def graphql(self, query: str, variables: Mapping[str, Any], *, once: bool = False) -> dict[str, Any]:
        """Runs one GraphQL operation and returns its data.

        It is sent again after a failure that a repetition can mend, so the service must recognize repetitions: by a
        key, or since the operation repeats safely by itself. ``once`` keeps it from ever being sent twice.
        """
        given = {name: value for name, value in variables.items() if value is not None}
        body = json.dumps({"query": query, "variables": given}).encode()
        return self._send("graphql", "application/json", body, once)

    def upload(self, path: str, body: bytes) -> dict[str, Any]:
        """Sends bytes to a plain HTTP route and returns the JSON of its answer."""
        return self._send(path, "application/octet-stream", body, False)

    def _send(self, path: str, content_type: str, body: bytes, once: bool) -> dict[str, Any]:
        until = time.monotonic() + self._timeout
        stop = stopped.get(None) or threading.Event()
        number = 0
        while True:
            number += 1
            usual = PAUSE * 2 ** (number - 1) * (1 + random.random() / 4)
            answer = self._attempt(path, content_type, body, until, usual)
            if not isinstance(answer, _Failure):
                return answer
            pause = None if once or number >= self._attempts else answer.pause
            if pause is None or pause >= until - time.monotonic():
                raise answer.error
            if stop.wait(pause):
                raise HeartwoodError("The call was aborted", "ABORTED")

    def _attempt(
        self, path: str, content_type: str, body: bytes, until: float, usual: float
    ) -> dict[str, Any] | _Failure:
        headers = {**self._headers, "content-type": content_type}
        request = urllib.request.Request(f"{self._url}/{path}", body, headers, method="POST")
        try:
            try:
                response: HTTPResponse | urllib.error.HTTPError = urllib.request.urlopen(
                    request, timeout=max(until - time.monotonic(), 0.001)
                )
            except urllib.error.HTTPError as error:
                response = error
            with response:
                status = response.status or 0
                retry_after = response.headers.get("retry-after")
                text = _read(response, until)
        except TimeoutError as error:
            raise self._late() from error
        except (OSError, HTTPException) as error:
            if isinstance(getattr(error, "reason", None), TimeoutError):
                raise self._late() from error
            failure = HeartwoodError(f"No service answers at {self._url}", "UNREACHABLE")
            failure.__cause__ = error
            return _Failure(failure, usual)
        reply = _json_of(text)
        is_plain = content_type != "application/json" and 200 <= status < 300
        if is_plain and isinstance(reply, dict):
            return reply
        refusal = _error_of(reply)
        data = reply.get("data") if isinstance(reply, dict) else None
        if refusal is None and isinstance(data, dict):
            return data
        pause = _pause_of(status, refusal.code if refusal else None, retry_after, usual)
        message = f"What answers at {self._url} is not this service (HTTP {status})"
        return _Failure(refusal or HeartwoodError(message, "NOT_THE_SERVICE"), pause)

    def _late(self) -> HeartwoodError:
        return HeartwoodError(f"{self._url} did not answer within {self._timeout} s", "TIMEOUT")


def _read(response: HTTPResponse | urllib.error.HTTPError, until: float) -> bytes:
    """Ends in time also if the answer comes byte by byte: a timeout of the socket counts from each byte anew."""
    chunks: list[bytes] = []
    while chunk := response.read1(65_536):
        chunks.append(chunk)
        if time.monotonic() > until:
            raise TimeoutError
    return b"".join(chunks)


def _pause_of(status: int, code: str | None, retry_after: str | None, usual: float) -> float | None:
    asked = _seconds_of(retry_after)
    if status == 429:
        return asked
    # GraphQL answers a failed operation with the status 200. A proxy before the service knows no codes.
    passes = status == 503 if code is None else code in PASSING or (status == 503 and code in BUSY)
    return (usual if asked is None else asked) if passes else None


def _seconds_of(retry_after: str | None) -> float | None:
    if retry_after is None:
        return None
    try:
        return max(0.0, float(retry_after))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(retry_after).timestamp() - time.time())
    except ValueError:
        return None


def _error_of(reply: Any) -> HeartwoodError | None:
    errors = reply.get("errors") if isinstance(reply, dict) else None
    first = errors[0] if isinstance(errors, list) and errors else None
    if not isinstance(first, dict):
        return None
    extensions = first.get("extensions")
    extensions = extensions if isinstance(extensions, dict) else {}
    fields = [FieldProblem(one["path"], one["rule"], one["message"]) for one in extensions.get("fields") or ()]
    return HeartwoodError(str(first.get("message")), str(extensions.get("code", "INTERNAL")), fields)


def _json_of(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None
