import cytoscape, { type ElementDefinition, type NodeSingular } from 'cytoscape';
import { knowledgeOf } from '../rules/address.js';
import type { DrawnGraph, DrawnNode } from '../rules/drawn-graph.js';
import { EDGE_WORDS } from '../rules/edges.js';
import { readableLabels } from '../rules/labels.js';
import { placesOf } from '../rules/places.js';
import { SHAPES, trustColour } from '../rules/trust-colour.js';
import { colour } from './theme.js';
import { shortened } from '../rules/text.js';

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
/** Size of a label on the screen, in pixels, whatever the zoom. */
const LABEL = { font: 11, width: { wide: 110, tall: 84 } } as const;

/** @param unlabelled called with the number of nodes whose labels have no room */
export function drawGraph(
  place: HTMLElement,
  begin: string,
  expand: (ref: string) => void,
  unlabelled: (nodes: number) => void,
): GraphDrawing {
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
          shape: 'data(shape)' as 'ellipse',
          label: 'data(label)',
          color: ink,
          'text-valign': 'bottom',
          'text-margin-y': 4,
          'text-wrap': 'wrap',
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
  let frame = 0;
  drawing.on('zoom', () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(label);
  });
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
      label();
    },
    end: () => {
      cancelAnimationFrame(frame);
      drawing.destroy();
    },
  };

  /** Draws the labels that have room at the present zoom; the node in the centre is first. */
  function label(): void {
    const zoom = drawing.zoom();
    const nodes = drawing.nodes().toArray();
    nodes.sort((one, other) => Number(other.data('begins')) - Number(one.data('begins')));
    drawing.nodes().style({
      'font-size': LABEL.font / zoom,
      'text-max-width': `${LABEL.width[shape] / zoom}px`,
      'text-opacity': 1,
    });
    const isReadable = readableLabels(
      nodes.map((node) => ({
        label: node.renderedBoundingBox({ includeNodes: false, includeEdges: false, includeOverlays: false }),
        mark: node.renderedBoundingBox({ includeLabels: false, includeEdges: false, includeOverlays: false }),
      })),
    );
    nodes.forEach((node, index) => node.style('text-opacity', isReadable[index] === true ? 1 : 0));
    unlabelled(isReadable.filter((is) => !is).length);
  }
}

function nodeData({ ref, title, trust, hidden }: DrawnNode, begin: string) {
  const name = shortened(title, TITLE);
  const kind = knowledgeOf(ref)?.kind;
  return {
    id: ref,
    label: hidden > 0 ? `${name} (+${hidden})` : name,
    hidden,
    begins: ref === begin,
    colour: trust === null ? colour('edge') : trustColour(trust, colour('bad'), colour('good')),
    shape: kind ? SHAPES[kind][0] : 'ellipse',
  };
}
