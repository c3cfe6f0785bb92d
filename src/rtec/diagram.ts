import type { Steps } from '../common/turns.js';
import { FluentKind } from './event-description.js';
import { layoutOf } from './diagram-layout.js';
import type { Diagram, DiagramEdge, DiagramNode } from './diagram-model.js';
import { groupBy } from '../common/group-by.js';

// Shape of each kind, in the language of Graphviz. The fill colour also depends on the kind, so that kinds are
// recognised quickly.
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

/** Meanings of the shapes, in the order of the legend, which explains only those that the diagram contains. */
const MEANINGS: Readonly<Record<FluentKind, string>> = {
  [FluentKind.SIMPLE]: 'simple fluent',
  [FluentKind.STATICALLY_DETERMINED]: 'statically determined',
  [FluentKind.MIXED]: 'mixed fluent',
  [FluentKind.OUTPUT_EVENT]: 'output event',
  [FluentKind.INPUT_FLUENT]: 'input fluent',
  [FluentKind.INPUT_EVENT]: 'input event',
  [FluentKind.UNDEFINED]: 'not defined',
};

/**
 * Colours of edges, all dark enough for a white background. Edges to the same node have the same colour, so that they
 * can be followed among others.
 */
const LINES = ['#4b5563', '#1d4ed8', '#b45309', '#047857', '#a21caf', '#b91c1c', '#0e7490', '#4d7c0f'] as const;

/** Kinds and line styles that occur in a diagram, for its legend. */
function legendOf({ nodes, edges }: Diagram): { readonly kinds: readonly FluentKind[]; readonly lines: string } {
  const kinds = new Set(nodes.map(({ fluentKind }) => fluentKind));
  const said = [
    'An arrow leads to what is needed.',
    ...(edges.some(({ declaredOnly }) => declaredOnly) ? ['Dotted: declared, and in no rule.'] : []),
    ...(edges.some(({ negated }) => negated) ? ['Circle at its end: every condition is negated.'] : []),
    ...(nodes.some(({ missing }) => missing) ? ['Dashed: nothing defines it.'] : []),
  ];
  return { kinds: (Object.keys(MEANINGS) as FluentKind[]).filter((kind) => kinds.has(kind)), lines: said.join('\n') };
}

/**
 * Writes a diagram as Graphviz DOT. Arrows point to the needed node. Levels are ranks, with input at the end. A level
 * that is too large for a page has several rows. Unconnected parts are arranged to fill the page.
 */
export function* toDot(diagram: Diagram): Steps<string> {
  const { title, nodes, edges } = diagram;
  const { direction, parts } = yield* layoutOf(diagram);
  const bands = parts.flat();
  const place = new Map(
    bands.flatMap((rows, band) => rows.flatMap((same, row) => same.map(({ id }) => [id, { band, row }] as const))),
  );
  const isDownwards = ({ from, to }: DiagramEdge) => {
    const [high, low] = [place.get(from), place.get(to)];
    return high && low ? high.band === low.band && high.row < low.row : false;
  };
  const colours = new Map(nodes.map(({ id }, index) => [id, LINES[index % LINES.length]]));
  const node = ({ id, label, fluentKind, missing, inputs }: DiagramNode) => {
    const style = `${missing ? 'dashed' : 'solid'},filled`;
    return `${quoted(id)} [label=${quoted(label, counted(inputs))}, shape=${SHAPES[fluentKind]}, style="${style}", fillcolor="${FILLS[fluentKind]}"];`;
  };
  const edge = (each: DiagramEdge) => {
    const { from, to, negated, declaredOnly } = each;
    const attributes = [
      `color="${colours.get(to) ?? LINES[0]}"`,
      ...(declaredOnly ? ['style=dotted'] : []),
      ...(negated ? ['arrowhead=odot'] : []),
      // The edge leads against the order of rows, within a row, or between bands, so it must not change the ranks.
      ...(isDownwards(each) ? [] : ['constraint=false']),
    ];
    return `${quoted(from)} -> ${quoted(to)} [${attributes.join(', ')}];`;
  };
  // Invisible edges keep the rows in order, regardless of the other edges between them.
  const chain = (rows: (typeof bands)[number]) =>
    rows.length < 2
      ? []
      : [`  ${rows.flatMap(([first]) => (first ? [quoted(first.id)] : [])).join(' -> ')} [style=invis];`];
  const legend = legendOf(diagram);
  return [
    `digraph ${quoted(title)} {`,
    `  rankdir=${direction}; ranksep=0.6; nodesep=0.25; pack=16; packmode="node";`,
    '  node [fontname="Helvetica", fontsize=11, height=0.35, margin="0.16,0.06"];',
    '  edge [arrowsize=0.7];',
    ...(yield* lines(bands.flat(), (same) =>
      ['  { rank=same;', ...same.map((each) => `    ${node(each)}`), '  }'].join('\n'),
    )),
    ...bands.flatMap(chain),
    ...(yield* lines(edges, (each) => `  ${edge(each)}`)),
    '  subgraph cluster_legend {',
    `    label=${quoted('', legend.lines)}; fontname="Helvetica"; fontsize=10; labelloc=b; color="#9ca3af"; style=rounded;`,
    ...legend.kinds.map((kind) => {
      const id = quoted(`legend: ${MEANINGS[kind]}`);
      return `    ${id} [label=${quoted(MEANINGS[kind])}, shape=${SHAPES[kind]}, style="filled", fillcolor="${FILLS[kind]}"];`;
    }),
    '  }',
    '}',
    '',
  ].join('\n');
}

/** Writes a diagram as Mermaid, which chooses the ranks itself; levels are subgraphs. */
export function* toMermaid(diagram: Diagram): Steps<string> {
  const { nodes, edges } = diagram;
  const { direction } = yield* layoutOf(diagram);
  const names = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  const name = (id: string) => names.get(id) ?? 'n';
  const ranks = [...groupBy(nodes, ({ level }) => level)].sort(([a], [b]) => b - a);
  const shaped = (kind: FluentKind, text: string) => `${MERMAID_SHAPES[kind][0]}"${text}"${MERMAID_SHAPES[kind][1]}`;
  const node = ({ id, label, fluentKind, inputs }: DiagramNode) => {
    const count = counted(inputs);
    return `${name(id)}${shaped(fluentKind, `${escaped(label)}${count === '' ? '' : `<br/>${count}`}`)}`;
  };
  const edge = ({ from, to, negated, declaredOnly }: DiagramEdge) =>
    `${name(from)} ${declaredOnly ? '-.->' : '-->'}${negated ? '|not| ' : ' '}${name(to)}`;
  const missing = nodes.filter((each) => each.missing).map(({ id }) => name(id));
  const legend = legendOf(diagram);
  return [
    `flowchart ${direction}`,
    ...(yield* lines(ranks, ([rank, same]) =>
      [`  subgraph level${rank}["level ${rank}"]`, ...same.map((each) => `    ${node(each)}`), '  end'].join('\n'),
    )),
    ...(yield* lines(edges, (each) => `  ${edge(each)}`)),
    ...(missing.length > 0 ? ['  classDef missing stroke-dasharray: 4 3', `  class ${missing.join(',')} missing`] : []),
    `  subgraph legend["${legend.lines.split('\n').map(escaped).join('<br/>')}"]`,
    ...legend.kinds.map((kind, index) => `    k${index}${shaped(kind, MEANINGS[kind])}`),
    '  end',
    '',
  ].join('\n');
}

function counted(inputs: number | undefined): string {
  return inputs === undefined || inputs === 0 ? '' : `${inputs} ${inputs === 1 ? 'input' : 'inputs'}`;
}

function* lines<Item>(items: readonly Item[], write: (item: Item) => string): Steps<string[]> {
  const written: string[] = [];
  for (const item of items) {
    yield;
    written.push(write(item));
  }
  return written;
}

/**
 * Quotes a string for DOT. Backslashes are escaped: in labels, `\N` would mean the node's name.
 *
 * @param below further lines, which this file wrote
 */
function quoted(text: string, below = ''): string {
  const own = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replace(/\s+/gu, ' ');
  const lines = [...(own === '' ? [] : [own]), ...(below === '' ? [] : below.split('\n'))];
  return `"${lines.join('\\n')}"`;
}

/** Escapes a string for Mermaid by entities, which is the only safe way in Mermaid. */
function escaped(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/[^\p{L}\p{N} _./,'-]/gu, (character) => `#${character.codePointAt(0)};`);
}
