import { describe, expect, it } from 'vitest';
import { runNow } from '../common/turns.js';
import { toDot, toMermaid } from './diagram.js';
import { type Layout, layoutOf } from './diagram-layout.js';
import type { Diagram } from './diagram-model.js';
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
  rankdir=TB; ranksep=0.6; nodesep=0.25; pack=16; packmode="node";
  node [fontname="Helvetica", fontsize=11, height=0.35, margin="0.16,0.06"];
  edge [arrowsize=0.7];
  { rank=same;
    "d/aired" [label="aired/1", shape=hexagon, style="solid,filled", fillcolor="#fde5c8"];
  }
  { rank=same;
    "d/door_opens" [label="door_opens/1", shape=ellipse, style="solid,filled", fillcolor="#eeeeee"];
    "d/warm" [label="warm", shape=box, style="dashed,filled", fillcolor="#ffffff"];
  }
  "d/aired" -> "d/door_opens" [style=invis];
  "d/aired" -> "d/door_opens" [color="#1d4ed8", arrowhead=odot];
  "d/aired" -> "d/warm" [color="#b45309", style=dotted];
  "d/warm" -> "d/aired" [color="#4b5563", style=dotted, constraint=false];
  subgraph cluster_legend {
    label="An arrow leads to what is needed.\\nDotted: declared, and in no rule.\\nCircle at its end: every condition is negated.\\nDashed: nothing defines it."; fontname="Helvetica"; fontsize=10; labelloc=b; color="#9ca3af"; style=rounded;
    "legend: statically determined" [label="statically determined", shape=hexagon, style="filled", fillcolor="#fde5c8"];
    "legend: input event" [label="input event", shape=ellipse, style="filled", fillcolor="#eeeeee"];
    "legend: not defined" [label="not defined", shape=box, style="filled", fillcolor="#ffffff"];
  }
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
  subgraph legend["An arrow leads to what is needed.<br/>Dotted#58; declared, and in no rule.<br/>Circle at its end#58; every condition is negated.<br/>Dashed#58; nothing defines it."]
    k0{{"statically determined"}}
    k1(["input event"])
    k2["not defined"]
  end
`);
});

describe('a layout', () => {
  const node = (id: string, level: number) => ({
    id,
    label: id,
    fluentKind: FluentKind.SIMPLE,
    missing: false,
    level,
  });
  const needs = (from: string, to: string) => ({ from, to, negated: false, declaredOnly: false });
  const idsOf = (parts: Layout['parts']) =>
    parts.map((bands) => bands.map((rows) => rows.map((row) => row.map(({ id }) => id))));

  it('has a part for what nothing connects, the largest first, and one for all without edges', () => {
    const nodes = [node('a', 1), node('b', 0), node('c', 2), node('d', 1), node('e', 0), node('x', 0), node('y', 0)];
    const edges = [needs('a', 'b'), needs('c', 'd'), needs('d', 'e'), needs('x', 'x')];
    expect(idsOf(runNow(layoutOf({ nodes, edges })).parts)).toEqual([
      [[['c'], ['d'], ['e']]],
      [[['a'], ['b']]],
      [[['x', 'y']]],
    ]);
  });

  it('cuts a level that is too large for a page into rows, and a long chain into bands', () => {
    const wide = Array.from({ length: 60 }, (_, n) => node(`f${n}`, 1));
    const star = runNow(layoutOf({ nodes: [...wide, node('in', 0)], edges: wide.map(({ id }) => needs(id, 'in')) }));
    const [[rows = []] = []] = star.parts;
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.flat()).toHaveLength(61);
    expect(rows.at(-1)?.map(({ id }) => id)).toEqual(['in']);

    const long = Array.from({ length: 100 }, (_, n) => node(`f${n}`, n));
    const chain = runNow(layoutOf({ nodes: long, edges: long.slice(1).map(({ id }, n) => needs(id, `f${n}`)) }));
    const [bands = []] = chain.parts;
    expect(bands.length).toBeGreaterThan(2);
    expect(bands.flat(2).map(({ level }) => level)).toEqual(long.map(({ level }) => 99 - level));
  });
});
