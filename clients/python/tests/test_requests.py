"""When the client sends a call again, when it gives up, and what it says."""

from __future__ import annotations

import asyncio
import threading
import unittest
from typing import Any

from answering import DROP, Answering
from heartwood_client import AsyncHeartwood, Heartwood, HeartwoodError

RECORDED = {"id": "m1", "duplicateOf": None, "sameTitle": None, "message": "Recorded"}
DONE = (200, {}, {"data": {"recordMemory": RECORDED}})


def failed(code: str, status: int = 200, **headers: str) -> tuple[int, dict[str, str], Any]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return status, named, {"data": None, "errors": [{"message": code, "extensions": {"code": code}}]}


def remember(client: Heartwood) -> Any:
    return client.remember("a", description="b", content="c", outcome="SUCCESS")


class ACall(unittest.TestCase):
    def test_is_sent_again_with_the_same_key_after_what_passes(self) -> None:
        for reply in (
            DROP,
            failed("DATABASE_UNAVAILABLE"),
            failed("OUTCOME_UNKNOWN", 503),
            failed("TIMED_OUT", 503),
            (503, {}, "<html>"),
            failed("LIMIT_EXCEEDED", 429, retry_after="0"),
        ):
            with self.subTest(reply=reply), Answering(reply, reply, DONE) as server:
                self.assertEqual(remember(Heartwood(server.url)).id, "m1")
                keys = [body["variables"]["input"]["idempotencyKey"] for _, body in server.sent]
                self.assertEqual(keys, [keys[0]] * 3)

    def test_is_not_sent_again_after_what_stays(self) -> None:
        for reply, code in (
            (failed("CONFLICT"), "CONFLICT"),
            (failed("DATABASE_READ_ONLY", 503), "DATABASE_READ_ONLY"),
            (failed("LIMIT_EXCEEDED", 429), "LIMIT_EXCEEDED"),
            (failed("LIMIT_EXCEEDED", 429, retry_after="3600"), "LIMIT_EXCEEDED"),
            ((200, {}, "<html>"), "NOT_THE_SERVICE"),
        ):
            with self.subTest(code=code), Answering(reply) as server:
                with self.assertRaises(HeartwoodError) as raised:
                    remember(Heartwood(server.url))
                self.assertEqual(raised.exception.code, code)
                self.assertEqual(len(server.sent), 1)

    def test_gives_up_after_its_attempts(self) -> None:
        with Answering(DROP) as server:
            with self.assertRaises(HeartwoodError) as raised:
                remember(Heartwood(server.url, attempts=2))
            self.assertEqual((raised.exception.code, len(server.sent)), ("UNREACHABLE", 2))

    def test_retracts_twice_only_where_it_can_take_nothing_else_back(self) -> None:
        with Answering(DROP) as server:
            client = Heartwood(server.url, attempts=2)
            for ref, revision, sent in (("step:p1/0", None, 1), ("step:p1/0", 1, 3), ("receipt:r1", None, 5)):
                with self.assertRaises(HeartwoodError):
                    client.retract(ref, reason="wrong", revision=revision)
                self.assertEqual(len(server.sent), sent)

    def test_ends_when_its_time_is_over(self) -> None:
        ended = threading.Event()
        with Answering(ended) as server:
            with self.assertRaises(HeartwoodError) as raised:
                Heartwood(server.url, timeout=0.05).context("x")
            ended.set()
            self.assertEqual(raised.exception.code, "TIMEOUT")

    def test_is_not_sent_again_after_its_task_was_cancelled(self) -> None:
        arrived = threading.Event()

        async def cancel(url: str) -> None:
            task = asyncio.ensure_future(AsyncHeartwood(url).context("x"))
            while not server.sent:
                await asyncio.sleep(0)
            task.cancel()
            arrived.set()
            with self.assertRaises(asyncio.CancelledError):
                await task

        with Answering(arrived) as server:
            # The loop waits for its threads before it ends.
            asyncio.run(cancel(server.url))
            self.assertEqual(len(server.sent), 1)

    def test_says_who_asks(self) -> None:
        with Answering(DONE) as server:
            remember(
                Heartwood(
                    server.url, namespace="n", api_key="key", agent="cfd", session="s", team="t", project="p"
                )
            )
            headers = server.sent[0][0]
            names = ("authorization", "x-namespace", "x-agent", "x-session", "x-team", "x-project")
            self.assertEqual([headers[name] for name in names], ["Bearer key", "n", "cfd", "s", "t", "p"])

    def test_refuses_what_is_no_address(self) -> None:
        with self.assertRaises(HeartwoodError) as raised:
            Heartwood("ftp://x")
        self.assertEqual(raised.exception.code, "BAD_USER_INPUT")


class WhatAnAnswerUsed(unittest.TestCase):
    def test_is_told_by_its_marks(self) -> None:
        hits = [
            {"score": 1, "knowledge": {"ref": ref, "kind": "ITEM", "title": "", "text": "", "trust": 1}}
            for ref in ("item:a", "memory:b", "piece:c")
        ]
        counts = {"tokensUsed": 0, "omitted": 0, "nothingRelevant": False}
        context = {"text": "", "receiptId": "r1", "hits": hits, "marks": ["ka1", "ka2", "ka3"], **counts}
        with Answering((200, {}, {"data": {"context": context}})) as server:
            given = Heartwood(server.url).context("x")
            self.assertEqual(server.sent[0][1]["variables"], {"input": {"query": "x", "cite": True}})
        self.assertEqual(given.used_in("As [ka2] says, then [ka1] and [ka2]."), ["item:a", "memory:b"])
        self.assertEqual(given.used_in("See [ka1, ka3] and [ ka9 ]."), ["item:a", "piece:c"])
        self.assertIsNone(given.used_in("As [k1], [ka0], [ka4], [KA1], ka1, [ka1x] and [] say."))


if __name__ == "__main__":
    unittest.main()
