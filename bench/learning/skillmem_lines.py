"""Answers bench/learning/skillmem.mjs by skillmem, line by line: [what, arguments] -> answer, as JSON.

pip install skillmem==0.13.0, without its optional models: it then ranks by words and by strength alone.
"""

import json
import sys
from pathlib import Path

from skillmem import storage

connection = storage.connect(Path(sys.argv[1]))
storage.init_schema(connection)


def learn(slug, title, trigger, steps):
    body = storage.skill_body(trigger, steps, "success")
    item = storage.MemoryItem(origin="agent", slug=slug, kind="skill", title=title, body=body)
    storage.upsert_skill(connection, item, check_conflicts=False)


def recall(query):
    return [[found["slug"], found["body"]] for found in storage.recall_skills(connection, query, limit=5)]


def reinforce(slug, success):
    storage.reinforce(connection, slug, evidence="test_passed" if success else "failure")


for line in sys.stdin:
    what, arguments = json.loads(line)
    print(json.dumps({"learn": learn, "recall": recall, "reinforce": reinforce}[what](**arguments)), flush=True)
