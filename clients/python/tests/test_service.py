"""The methods of both clients against a service, whose address is in HEARTWOOD_URL."""

from __future__ import annotations

import asyncio
import os
import unittest
import uuid

from heartwood_client import AsyncHeartwood, Heartwood, HeartwoodError

URL = os.environ["HEARTWOOD_URL"]
PUMPS = "# Pumps\n\nStop the pump before it is opened.\n"


def fresh() -> Heartwood:
    return Heartwood(URL, namespace=f"python-{uuid.uuid4().hex}", agent="fitter")


class TheClient(unittest.TestCase):
    def test_brings_a_document_in_and_says_what_the_outcome_of_its_use_credited(self) -> None:
        client = fresh()
        stored = client.ingest("pumps & more.md", PUMPS, root="notes", title="All pumps")
        self.assertEqual((stored.outcome, stored.title, stored.chunks), ("CREATED", "All pumps", 1))
        again = client.ingest("pumps & more.md", PUMPS.encode(), root="notes", title="All pumps")
        self.assertEqual(again.outcome, "UNCHANGED")
        given = client.context("How is a pump opened?", max_tokens=500, min_match=0)
        self.assertIn("[k1]\n", given.text)
        used = given.used_in("It was stopped first [k1].")
        self.assertEqual(used, [given.hits[0].ref])
        receipt_id = given.receipt_id or ""
        reported = client.outcome(receipt_id, success=False, used=used)
        self.assertEqual([(one.ref, one.share, one.state) for one in reported.credited], [(used[0], 1, "CREDITED")])
        self.assertEqual(client.outcome(receipt_id, success=False, used=used), reported)
        [changed] = client.retract(f"receipt:{receipt_id}", reason="The network was down")
        self.assertEqual((changed.ref, changed.trust_after), (used[0], 1))

    def test_records_a_memory_finds_it_and_says_whether_it_helped(self) -> None:
        client = fresh()
        memory = client.remember(
            "Prime the pump", description="Before a start", content="Fill it.", outcome="SUCCESS", tags=["pumps"]
        )
        [hit] = client.search("prime the pump", kinds=["MEMORY"], filter={"tags": ["pumps"]}, min_match=0)
        self.assertEqual((hit.ref, hit.kind), (f"memory:{memory.id}", "MEMORY"))
        self.assertEqual(client.search("prime the pump", kinds=["ITEM"]), ())
        self.assertTrue(0 <= client.feedback(memory.id, helpful=True).new_confidence <= 1)

    def test_appends_messages_and_makes_the_ids_that_they_lack(self) -> None:
        client = fresh()
        first, second = client.add_messages(
            "s", [{"role": "user", "content": "It leaks.", "message_id": "m1"}, {"role": "user", "content": "Again."}]
        )
        self.assertEqual((first.message_id, first.position, first.created), ("m1", 0, True))
        self.assertEqual((len(second.message_id), second.position), (32, 1))

    def test_refuses_with_the_codes_and_fields_of_the_service(self) -> None:
        client = fresh()
        with self.assertRaises(HeartwoodError) as raised:
            client.context("x", first=0)
        self.assertEqual(raised.exception.code, "BAD_USER_INPUT")
        self.assertEqual([(one.path, one.rule) for one in raised.exception.fields], [("first", "min")])
        with self.assertRaises(HeartwoodError) as raised:
            client.learn(
                "none", kind="SELF_EXPLORATION", task="t", step_num=0, original_action={}, original_error="No"
            )
        self.assertEqual(raised.exception.code, "NOT_FOUND")

    def test_provides_sections_which_functions_may_write(self) -> None:
        client = fresh()
        client.ingest("pumps.md", PUMPS)
        plain = client.knowledge_provider()("stop the pump")
        own = client.knowledge_provider(
            formatters={name: lambda data: f"{len(data['pieces'])} of {data['info_type']}" for name in plain},
        )("stop the pump")
        self.assertTrue(plain)
        self.assertEqual(own, {name: f"1 of {name}" for name in plain})

    def test_does_the_same_beside_an_event_loop(self) -> None:
        async def run() -> None:
            client = AsyncHeartwood(URL, namespace=f"python-{uuid.uuid4().hex}")
            await client.ingest("pumps.md", PUMPS)
            given, hits, texts = await asyncio.gather(
                client.context("stop the pump", min_match=0),
                client.search("stop the pump", min_match=0),
                client.knowledge_provider()("stop the pump"),
            )
            self.assertEqual([hit.ref for hit in given.hits], [hit.ref for hit in hits])
            self.assertIn("Stop the pump", "".join(texts.values()))

        asyncio.run(run())


if __name__ == "__main__":
    unittest.main()
