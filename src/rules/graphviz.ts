import { instance } from '@viz-js/viz';
import { LimitExceededError } from '../common/errors.js';

/** Above this the layout of Graphviz takes longer than a caller waits (quadratic and more in the edges of a rank). */
export const SVG_LIMITS = { nodes: 400, edges: 1_500 } as const;

let loading: ReturnType<typeof instance> | undefined;

/**
 * Lays out a graph in DOT and draws it; Graphviz itself, in WebAssembly, loaded when it is first needed.
 *
 * @throws LimitExceededError when there is more than can be drawn in reasonable time
 */
export async function drawSvg(dot: string, size: { readonly nodes: number; readonly edges: number }): Promise<string> {
  if (size.nodes > SVG_LIMITS.nodes || size.edges > SVG_LIMITS.edges) {
    throw new LimitExceededError(
      `${size.nodes} nodes with ${size.edges} edges are too many to draw here (at most ${SVG_LIMITS.nodes} and ${SVG_LIMITS.edges}); ask for one activity, or for DOT`,
    );
  }
  loading ??= instance();
  const result = (await loading).render(dot, { format: 'svg', engine: 'dot' });
  if (result.status === 'success') return result.output;
  throw new Error(`Graphviz refused a diagram: ${result.errors.map(({ message }) => message).join('; ')}`);
}
