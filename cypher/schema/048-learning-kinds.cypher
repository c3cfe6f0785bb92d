// Makes labels known before the first of them is written, so that no statement warns on a database without learnings.
UNWIND ['SelfExploration', 'HumanInterrupt'] AS label
CALL db.createLabel(label)
