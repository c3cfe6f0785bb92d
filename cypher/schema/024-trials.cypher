// A trial has one id in its namespace. Ids are in the order of time, so this is also the order of lists.
CREATE CONSTRAINT trial IF NOT EXISTS FOR (t:Trial) REQUIRE (t.namespace, t.id) IS UNIQUE;

// A running trial has a slot, of which there are as many as trials may run at once.
CREATE CONSTRAINT trial_by_slot IF NOT EXISTS FOR (t:Trial) REQUIRE (t.namespace, t.slot) IS UNIQUE;
