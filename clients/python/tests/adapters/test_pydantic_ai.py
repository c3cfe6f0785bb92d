"""The capability in runs of Pydantic AI, with its own models for tests."""

from __future__ import annotations

import asyncio
import os
import uuid
from collections.abc import AsyncIterator
from typing import Any

import pytest
from heartwood_client import AsyncHeartwood, HeartwoodError
from heartwood_client.pydantic_ai import HeartwoodKnowledge
from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

TASK = "How is a pump opened?"
OPTIONS = {"min_match": 0, "min_trust": 0}


@pytest.fixture
async def client() -> AsyncHeartwood:
    client = AsyncHeartwood(os.environ["HEARTWOOD_URL"], namespace=f"pydantic-ai-{uuid.uuid4().hex}")
    await client.ingest("pumps.md", "# Pumps\n\nStop the pump before it is opened.\n")
    await client.ingest("doors.md", "# Doors\n\nA pump room is opened with two keys.\n")
    return client


async def trusts(client: AsyncHeartwood) -> dict[str, float]:
    given = await client.context(TASK, **OPTIONS)
    return {hit.title.split(" › ")[-1]: hit.trust for hit in given.hits}


def mark_above(words: str, text: str) -> str:
    """The mark of the entry with these words."""
    return text[: text.index(words)].rpartition("[k")[2].partition("]")[0].join(("[k", "]"))


def instructions_of(messages: list[ModelMessage]) -> list[str | None]:
    return [message.instructions for message in messages if isinstance(message, ModelRequest)]


def citing(words: str) -> FunctionModel:
    def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        return ModelResponse(parts=[TextPart(f"As {mark_above(words, info.instructions or '')} says.")])

    async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str]:
        for part in ("As ", mark_above(words, info.instructions or ""), " says."):
            yield part

    return FunctionModel(answer, stream_function=stream)


async def test_each_request_of_a_run_has_the_same_context(client: AsyncHeartwood) -> None:
    def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        is_first = len(messages) == 1
        return ModelResponse(parts=[ToolCallPart("look", {}) if is_first else TextPart("Done.")])

    agent = Agent(
        FunctionModel(answer),
        instructions="Be brief.",
        capabilities=[HeartwoodKnowledge(client, options=OPTIONS)],
    )
    agent.tool_plain(lambda: "closed", name="look")
    first, second = instructions_of((await agent.run(TASK)).all_messages())
    assert first == second
    assert first is not None
    assert "Be brief." in first
    assert "Stop the pump before it is opened." in first


async def test_a_verified_failure_of_what_the_answer_cites_changes_the_next_answer(client: AsyncHeartwood) -> None:
    before = await trusts(client)
    for verify in (None, lambda result: None):
        capability = HeartwoodKnowledge(client, verify=verify, options=OPTIONS)
        await Agent(citing("Stop the pump"), capabilities=[capability]).run(TASK)
    assert await trusts(client) == before

    async def is_right(result: Any) -> bool:
        return "says" not in result.output

    capability = HeartwoodKnowledge(client, verify=is_right, options=OPTIONS)
    await Agent(citing("Stop the pump"), capabilities=[capability]).run(TASK)
    after = await trusts(client)
    assert after["Pumps"] < before["Pumps"]
    assert after["Doors"] == before["Doors"]


async def test_a_run_that_streams_reports_what_was_verified_at_its_end(client: AsyncHeartwood) -> None:
    before = await trusts(client)
    agent = Agent(
        citing("two keys"), capabilities=[HeartwoodKnowledge(client, verify=lambda result: False, options=OPTIONS)]
    )
    async with agent.run_stream(TASK) as run:
        assert len([part async for part in run.stream_text(delta=True, debounce_by=None)]) > 1
    after = await trusts(client)
    assert after["Doors"] < before["Doors"]
    assert after["Pumps"] == before["Pumps"]


async def test_a_run_that_fails_reports_nothing(client: AsyncHeartwood) -> None:
    def fail(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        raise RuntimeError("The model is away")

    before = await trusts(client)
    agent = Agent(
        FunctionModel(fail), capabilities=[HeartwoodKnowledge(client, verify=lambda result: False, options=OPTIONS)]
    )
    with pytest.raises(RuntimeError):
        await agent.run(TASK)
    assert await trusts(client) == before


async def test_two_runs_at_a_time_know_nothing_of_each_other(client: AsyncHeartwood) -> None:
    before = await trusts(client)
    capability = HeartwoodKnowledge(client, verify=lambda result: "[k1]" in result.output, options=OPTIONS)
    # The better hit is reported as a success, the other one as a failure.
    agent = Agent(capabilities=[capability])
    await asyncio.gather(
        agent.run(TASK, model=citing("Stop the pump")),
        agent.run(TASK, model=citing("two keys")),
    )
    after = await trusts(client)
    assert {title for title in after if after[title] < before[title]} == {"Doors"}


async def test_a_service_that_does_not_answer_leaves_the_run_as_it_is() -> None:
    errors: list[HeartwoodError] = []
    away = AsyncHeartwood("http://127.0.0.1:1", attempts=1)
    capability = HeartwoodKnowledge(away, verify=lambda result: True, on_error=errors.append)

    def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        return ModelResponse(parts=[TextPart("Done.")])

    assert (await Agent(FunctionModel(answer), capabilities=[capability]).run(TASK)).output == "Done."
    assert [error.code for error in errors] == ["UNREACHABLE"]
