import { citedIn } from './cited.js';
import type { CallOptions, Json, Requests } from './request.js';

/** Request for a context. All other properties of the API's ContextInput are accepted as well. */
export interface ContextRequest extends Json {
  /** The task, in plain words. */
  readonly query: string;
  /** The active entity. */
  readonly entityId?: string;
  /** Maximum number of tokens of the text; default 2,000. */
  readonly maxTokens?: number;
  /** Whether each entry of the text has a mark, which `usedIn` finds in answers; default true. */
  readonly cite?: boolean;
}

/** A piece of knowledge that was found. */
export interface Hit {
  /** Reference, such as item:open_files, for `outcome` and links. */
  readonly ref: string;
  /** ITEM, FLUENT, MEMORY, MESSAGE, PIECE or STRATEGY. */
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  /** In [0,1]. */
  readonly trust: number;
  /** By which hits are ordered; at least 0. */
  readonly score: number;
}

/** Answer of `context`: text for a prompt, and the receipt to report its outcome with. */
export interface Context {
  /** Text ready to be inserted into a prompt. */
  readonly text: string;
  /** Identifies the context in `outcome`; null on a read-only database. */
  readonly receiptId: string | null;
  readonly tokensUsed: number;
  /** Number of hits that did not fit into the token limit. */
  readonly omitted: number;
  /** Whether no knowledge fits the task. */
  readonly nothingRelevant: boolean;
  /** The hits in the text, best first. */
  readonly hits: readonly Hit[];
  /**
   * The refs whose marks (`[k1]`) the agent's answer repeats, for `used` of `outcome`. Undefined if it repeats none: what
   * the agent used is then unknown, and not nothing.
   */
  usedIn(answer: string): readonly string[] | undefined;
}

export const HITS = 'hits { score knowledge { ref kind title text trust } }';
const CONTEXT = `query ($input: ContextInput!) { context(input: $input) {
  text receiptId tokensUsed omitted nothingRelevant marks ${HITS} } }`;

export async function context(
  requests: Requests,
  request: string | ContextRequest,
  options?: CallOptions,
): Promise<Context> {
  const input = { cite: true, ...(typeof request === 'string' ? { query: request } : request) };
  const { context } = await requests.graphql(CONTEXT, { input }, options);
  const { hits: found, marks, ...answer } = context as Omit<Context, 'hits' | 'usedIn'> & Found & Marked;
  const hits = hitsOf(found);
  return { ...answer, hits, usedIn: (said) => citedIn(said, marks ?? [], hits) };
}

/** Hits as the API answers them. */
export interface Found {
  readonly hits: readonly { readonly score: number; readonly knowledge: Omit<Hit, 'score'> }[];
}

interface Marked {
  /** Null without `cite`. */
  readonly marks: readonly string[] | null;
}

export function hitsOf(hits: Found['hits']): Hit[] {
  return hits.map(({ score, knowledge }) => ({ ...knowledge, score }));
}
