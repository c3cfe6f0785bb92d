"""Heartwood as a capability of Pydantic AI: needs pydantic-ai-slim, `heartwood-client[pydantic-ai]`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from inspect import isawaitable
from typing import Any

from pydantic_ai import AgentRunResult, RunContext
from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.messages import ModelResponse, TextPart

from ._async import AsyncHeartwood
from ._context import Context
from ._errors import HeartwoodError

Verify = Callable[[AgentRunResult[Any]], "bool | None | Awaitable[bool | None]"]


@dataclass
class HeartwoodKnowledge(AbstractCapability[Any]):
    """Gives each run the context of its task, and reports the outcome that was verified.

    A run whose service does not answer goes on without a context. Runs at the same time know nothing of each other.

        agent = Agent(model, capabilities=[HeartwoodKnowledge(AsyncHeartwood(url), verify=is_right)])
    """

    client: AsyncHeartwood
    verify: Verify | None = None
    """Decides whether the task was done, by what the caller knows. Without it, or if it returns None, nothing is
    reported: that a run ended says nothing about its success."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Further arguments of ``client.context``, such as entity_id or max_tokens."""
    on_error: Callable[[HeartwoodError], None] = lambda error: None
    """Told if no context was had, or no outcome could be reported."""
    _given: Context | None = field(default=None, init=False, repr=False)
    _asked: bool = field(default=False, init=False, repr=False)

    async def for_run(self, ctx: RunContext[Any]) -> HeartwoodKnowledge:
        return HeartwoodKnowledge(self.client, self.verify, self.options, self.on_error)

    def get_instructions(self) -> Callable[[RunContext[Any]], Awaitable[str | None]]:
        return self._knowledge

    async def _knowledge(self, ctx: RunContext[Any]) -> str | None:
        """The same for each request of the run."""
        if not self._asked:
            self._asked = True
            parts = [ctx.prompt] if isinstance(ctx.prompt, str) else ctx.prompt or ()
            query = "\n".join(part for part in parts if isinstance(part, str)).strip()
            if query:
                try:
                    self._given = await self.client.context(query, **self.options)
                except HeartwoodError as error:
                    self.on_error(error)
        return None if self._given is None or self._given.nothing_relevant else self._given.text

    async def after_run(self, ctx: RunContext[Any], *, result: AgentRunResult[Any]) -> AgentRunResult[Any]:
        given = self._given
        if self.verify is None or given is None or given.receipt_id is None or given.nothing_relevant:
            return result
        decided = self.verify(result)
        success = await decided if isawaitable(decided) else decided
        if success is not None:
            try:
                await self.client.outcome(given.receipt_id, success=success, used=given.used_in(_said(result)))
            except HeartwoodError as error:
                self.on_error(error)
        return result


def _said(result: AgentRunResult[Any]) -> str:
    """All that the model said in the run, and the output if it is a text."""
    said = [
        part.content
        for message in result.new_messages()
        if isinstance(message, ModelResponse)
        for part in message.parts
        if isinstance(part, TextPart)
    ]
    return "\n".join([*said, result.output] if isinstance(result.output, str) else said)
