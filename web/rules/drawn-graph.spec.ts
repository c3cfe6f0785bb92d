import { describe, expect, it } from 'vitest';
import { NO_GRAPH, withAnswer } from './drawn-graph.js';

const node = (ref: string, hidden: number) => ({ ref, title: ref, labels: [], trust: null, hidden });
const edge = (source: string, target: string) => ({
  id: `${source}-${target}`,
  source,
  target,
  type: 'REQUIRES',
  label: null,
});

describe('a graph that grows', () => {
  it('counts what is hidden by what is drawn, whichever answer it came with', () => {
    const first = withAnswer(NO_GRAPH, { nodes: [node('a', 1), node('b', 2)], edges: [edge('a', 'b')] });
    expect(first.nodes.map(({ hidden }) => hidden)).toEqual([1, 2]);
    // When b is expanded, the answer contains all of its edges, and counts for c one more than is drawn.
    const second = withAnswer(first, {
      nodes: [node('b', 0), node('a', 1), node('c', 1), node('d', 0)],
      edges: [edge('a', 'b'), edge('b', 'c'), edge('d', 'b')],
    });
    expect(second.nodes.map(({ ref, hidden }) => [ref, hidden])).toEqual([
      ['a', 1],
      ['b', 0],
      ['c', 1],
      ['d', 0],
    ]);
    // When c is expanded, its answer shows that the last hidden edge of a leads to c.
    const third = withAnswer(second, {
      nodes: [node('c', 0), node('a', 1), node('b', 2)],
      edges: [edge('b', 'c'), edge('c', 'a')],
    });
    expect(third.nodes.map(({ ref, hidden }) => [ref, hidden])).toEqual([
      ['a', 0],
      ['b', 0],
      ['c', 0],
      ['d', 0],
    ]);
  });

  it('draws no more nodes than it may, and says how many it left out', () => {
    const grown = withAnswer(
      NO_GRAPH,
      { nodes: [node('a', 0), node('b', 0), node('c', 0)], edges: [edge('a', 'b'), edge('a', 'c')] },
      2,
    );
    expect(grown).toMatchObject({ leftOut: 1, edges: [{ id: 'a-b' }] });
    expect(grown.nodes.map(({ ref, hidden }) => [ref, hidden])).toEqual([
      ['a', 1],
      ['b', 0],
    ]);
  });
});
