// items/delete-unused-states: delete those of the given states that no item requires or produces.
:params {namespace: "default", names: ["measurement_tabs_open"]};
UNWIND $names AS name
MATCH (state:State {namespace: $namespace, name: name})
WHERE NOT EXISTS { (state)<-[:REQUIRES|PRODUCES]-() }
DETACH DELETE state
