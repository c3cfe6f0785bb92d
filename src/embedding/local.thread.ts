import { ownValue } from '../common/json.js';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type * as Onnx from 'onnxruntime-node';
import type { EmbeddingModelFacts } from './models.js';

/** The thread's settings, passed as its `workerData`. */
export interface ThreadSettings {
  /** Distinguishes a thread started for embedding from one that only imports this file. */
  readonly purpose: 'embedding';
  /** Paths of the two packages. */
  readonly runtime: { readonly onnx: string; readonly tokenizers: string };
  /** Folder of the model, with `tokenizer.json` and `onnx/model_quantized.onnx`. */
  readonly folder: string;
  readonly facts: Pick<EmbeddingModelFacts, 'pooling' | 'longestInput'>;
  /** True for the thread of the backlog, which saves memory rather than milliseconds. */
  readonly isBacklog: boolean;
}

/** Answer of the embedding thread. */
export type ThreadReply = { readonly vector: Float32Array } | { readonly error: string };

/** The module that the thread runs. */
export const THREAD_MODULE = new URL(import.meta.url);

/**
 * The part of @huggingface/tokenizers that is used here; its own types refer to files that TypeScript does not find.
 */
interface Tokenizer {
  encode(text: string): { readonly ids: readonly number[] };
}

interface Tokenizers {
  readonly Tokenizer: new (tokenizer: object, config: object) => Tokenizer;
}

/**
 * Releases the memory of a text after it was embedded. Otherwise the library keeps as much memory as the longest text
 * needed; with the system's allocator alone, up to 130 MB more remain allocated as fragments.
 */
const GIVING_BACK = { extra: { memory: { enable_memory_arena_shrinkage: 'cpu:0' } } };

/**
 * Lets the library use the weights as they are in the file, without a second copy in the order of multiplication. This
 * saves 18 MB. Texts of 100 to 512 tokens take the same time (100 ms each), questions of a dozen tokens 8 ms instead of
 * 6. The vectors stay identical to the byte, since the arithmetic is on integers.
 */
const NO_COPY_OF_WEIGHTS = { extra: { session: { disable_prepacking: '1' } } };

interface Model {
  readonly tokenizer: Tokenizer;
  readonly session: Onnx.InferenceSession;
  readonly Tensor: typeof Onnx.Tensor;
  /**
   * Buffer for the tokens' vectors, reused from the second text on: a new output of 800 KB per text would wait for
   * garbage collection, which cost 80 MB.
   */
  hidden?: Float32Array;
}

if (!isMainThread && (workerData as Partial<ThreadSettings> | null)?.purpose === 'embedding') {
  serve(workerData as ThreadSettings);
}

/**
 * The loop of the embedder's thread: receives a text and answers with its vector. The next text is sent after this
 * answer.
 */
function serve(settings: ThreadSettings): void {
  let model: Promise<Model> | undefined;
  const answer = async (text: string): Promise<ThreadReply> => {
    try {
      model ??= load(settings);
      return { vector: await embed(await model, settings, text) };
    } catch (error) {
      // Loading a failed model is retried with the next text.
      model = undefined;
      return { error: error instanceof Error ? error.message : String(error) };
    }
  };
  parentPort?.on('message', (text: string) => void answer(text).then((reply) => parentPort?.postMessage(reply)));
}

async function load({ runtime, folder, isBacklog }: ThreadSettings): Promise<Model> {
  const { InferenceSession, Tensor } = createRequire(runtime.onnx)(runtime.onnx) as typeof Onnx;
  const { Tokenizer } = createRequire(runtime.tokenizers)(runtime.tokenizers) as Tokenizers;
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as object;
  const config = join(folder, 'tokenizer_config.json');
  const session = await InferenceSession.create(join(folder, 'onnx', 'model_quantized.onnx'), {
    // A single thread adds in a fixed order, so that vectors are identical to the byte on every machine. It also leaves
    // processor time to other work.
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    enableMemPattern: false,
    ...(isBacklog && NO_COPY_OF_WEIGHTS),
  });
  const tokenizer = new Tokenizer(read(join(folder, 'tokenizer.json')), existsSync(config) ? read(config) : {});
  return { tokenizer, session, Tensor };
}

/** @returns a vector of length 1 */
async function embed(model: Model, { facts }: ThreadSettings, text: string): Promise<Float32Array> {
  const { tokenizer, session, Tensor } = model;
  const ids = cut(tokenizer.encode(text).ids, facts.longestInput);
  const tensor = (value: (index: number) => number) =>
    new Tensor(
      'int64',
      BigInt64Array.from(ids, (_, index) => BigInt(value(index))),
      [1, ids.length],
    );
  const inputs: Record<string, Onnx.Tensor> = {
    input_ids: tensor((index) => ids[index] ?? 0),
    attention_mask: tensor(() => 1),
    token_type_ids: tensor(() => 0),
  };
  const feeds = Object.fromEntries(
    session.inputNames.flatMap((name) => {
      const input = ownValue(inputs, name);
      return input ? [[name, input]] : [];
    }),
  );
  const [name = ''] = session.outputNames;
  const output = (await session.run(feeds, { [name]: place(model, facts, ids.length) }, GIVING_BACK))[name];
  if (!(output?.data instanceof Float32Array)) throw new Error(`its output ${name} is no list of numbers`);
  const length = output.data.length / ids.length;
  model.hidden ??= new Float32Array(facts.longestInput * length);
  return normalized(pooled(output.data, ids.length, facts.pooling));
}

/**
 * Returns the buffer for the output. While the length of a vector is unknown it is null, and the library allocates one.
 */
function place(
  { hidden, Tensor }: Model,
  { longestInput }: ThreadSettings['facts'],
  tokens: number,
): Onnx.Tensor | null {
  if (!hidden) return null;
  const length = hidden.length / longestInput;
  return new Tensor('float32', hidden.subarray(0, tokens * length), [1, tokens, length]);
}

/** Returns the first `most` tokens, of which the last is replaced by the token that ends every text. */
function cut(ids: readonly number[], most: number): readonly number[] {
  return ids.length <= most ? ids : [...ids.slice(0, most - 1), ...ids.slice(-1)];
}

function pooled(hidden: Float32Array, tokens: number, pooling: EmbeddingModelFacts['pooling']): Float32Array {
  const length = hidden.length / tokens;
  if (pooling === 'cls') return hidden.slice(0, length);
  const sum = new Float32Array(length);
  for (let index = 0; index < hidden.length; index++) {
    const place = index % length;
    sum[place] = (sum[place] ?? 0) + (hidden[index] ?? 0);
  }
  return sum;
}

function normalized(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length > 0 ? vector.map((value) => value / length) : vector;
}
