"""Heartwood as a retriever and as tools of LangChain: needs langchain-core, `heartwood-client[langchain]`.

Neither sees how a run ends, so neither reports an outcome: the receipt in the metadata is for whoever decides.
"""

from __future__ import annotations

from typing import Any, Literal

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from langchain_core.tools import BaseTool, StructuredTool
from pydantic import Field

from ._client import Heartwood
from ._context import Context


class HeartwoodRetriever(BaseRetriever):
    """Retrieves what a context has, best first. All documents of one call carry the same receipt.

    The metadata of a document has ref, kind, title, trust, score and receipt_id. Report what came of them with
    ``client.outcome(receipt_id, success=…, used=[refs])``.
    """

    client: Heartwood
    k: int = 10
    """Maximum number of documents, 1–50."""
    options: dict[str, Any] = Field(default_factory=dict)
    """Further arguments of ``client.context``, such as entity_id or max_tokens, which limits the documents as well."""

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, k: int | None = None
    ) -> list[Document]:
        given = self.client.context(query, first=self.k if k is None else k, cite=False, **self.options)
        return [
            Document(
                id=hit.ref,
                page_content=hit.text,
                metadata={
                    "ref": hit.ref,
                    "kind": hit.kind,
                    "title": hit.title,
                    "trust": hit.trust,
                    "score": hit.score,
                    "receipt_id": given.receipt_id,
                },
            )
            for hit in given.hits
        ]


def heartwood_tools(client: Heartwood, **options: Any) -> list[BaseTool]:
    """Tools with which a model asks for knowledge and records what it learned.

    The artifact of ``knowledge_context`` is the Context, with its receipt and ``used_in``.

    :param options: further arguments of ``client.context``
    """

    def knowledge_context(query: str) -> tuple[str, Context]:
        given = client.context(query, **options)
        return given.text, given

    def memory_record(title: str, description: str, content: str, outcome: Literal["SUCCESS", "FAILURE"]) -> str:
        return client.remember(title, description=description, content=content, outcome=outcome).message

    return [
        StructuredTool.from_function(
            knowledge_context,
            description=(
                "Returns what is known about a task. Call it before you plan or act, with the task in plain words. "
                "Cite the mark above each entry that you rely on, such as [k1], in your answer."
            ),
            response_format="content_and_artifact",
        ),
        StructuredTool.from_function(
            memory_record,
            description=(
                "Records a strategy that worked (SUCCESS) or that failed (FAILURE): a short title, when or why to "
                "apply it (description), and the steps (content)."
            ),
        ),
    ]
