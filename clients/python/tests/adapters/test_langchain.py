"""The standard tests of LangChain for retrievers and tools, and what those do not ask."""

from __future__ import annotations

import os
import uuid
from typing import Any

import pytest
from heartwood_client import Context, Heartwood
from heartwood_client.langchain import HeartwoodRetriever, heartwood_tools
from langchain_core.messages import ToolMessage
from langchain_core.retrievers import BaseRetriever
from langchain_core.tools import BaseTool
from langchain_tests.integration_tests import RetrieversIntegrationTests, ToolsIntegrationTests
from langchain_tests.unit_tests import ToolsUnitTests


def connected() -> Heartwood:
    return Heartwood(os.environ["HEARTWOOD_URL"], namespace=f"langchain-{uuid.uuid4().hex}")


@pytest.fixture(scope="module")
def client() -> Heartwood:
    client = connected()
    for n in range(4):
        client.ingest(f"pump{n}.md", f"# Pump {n}\n\nStop pump {n} before it is opened.\n")
    return client


class TestRetriever(RetrieversIntegrationTests):
    @pytest.fixture(autouse=True)
    def given(self, client: Heartwood) -> None:
        type(self).client = client

    client: Heartwood

    @property
    def retriever_constructor(self) -> type[BaseRetriever]:
        return HeartwoodRetriever

    @property
    def retriever_constructor_params(self) -> dict[str, Any]:
        return {"client": self.client, "options": {"min_match": 0}}

    @property
    def retriever_query_example(self) -> str:
        return "How is a pump opened?"


TOOLS = heartwood_tools(connected())
CALLS = [
    {"query": "How is a pump opened?"},
    {"title": "Prime the pump", "description": "Before a start", "content": "Fill it.", "outcome": "SUCCESS"},
]


class OneTool:
    place = 0

    @property
    def tool_constructor(self) -> BaseTool:
        return TOOLS[self.place]

    @property
    def tool_invoke_params_example(self) -> dict[str, Any]:
        return CALLS[self.place]


class TestContextToolAlone(OneTool, ToolsUnitTests):
    pass


class TestContextTool(OneTool, ToolsIntegrationTests):
    pass


class TestMemoryToolAlone(OneTool, ToolsUnitTests):
    place = 1


class TestMemoryTool(OneTool, ToolsIntegrationTests):
    place = 1


def test_documents_carry_the_receipt_that_an_outcome_is_reported_for(client: Heartwood) -> None:
    documents = HeartwoodRetriever(client=client, k=2, options={"min_match": 0}).invoke("open pump 1")
    [receipt_id] = {document.metadata["receipt_id"] for document in documents}
    refs = [document.metadata["ref"] for document in documents]
    assert refs == [document.id for document in documents]
    reported = client.outcome(receipt_id, success=True, used=refs)
    assert [one.ref for one in reported.credited] == refs


def test_the_artifact_of_the_tool_is_the_context(client: Heartwood) -> None:
    [ask, _] = heartwood_tools(client, min_match=0)
    message = ask.invoke({"type": "tool_call", "id": "1", "name": ask.name, "args": {"query": "open pump 1"}})
    assert isinstance(message, ToolMessage)
    assert isinstance(message.artifact, Context)
    assert message.content == message.artifact.text
    assert message.artifact.used_in("Stopped it first [k1].") == [message.artifact.hits[0].ref]
