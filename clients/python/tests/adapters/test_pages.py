"""The pages of the README to copy, each in a run of its framework with an agent that cites."""

from __future__ import annotations

import asyncio
import os
import re
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from agents import Agent, set_tracing_disabled
from agents.testing import ModelCall, ModelStep, ScriptedModel, assistant_message
from google.adk.agents import LlmAgent
from google.adk.apps import App
from google.adk.models import BaseLlm, LlmCapabilities, LlmResponse
from google.adk.runners import InMemoryRunner
from google.genai.types import Content, Part
from heartwood_client import AsyncHeartwood, Heartwood

README = Path("README.md").read_text(encoding="utf-8")
TASK = "How is a pump opened?"
Page = Callable[[str, "bool | None"], None]
"""Runs the task once in a namespace, with this verdict."""


def names_of(section: str, **given: Any) -> dict[str, Any]:
    """The names that a page defines, of which the reader has these."""
    [block] = re.findall(rf"^## {section}$.*?^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert len(block.splitlines()) <= 20
    exec(compile(block, section, "exec", dont_inherit=True), given)
    return given


def connection(namespace: str) -> dict[str, str]:
    return {"url": os.environ["HEARTWOOD_URL"], "namespace": namespace}


def cited(text: str) -> str:
    """What the agent says to these instructions."""
    [mark] = re.findall(r"\[k\d+\]", text[: text.index("Stop the pump")])[-1:]
    return f"As {mark} says."


def langgraph(namespace: str, verdict: bool | None) -> None:
    def agent(state: dict[str, Any]) -> dict[str, Any]:
        return {"messages": [("ai", cited(state["given"].text))]}

    client = Heartwood(**connection(namespace))
    names = names_of("LangGraph", client=client, agent=agent, verify=lambda state: verdict)
    names["graph"].invoke({"messages": [("user", TASK)]})


def openai_agents(namespace: str, verdict: bool | None) -> None:
    def answer(call: ModelCall) -> Any:
        assert "Be brief." in (call.system_instructions or "")
        return [assistant_message(cited(call.system_instructions or ""))]

    set_tracing_disabled(True)
    names = names_of("OpenAI Agents", client=Heartwood(**connection(namespace)), verify=lambda result: verdict)
    model = ScriptedModel([ModelStep.respond(answer)])
    names["run"](Agent(name="Keeper", instructions="Be brief.", model=model), TASK)


class Citing(BaseLlm):
    @property
    def capabilities(self) -> LlmCapabilities:
        return LlmCapabilities()

    async def generate_content_async(self, llm_request: Any, stream: bool = False) -> Any:
        text = llm_request.config.system_instruction
        assert "Be brief." in text
        yield LlmResponse(content=Content(role="model", parts=[Part(text=cited(text))]))


def google_adk(namespace: str, verdict: bool | None) -> None:
    client = AsyncHeartwood(**connection(namespace))
    knowledge = names_of("Google ADK", client=client, verify=lambda session: verdict)["Knowledge"]
    agent = LlmAgent(name="keeper", model=Citing(model="scripted"), instruction="Be brief.")
    runner = InMemoryRunner(app=App(name="pumps", root_agent=agent, plugins=[knowledge(name="knowledge")]))
    asyncio.run(runner.run_debug(TASK, quiet=True))


@pytest.mark.parametrize("page", [langgraph, openai_agents, google_adk])
def test_a_verified_failure_of_what_the_agent_cites_changes_the_next_answer(page: Page) -> None:
    namespace = f"page-{uuid.uuid4().hex}"
    client = Heartwood(**connection(namespace))
    client.ingest("pumps.md", "# Pumps\n\nStop the pump before it is opened.\n")
    client.ingest("doors.md", "# Doors\n\nA pump room is opened with two keys.\n")

    def trusts() -> dict[str, float]:
        given = client.context(TASK, min_match=0, min_trust=0)
        return {hit.title.split(" › ")[-1]: hit.trust for hit in given.hits}

    before = trusts()
    page(namespace, None)
    assert trusts() == before
    page(namespace, False)
    after = trusts()
    assert after["Pumps"] < before["Pumps"]
    assert after["Doors"] == before["Doors"]
