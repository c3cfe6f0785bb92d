import cytoscape, { type ElementDefinition, type NodeSingular } from 'cytoscape';
import { knowledgeOf } from '../rules/address.js';
import type { DrawnGraph, DrawnNode } from '../rules/drawn-graph.js';
import { EDGE_WORDS } from '../rules/edges.js';
import { placesOf } from '../rules/places.js';
import { colour } from './theme.js';

export interface GraphDrawing {
  readonly show: (graph: DrawnGraph) => void;
  readonly end: () => void;
}

/**
 * Cytoscape inserts a style element if the page has none with this id, which the content security policy forbids. The
 * page therefore has an element with this id, and style.css has its rule.
 */
const ITS_STYLE = '__________cytoscape_stylesheet';
const TITLE = 34;

export function drawGraph(place: HTMLElement, begin: string, expand: (ref: string) => void): GraphDrawing {
  if (!document.getElementById(ITS_STYLE)) {
    const inPlace = document.createElement('template');
    inPlace.id = ITS_STYLE;
    document.head.append(inPlace);
  }
  const shape = place.clientWidth < place.clientHeight ? 'tall' : 'wide';
  const ink = colour('ink');
  const line = colour('edge');
  const drawing = cytoscape({
    container: place,
    wheelSensitivity: 0.3,
    minZoom: 0.2,
    maxZoom: 1.5,
    style: [
      {
        selector: 'node',
        style: {
          'background-color': 'data(colour)',
          label: 'data(label)',
          color: ink,
          // A drawing on a phone is scaled down.
          'font-size': shape === 'tall' ? 19 : 11,
          'min-zoomed-font-size': 6,
          'text-valign': 'bottom',
          'text-margin-y': 4,
          'text-wrap': 'wrap',
          'text-max-width': '110px',
          width: 20,
          height: 20,
        },
      },
      { selector: 'node[?begins]', style: { width: 32, height: 32, 'font-weight': 'bold' } },
      { selector: 'node[hidden > 0]', style: { 'border-width': 3, 'border-style': 'double', 'border-color': ink } },
      {
        selector: 'edge',
        style: {
          width: 1.5,
          'line-color': line,
          'target-arrow-color': line,
          'target-arrow-shape': 'triangle',
          'curve-style': 'bezier',
          label: 'data(label)',
          'font-size': 9,
          'min-zoomed-font-size': 9,
          color: colour('soft'),
          'text-rotation': 'autorotate',
          'text-background-color': colour('card'),
          'text-background-opacity': 1,
        },
      },
    ],
  });
  drawing.on('tap', 'node', ({ target }: { readonly target: NodeSingular }) => expand(target.id()));
  return {
    show: (graph) => {
      const elements: ElementDefinition[] = [
        ...graph.nodes.map((node) => ({ group: 'nodes' as const, data: nodeData(node, begin) })),
        ...graph.edges.map(({ id, source, target, type, label }) => ({
          group: 'edges' as const,
          data: { id: `edge ${id}`, source, target, label: label ?? EDGE_WORDS[type]?.[0] ?? type },
        })),
      ];
      drawing.json({ elements });
      const places = placesOf(begin, graph.nodes, graph.edges, shape);
      drawing
        .layout({
          name: 'preset',
          positions: (node) => ({ ...(places.get((node as unknown as NodeSingular).id()) ?? { x: 0, y: 0 }) }),
          padding: 24,
        })
        .run();
    },
    end: () => drawing.destroy(),
  };
}

function nodeData({ ref, title, hidden }: DrawnNode, begin: string) {
  const name = title.length > TITLE ? `${title.slice(0, TITLE)} …` : title;
  return {
    id: ref,
    label: hidden > 0 ? `${name} (+${hidden})` : name,
    hidden,
    begins: ref === begin,
    colour: colour(knowledgeOf(ref)?.kind.toLowerCase() ?? 'other'),
  };
}
