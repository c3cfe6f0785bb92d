from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypedDict
from urllib.parse import urlencode

from ._answers import (
    AddedMessage,
    AttachedLearning,
    FeedbackResult,
    IngestedDocument,
    RecordedMemory,
    ReportedOutcome,
    RetractedTrust,
    document_of,
    outcome_of,
)
from ._context import HITS, Context, Hit, context_of, hits_of
from ._requests import Requests

Scope = Literal["PROJECT", "TEAM", "ORG"]

SectionFormatter = Callable[[Mapping[str, Any]], str]
"""Writes a section from what templates get: info_type, query, entity_id, metadata, pieces, relations, text, …"""


class Template(TypedDict):
    """Template of a prompt section that the service renders."""

    engine: Literal["FORMAT", "JINJA2", "HANDLEBARS"]
    template: str


class _MessageNeeds(TypedDict):
    role: str
    content: str


class Message(_MessageNeeds, total=False):
    """A message of a conversation. Without a message_id, the client makes one."""

    message_id: str
    occurred_at: str


CONTEXT = f"""query ($input: ContextInput!) {{ context(input: $input) {{
  text receiptId tokensUsed omitted nothingRelevant marks {HITS} }} }}"""
OUTCOME = """mutation ($input: OutcomeInput!) { reportOutcome(input: $input) {
  id items { kind id credit creditState } } }"""
SEARCH = f"""query ($query: String!, $first: Int! = 5, $kinds: [KnowledgeKind!], $filter: SearchFilter,
  $minMatch: Float, $maxTokens: Int, $asOf: DateTime, $validAt: DateTime) {{
  search(query: $query, first: $first, kinds: $kinds, filter: $filter, minMatch: $minMatch, maxTokens: $maxTokens,
    asOf: $asOf, validAt: $validAt) {{ {HITS} }} }}"""
REMEMBER = "mutation ($input: MemoryInput!) { recordMemory(input: $input) { id duplicateOf sameTitle message } }"
FEEDBACK = """mutation ($memoryId: ID!, $helpful: Boolean!, $kind: SignalKind! = EXPLICIT_FEEDBACK, $comment: String,
  $idempotencyKey: String) {
  memoryFeedback(memoryId: $memoryId, helpful: $helpful, kind: $kind, comment: $comment,
    idempotencyKey: $idempotencyKey) { applied newConfidence message } }"""
LEARN = "mutation ($input: LearningInput!) { attachLearning(input: $input) { learning { id } trustBefore trustAfter } }"
RETRACT = """mutation ($ref: String!, $reason: String!, $revision: Int) {
  retract(ref: $ref, reason: $reason, revision: $revision) { changes { ref trustBefore trustAfter } } }"""
ADD_MESSAGES = """mutation ($session: ID!, $messages: [MessageInput!]!, $scope: MemoryScope! = PROJECT) {
  addMessages(session: $session, messages: $messages, scope: $scope) {
    messages { messageId ref position created } } }"""
PROVIDE = """query ($query: String!, $entityId: ID, $first: Int! = 5, $depth: Int! = 1,
  $templates: [SectionTemplate!], $metadataInfoType: String! = "user_profile", $withData: Boolean!) {
  provideKnowledge(query: $query, entityId: $entityId, first: $first, depth: $depth, templates: $templates,
    metadataInfoType: $metadataInfoType) { sections { infoType text data @include(if: $withData) } } }"""


class Connected:
    """URL and key of the service, and the caller for whom requests are made."""

    def __init__(
        self,
        url: str,
        *,
        namespace: str | None = None,
        api_key: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        team: str | None = None,
        project: str | None = None,
        timeout: float = 30.0,
        attempts: int = 3,
    ) -> None:
        """Creates a client.

        :param url: base URL of the service: http://127.0.0.1:4000
        :param namespace: default: the namespace of the key, or ``default``
        :param agent: name of the calling agent, which is stored with everything that the agent records
        :param team: team and project that memories and conversations belong to; default ``default``
        :param timeout: maximum seconds of one call, with all its attempts
        :param attempts: how often a call is sent at most, at least 1
        :raises HeartwoodError: when the url is invalid
        """
        headers = {
            "x-namespace": namespace,
            "x-agent": agent,
            "x-session": session,
            "x-team": team,
            "x-project": project,
            "authorization": None if api_key is None else f"Bearer {api_key}",
        }
        self._requests = Requests(url, headers, timeout, attempts)


class Heartwood(Connected):
    """Client for the loop of an agent. Each method raises HeartwoodError.

    A call that meets a network failure, a database that is away, or a limit that names its end is sent again; a
    repetition never writes twice.

        client = Heartwood("http://127.0.0.1:4000")
        given = client.context("Repair the north pump")
        if given.receipt_id:
            client.outcome(given.receipt_id, success=True, used=given.used_in(answer))
    """

    def context(
        self,
        /,
        query: str,
        *,
        entity_id: str | None = None,
        max_tokens: int | None = None,
        first: int | None = None,
        kinds: Sequence[str] | None = None,
        min_match: float | None = None,
        min_trust: float | None = None,
        cite: bool = True,
        **more: Any,
    ) -> Context:
        """Returns the knowledge for a task, as text for a prompt.

        :param query: the task, in plain words
        :param max_tokens: maximum number of tokens of the text; default 2,000
        :param cite: whether each entry of the text has a mark, which ``used_in`` finds in answers
        :param more: other fields of the API's ContextInput, by their names there
        """
        given = {
            "query": query,
            "entityId": entity_id,
            "maxTokens": max_tokens,
            "first": first,
            "kinds": kinds,
            "minMatch": min_match,
            "minTrust": min_trust,
            "cite": cite,
        }
        return context_of(self._requests.graphql(CONTEXT, {"input": _input(given, more)})["context"])

    def outcome(
        self,
        /,
        receipt_id: str,
        *,
        success: bool,
        used: Sequence[str] | None = None,
        comment: str | None = None,
        **more: Any,
    ) -> ReportedOutcome:
        """Reports what came of a context. Repeating a report changes nothing.

        :param used: refs of the knowledge that the agent relied on; without it, all of the context shares the outcome
        :param more: other fields of the API's OutcomeInput, by their names there
        """
        given = {"receiptId": receipt_id, "success": success, "used": used, "comment": comment}
        return outcome_of(self._requests.graphql(OUTCOME, {"input": _input(given, more)})["reportOutcome"])

    def search(
        self,
        /,
        query: str,
        *,
        first: int | None = None,
        kinds: Sequence[str] | None = None,
        filter: Mapping[str, Any] | None = None,
        min_match: float | None = None,
        max_tokens: int | None = None,
        as_of: str | None = None,
        valid_at: str | None = None,
    ) -> tuple[Hit, ...]:
        """Finds knowledge of any kind, best first. Leaves no receipt.

        :param first: maximum number of hits, 1–100; default 5
        :param filter: conditions that every hit meets: the API's SearchFilter
        """
        variables = {
            "query": query,
            "first": first,
            "kinds": kinds,
            "filter": filter,
            "minMatch": min_match,
            "maxTokens": max_tokens,
            "asOf": as_of,
            "validAt": valid_at,
        }
        return hits_of(self._requests.graphql(SEARCH, variables)["search"]["hits"])

    def remember(
        self,
        /,
        title: str,
        *,
        description: str,
        content: str,
        outcome: Literal["SUCCESS", "FAILURE"],
        scope: Scope | None = None,
        tags: Sequence[str] | None = None,
        supersedes: str | None = None,
        idempotency_key: str | None = None,
    ) -> RecordedMemory:
        """Records a strategy that worked (SUCCESS), or an anti-pattern (FAILURE)."""
        given = {
            "title": title,
            "description": description,
            "content": content,
            "outcome": outcome,
            "scope": scope,
            "tags": tags,
            "supersedes": supersedes,
            "idempotencyKey": idempotency_key or _new_key(),
        }
        stored = self._requests.graphql(REMEMBER, {"input": _input(given, {})})["recordMemory"]
        return RecordedMemory(stored["id"], stored["duplicateOf"], stored["sameTitle"], stored["message"])

    def feedback(
        self,
        /,
        memory_id: str,
        *,
        helpful: bool,
        kind: str | None = None,
        comment: str | None = None,
        idempotency_key: str | None = None,
    ) -> FeedbackResult:
        """Says whether a memory was helpful."""
        variables = {
            "memoryId": memory_id,
            "helpful": helpful,
            "kind": kind,
            "comment": comment,
            "idempotencyKey": idempotency_key or _new_key(),
        }
        result = self._requests.graphql(FEEDBACK, variables)["memoryFeedback"]
        return FeedbackResult(result["applied"], result["newConfidence"], result["message"])

    def learn(
        self,
        /,
        item_id: str,
        *,
        kind: Literal["SELF_EXPLORATION", "HUMAN_INTERRUPT"],
        task: str,
        step_num: int,
        original_action: Mapping[str, Any],
        original_error: str | None = None,
        recovery_approach: str | None = None,
        corrected_action: Mapping[str, Any] | None = None,
        human_reasoning: str | None = None,
        idempotency_key: str | None = None,
        **more: Any,
    ) -> AttachedLearning:
        """Attaches a failure or correction to the item that the step came from, and lowers its trust.

        :param kind: SELF_EXPLORATION if the agent failed, HUMAN_INTERRUPT if a person corrected it
        :param step_num: position of the step, counted from 0
        :param original_action: { tool_name, tool_arguments, reasoning, kb_source }
        :param more: other fields of the API's LearningInput, by their names there
        """
        given = {
            "itemId": item_id,
            "kind": kind,
            "task": task,
            "stepNum": step_num,
            "originalAction": original_action,
            "originalError": original_error,
            "recoveryApproach": recovery_approach,
            "correctedAction": corrected_action,
            "humanReasoning": human_reasoning,
            "idempotencyKey": idempotency_key or _new_key(),
        }
        answer = self._requests.graphql(LEARN, {"input": _input(given, more)})["attachLearning"]
        return AttachedLearning(answer["learning"]["id"], answer["trustBefore"], answer["trustAfter"])

    def retract(self, /, ref: str, *, reason: str, revision: int | None = None) -> tuple[RetractedTrust, ...]:
        """Takes back what was reported wrongly; trusts are as if it had never been.

        :param ref: evidence:ID, receipt:ID or step:PLAN_ID/NUMBER
        :return: the trusts that changed
        """
        variables = {"ref": ref, "reason": reason, "revision": revision}
        # A repetition without a revision could take back a report of the step that was made meanwhile.
        once = ref.startswith("step:") and revision is None
        changes = self._requests.graphql(RETRACT, variables, once=once)["retract"]["changes"]
        return tuple(RetractedTrust(one["ref"], one["trustBefore"], one["trustAfter"]) for one in changes)

    def ingest(
        self,
        /,
        source: str,
        content: str | bytes,
        *,
        root: str | None = None,
        title: str | None = None,
        media_type: str | None = None,
        entity_id: str | None = None,
    ) -> IngestedDocument:
        """Stores or updates a document. If the document is unchanged, nothing is written.

        :param source: path relative to the root, with slashes, or URL; its extension determines the format
        :param content: a text, or the bytes of a file in any format
        """
        place = {"source": source, "root": root, "title": title, "mediaType": media_type, "entityId": entity_id}
        query = urlencode({name: value for name, value in place.items() if value is not None})
        return document_of(
            self._requests.upload(f"documents?{query}", content.encode() if isinstance(content, str) else content)
        )

    def add_messages(
        self, /, session: str, messages: Sequence[Message], *, scope: Scope | None = None
    ) -> tuple[AddedMessage, ...]:
        """Appends messages to a session. The first call for a session decides who may see it."""
        given = [
            _input(
                {
                    "role": message["role"],
                    "content": message["content"],
                    "messageId": message.get("message_id") or _new_key(),
                    "occurredAt": message.get("occurred_at"),
                },
                {},
            )
            for message in messages
        ]
        variables = {"session": session, "messages": given, "scope": scope}
        added = self._requests.graphql(ADD_MESSAGES, variables)["addMessages"]["messages"]
        return tuple(AddedMessage(one["messageId"], one["ref"], one["position"], one["created"]) for one in added)

    def knowledge_provider(
        self,
        /,
        *,
        entity_id: str | None = None,
        first: int | None = None,
        depth: int | None = None,
        metadata_info_type: str | None = None,
        templates: Mapping[str, Template] | None = None,
        formatters: Mapping[str, SectionFormatter] | None = None,
    ) -> Callable[[str], dict[str, str]]:
        """Creates a function from the user's input to texts by section of a prompt.

        Sections without knowledge are absent.

        :param entity_id: the active entity, for which prompts are made, such as user:alice
        :param templates: templates with which the service renders sections, by info type
        :param formatters: functions that write sections here, by info type; they take precedence over templates
        """
        own = dict(formatters or {})
        fixed = {
            "entityId": entity_id,
            "first": first,
            "depth": depth,
            "metadataInfoType": metadata_info_type,
            "templates": [
                {"infoType": info_type, **template}
                for info_type, template in (templates or {}).items()
                if info_type not in own
            ],
            "withData": bool(own),
        }

        def provide(user_input: str) -> dict[str, str]:
            answer = self._requests.graphql(PROVIDE, {**fixed, "query": user_input})["provideKnowledge"]
            texts = {
                section["infoType"]: own[section["infoType"]](section["data"])
                if section["infoType"] in own
                else str(section["text"])
                for section in answer["sections"]
            }
            return {info_type: text for info_type, text in texts.items() if text.strip()}

        return provide


def _input(given: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that were given: None leaves a field to the service's default."""
    return {name: value for name, value in {**given, **more}.items() if value is not None}


def _new_key() -> str:
    """By which the service recognizes that a write is a repetition."""
    return uuid.uuid4().hex
