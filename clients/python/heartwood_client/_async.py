from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from ._client import Connected, Heartwood
from ._requests import stopped

P = ParamSpec("P")
R = TypeVar("R")


async def _in_thread(call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Runs a call beside the loop. If its task is cancelled, the call is not sent again."""
    stop = threading.Event()
    token = stopped.set(stop)
    try:
        return await asyncio.to_thread(call, *args, **kwargs)
    except asyncio.CancelledError:
        stop.set()
        raise
    finally:
        stopped.reset(token)


# The methods of Heartwood read nothing of their object but what both classes have from Connected.


def _later(
    method: Callable[Concatenate[Heartwood, P], R],
) -> Callable[Concatenate[AsyncHeartwood, P], Coroutine[Any, Any, R]]:
    async def run(self: AsyncHeartwood, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await _in_thread(method, cast(Heartwood, self), *args, **kwargs)

    update_wrapper(run, method)
    return run


def _provider(
    method: Callable[Concatenate[Heartwood, P], Callable[[str], dict[str, str]]],
) -> Callable[Concatenate[AsyncHeartwood, P], Callable[[str], Coroutine[Any, Any, dict[str, str]]]]:
    def make(
        self: AsyncHeartwood, /, *args: P.args, **kwargs: P.kwargs
    ) -> Callable[[str], Coroutine[Any, Any, dict[str, str]]]:
        provide = method(cast(Heartwood, self), *args, **kwargs)
        return lambda user_input: _in_thread(provide, user_input)

    update_wrapper(make, method)
    return make


class AsyncHeartwood(Connected):
    """The methods of Heartwood as coroutines. Each call runs in a thread of its own, beside the event loop."""

    context = _later(Heartwood.context)
    outcome = _later(Heartwood.outcome)
    search = _later(Heartwood.search)
    remember = _later(Heartwood.remember)
    feedback = _later(Heartwood.feedback)
    learn = _later(Heartwood.learn)
    retract = _later(Heartwood.retract)
    ingest = _later(Heartwood.ingest)
    add_messages = _later(Heartwood.add_messages)
    knowledge_provider = _provider(Heartwood.knowledge_provider)
