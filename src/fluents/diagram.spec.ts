import { expect, it } from 'vitest';
import { runNow } from '../common/turns.js';
import { type Diagram, toDot, toMermaid } from './diagram.js';
import { FluentKind } from './event-description.js';

const diagram: Diagram = {
  title: 'd',
  nodes: [
    { id: 'd/aired', label: 'aired/1', fluentKind: FluentKind.STATICALLY_DETERMINED, missing: false, level: 1 },
    { id: 'd/door_opens', label: 'door_opens/1', fluentKind: FluentKind.INPUT_EVENT, missing: false, level: 0 },
    { id: 'd/warm', label: 'warm', fluentKind: FluentKind.UNDEFINED, missing: true, level: 0 },
  ],
  edges: [
    { from: 'd/aired', to: 'd/door_opens', negated: true, declaredOnly: false },
    { from: 'd/aired', to: 'd/warm', negated: false, declaredOnly: true },
    { from: 'd/warm', to: 'd/aired', negated: false, declaredOnly: true },
  ],
};

it('draws levels as ranks, kinds by shape, missing ones dashed, declared-only edges dotted', () => {
  expect(runNow(toDot(diagram))).toBe(`digraph "d" {
  rankdir=TB; ranksep=0.7; nodesep=0.25;
  node [fontname="Helvetica", fontsize=11, height=0.35, margin="0.16,0.06"];
  edge [color="#555555", arrowsize=0.7];
  { rank=same;
    "d/aired" [label="aired/1", shape=hexagon, style="solid,filled", fillcolor="#fde5c8"];
  }
  { rank=same;
    "d/door_opens" [label="door_opens/1", shape=ellipse, style="solid,filled", fillcolor="#eeeeee"];
    "d/warm" [label="warm", shape=box, style="dashed,filled", fillcolor="#ffffff"];
  }
  "d/aired" -> "d/door_opens" [arrowhead=odot];
  "d/aired" -> "d/warm" [style=dotted];
  "d/warm" -> "d/aired" [style=dotted, constraint=false];
}
`);
  expect(runNow(toMermaid(diagram))).toBe(`flowchart TB
  subgraph level1["level 1"]
    n0{{"aired/1"}}
  end
  subgraph level0["level 0"]
    n1(["door_opens/1"])
    n2["warm"]
  end
  n0 -->|not| n1
  n0 -.-> n2
  n2 -.-> n0
  classDef missing stroke-dasharray: 4 3
  class n2 missing
`);
});
