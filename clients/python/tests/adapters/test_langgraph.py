"""The pair of nodes in the README, in a graph with an agent that cites."""

from __future__ import annotations

import os
import re
import uuid
from pathlib import Path
from typing import Any

from heartwood_client import Heartwood

[BLOCK] = re.findall(
    r"^```python\n(from langgraph.*?)^```", Path("README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)
TASK = "How is a pump opened?"


def trusts(client: Heartwood) -> dict[str, float]:
    given = client.context(TASK, min_match=0, min_trust=0)
    return {hit.title.split(" › ")[-1]: hit.trust for hit in given.hits}


def test_a_verified_failure_of_what_the_agent_cites_changes_the_next_answer() -> None:
    client = Heartwood(os.environ["HEARTWOOD_URL"], namespace=f"langgraph-{uuid.uuid4().hex}")
    client.ingest("pumps.md", "# Pumps\n\nStop the pump before it is opened.\n")
    client.ingest("doors.md", "# Doors\n\nA pump room is opened with two keys.\n")

    def agent(state: dict[str, Any]) -> dict[str, Any]:
        text = state["given"].text
        [mark] = re.findall(r"\[k\d+\]", text[: text.index("Stop the pump")])[-1:]
        return {"messages": [("ai", f"As {mark} says.")]}

    def run(verdict: bool | None) -> dict[str, float]:
        names: dict[str, Any] = {"client": client, "agent": agent, "verify": lambda state: verdict}
        exec(compile(BLOCK, "README.md", "exec", dont_inherit=True), names)
        names["graph"].invoke({"messages": [("user", TASK)]})
        return trusts(client)

    before = trusts(client)
    assert run(None) == before
    after = run(False)
    assert after["Pumps"] < before["Pumps"]
    assert after["Doors"] == before["Doors"]
