import type { Steps } from '../common/turns.js';
import { FluentKind } from './event-description.js';
import { groupBy } from '../common/group-by.js';

export interface DiagramNode {
  readonly id: string;
  /** name/arity, or the name where no arity is known. */
  readonly label: string;
  readonly fluentKind: FluentKind;
  /** No rules, and no input. */
  readonly missing: boolean;
  /** 0 for input. */
  readonly level: number;
}

export interface DiagramEdge {
  /** What needs. */
  readonly from: string;
  /** What is needed. */
  readonly to: string;
  readonly negated: boolean;
  /** Declared, and not read from rules. */
  readonly declaredOnly: boolean;
}

export interface Diagram {
  readonly title: string;
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly DiagramEdge[];
}

// Kinds by shape, in the language of Graphviz; the fill repeats what the shape says, for a quick look.
const SHAPES: Readonly<Record<FluentKind, string>> = {
  [FluentKind.SIMPLE]: 'box',
  [FluentKind.STATICALLY_DETERMINED]: 'hexagon',
  [FluentKind.MIXED]: 'octagon',
  [FluentKind.OUTPUT_EVENT]: 'cds',
  [FluentKind.INPUT_EVENT]: 'ellipse',
  [FluentKind.INPUT_FLUENT]: 'parallelogram',
  [FluentKind.UNDEFINED]: 'box',
};
const FILLS: Readonly<Record<FluentKind, string>> = {
  [FluentKind.SIMPLE]: '#dbe9f6',
  [FluentKind.STATICALLY_DETERMINED]: '#fde5c8',
  [FluentKind.MIXED]: '#e8dcf3',
  [FluentKind.OUTPUT_EVENT]: '#f9d6d6',
  [FluentKind.INPUT_EVENT]: '#eeeeee',
  [FluentKind.INPUT_FLUENT]: '#dff0d8',
  [FluentKind.UNDEFINED]: '#ffffff',
};
const MERMAID_SHAPES: Readonly<Record<FluentKind, readonly [open: string, close: string]>> = {
  [FluentKind.SIMPLE]: ['[', ']'],
  [FluentKind.STATICALLY_DETERMINED]: ['{{', '}}'],
  [FluentKind.MIXED]: ['[[', ']]'],
  [FluentKind.OUTPUT_EVENT]: ['>', ']'],
  [FluentKind.INPUT_EVENT]: ['([', '])'],
  [FluentKind.INPUT_FLUENT]: ['[/', '/]'],
  [FluentKind.UNDEFINED]: ['[', ']'],
};

/** In the language of Graphviz. An arrow points from what needs to what it needs; levels are ranks, input at the bottom. */
export function* toDot({ title, nodes, edges }: Diagram): Steps<string> {
  const level = new Map(nodes.map((node) => [node.id, node.level]));
  const ranks = [...groupBy(nodes, ({ level: rank }) => rank)].sort(([a], [b]) => b - a);
  const node = ({ id, label, fluentKind, missing }: DiagramNode) => {
    const style = `${missing ? 'dashed' : 'solid'},filled`;
    return `${quoted(id)} [label=${quoted(label)}, shape=${SHAPES[fluentKind]}, style="${style}", fillcolor="${FILLS[fluentKind]}"];`;
  };
  const edge = ({ from, to, negated, declaredOnly }: DiagramEdge) => {
    const attributes = [
      ...(declaredOnly ? ['style=dotted'] : []),
      ...(negated ? ['arrowhead=odot'] : []),
      // Against the levels, or inside of one: it must not change the ranks.
      ...((level.get(from) ?? 0) <= (level.get(to) ?? 0) ? ['constraint=false'] : []),
    ];
    return `${quoted(from)} -> ${quoted(to)}${attributes.length > 0 ? ` [${attributes.join(', ')}]` : ''};`;
  };
  return [
    `digraph ${quoted(title)} {`,
    '  rankdir=TB; ranksep=0.7; nodesep=0.25;',
    '  node [fontname="Helvetica", fontsize=11, height=0.35, margin="0.16,0.06"];',
    '  edge [color="#555555", arrowsize=0.7];',
    ...(yield* lines(ranks, ([, same]) =>
      ['  { rank=same;', ...same.map((each) => `    ${node(each)}`), '  }'].join('\n'),
    )),
    ...(yield* lines(edges, (each) => `  ${edge(each)}`)),
    '}',
    '',
  ].join('\n');
}

/** In the language of Mermaid, which chooses the ranks itself; levels are subgraphs. */
export function* toMermaid({ nodes, edges }: Diagram): Steps<string> {
  const names = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  const name = (id: string) => names.get(id) ?? 'n';
  const ranks = [...groupBy(nodes, ({ level }) => level)].sort(([a], [b]) => b - a);
  const node = ({ id, label, fluentKind }: DiagramNode) => {
    const [open, close] = MERMAID_SHAPES[fluentKind];
    return `${name(id)}${open}"${escaped(label)}"${close}`;
  };
  const edge = ({ from, to, negated, declaredOnly }: DiagramEdge) =>
    `${name(from)} ${declaredOnly ? '-.->' : '-->'}${negated ? '|not| ' : ' '}${name(to)}`;
  const missing = nodes.filter((each) => each.missing).map(({ id }) => name(id));
  return [
    'flowchart TB',
    ...(yield* lines(ranks, ([rank, same]) =>
      [`  subgraph level${rank}["level ${rank}"]`, ...same.map((each) => `    ${node(each)}`), '  end'].join('\n'),
    )),
    ...(yield* lines(edges, (each) => `  ${edge(each)}`)),
    ...(missing.length > 0 ? ['  classDef missing stroke-dasharray: 4 3', `  class ${missing.join(',')} missing`] : []),
    '',
  ].join('\n');
}

function* lines<Item>(items: readonly Item[], write: (item: Item) => string): Steps<string[]> {
  const written: string[] = [];
  for (const item of items) {
    yield;
    written.push(write(item));
  }
  return written;
}

/** A string of DOT. A backslash would begin an escape: of labels `\N` is the node's name. */
function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replace(/\s+/gu, ' ')}"`;
}

/** A string of Mermaid, where only entities are safe. */
function escaped(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/[^\p{L}\p{N} _./,'-]/gu, (character) => `#${character.codePointAt(0)};`);
}
