import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { LimitExceededError } from '../common/errors.js';
import { WorkQueue } from '../common/queue.js';
import { MAX_RATIO } from './diagram-layout.js';

/**
 * Maximum size of a graph that is drawn. For larger graphs, Graphviz takes longer than callers wait; the time is at
 * least quadratic in the number of edges of a rank.
 */
const SVG_LIMITS = { nodes: 400, edges: 1_500 } as const;
/** Maximum wall-clock time of one drawing. */
const DRAW_LIMIT_MS = 60_000;

type Reply = { readonly svg: string } | { readonly errors: string };

interface WorkerSettings {
  /** Path of viz-js. */
  readonly library: string;
  readonly dot: string;
}

/** Drawings run one after the other, so that they use only one processor. */
const drawings = new WorkQueue();

/**
 * Lays out a graph in DOT and draws it as SVG. Graphviz runs as WebAssembly in its own thread, since a layout takes
 * seconds and cannot be interrupted.
 *
 * @throws LimitExceededError when the graph is too large or drawing takes too long
 */
export async function drawSvg(dot: string, size: { readonly nodes: number; readonly edges: number }): Promise<string> {
  if (size.nodes > SVG_LIMITS.nodes || size.edges > SVG_LIMITS.edges) {
    throw new LimitExceededError(
      `${size.nodes} nodes with ${size.edges} edges are too many to draw here (at most ${SVG_LIMITS.nodes} and ${SVG_LIMITS.edges}); name an activity, leave out the inputs, or ask for DOT`,
    );
  }
  const reply = await drawings.run(() => draw(dot));
  if (reply === undefined) {
    throw new LimitExceededError(
      `Drawing took longer than ${DRAW_LIMIT_MS / 1_000} s; ask for one activity, or for DOT`,
    );
  }
  if ('svg' in reply) return onPage(reply.svg);
  throw new Error(`Graphviz refused a diagram: ${reply.errors}`);
}

/** Adds blank space to a long drawing until its sides are within MAX_RATIO. */
function onPage(svg: string): string {
  const found = /width="(\d+)pt" height="(\d+)pt"\s+viewBox="0(?:\.00)? 0(?:\.00)? ([\d.]+) ([\d.]+)"/.exec(svg);
  if (!found) return svg;
  const [whole = '', ...sizes] = found;
  const [width = 0, height = 0, innerWidth = 0, innerHeight = 0] = sizes.map(Number);
  const [wide, high] = [Math.max(width, Math.ceil(height / MAX_RATIO)), Math.max(height, Math.ceil(width / MAX_RATIO))];
  if (wide === width && high === height) return svg;
  const box = [0, 0, (innerWidth * wide) / width, (innerHeight * high) / height].map((side) => side.toFixed(2));
  return svg.replace(whole, `width="${wide}pt" height="${high}pt" viewBox="${box.join(' ')}"`);
}

/** @returns undefined when it takes too long */
async function draw(dot: string): Promise<Reply | undefined> {
  const workerData: WorkerSettings = { library: createRequire(import.meta.url).resolve('@viz-js/viz'), dot };
  // The code of the worker is a function in this file instead of a separate file, so that it runs the same way from
  // dist and from source (tests).
  const worker = new Worker(`(${runWorker.toString()})()`, { eval: true, workerData });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Reply | undefined>((resolve, reject) => {
      timer = setTimeout(() => resolve(undefined), DRAW_LIMIT_MS);
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('The thread that draws ended without an answer')));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** Code that the worker thread runs. */
function runWorker(): void {
  const threads = process.getBuiltinModule('node:worker_threads');
  const { library, dot } = threads.workerData as WorkerSettings;
  interface Rendered {
    readonly status: 'success' | 'failure';
    readonly output?: string;
    readonly errors: readonly { readonly message: string }[];
  }
  interface Viz {
    instance(): Promise<{ render(dot: string, options: { format: string; engine: string }): Rendered }>;
  }
  const viz = process.getBuiltinModule('node:module').createRequire(library)(library) as Viz;
  void viz.instance().then((graphviz) => {
    const { status, output, errors } = graphviz.render(dot, { format: 'svg', engine: 'dot' });
    const reply: Reply =
      status === 'success' && output !== undefined
        ? { svg: output }
        : { errors: errors.map(({ message }) => message).join('; ') };
    threads.parentPort?.postMessage(reply);
  });
}
