import { type Json, requestGraphql, sendBytes, type ServiceOptions, serviceUrl } from './request.js';

// The loop of an agent: what is known goes in, comes into a prompt, and is credited with what came of it.

/** A document that is to be known. */
export interface DocumentToIngest {
  /** Path within its root, with slashes, or URL. Its ending tells the format. */
  readonly source: string;
  /** A text, or the bytes of any format. */
  readonly content: string | Uint8Array;
  /** Folder that it is from; sources are unique in it. */
  readonly root?: string;
  readonly title?: string;
  /** Only where neither content nor source tell the format. */
  readonly mediaType?: string;
  /** Entity that it belongs to. */
  readonly entityId?: string;
}

/** Answer of `ingest`: the stored document, and how many of its chunks the call changed. */
export interface IngestedDocument {
  readonly document: {
    readonly id: string;
    readonly root: string;
    readonly source: string;
    readonly mediaType: string;
    readonly title: string;
    /** Number of its chunks. */
    readonly chunks: number;
  };
  readonly outcome: 'CREATED' | 'UPDATED' | 'RENAMED' | 'UNCHANGED';
  /** Numbers of chunks. */
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly closed: number;
  /** Chunks that were not stored, because they hold what looks like a secret. */
  readonly leftOut: readonly { readonly page: number | null; readonly line: number | null; readonly rule: string }[];
}

/** What a context is asked for; all else is as in the API's ContextInput. */
export interface ContextRequest extends Json {
  /** The task, in plain words. */
  readonly query: string;
  /** The active entity. */
  readonly entityId?: string;
  /** Maximum number of tokens of the text; default 2,000. */
  readonly maxTokens?: number;
}

/** Answer of `context`: text for a prompt, and the receipt to report its outcome with. */
export interface Context {
  /** Ready for a prompt. */
  readonly text: string;
  /** Names it to `outcome`; null on a read-only database. */
  readonly receiptId: string | null;
  readonly tokensUsed: number;
  /** Hits that had no room. */
  readonly omitted: number;
  /** Whether nothing fits the task. */
  readonly nothingRelevant: boolean;
  /** What the text contains, best first. */
  readonly hits: readonly {
    readonly score: number;
    readonly knowledge: {
      readonly ref: string;
      readonly kind: string;
      readonly title: string;
      readonly text: string;
      readonly trust: number;
    };
  }[];
}

/** What came of a context; all else is as in the API's OutcomeInput. */
export interface Outcome extends Json {
  readonly receiptId: string;
  /** Whether the task was done. */
  readonly success: boolean;
  /** Refs of what was relied on. */
  readonly used?: readonly string[];
  readonly comment?: string;
}

/** Options that every call takes; aborting `signal` rejects the call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Each throws KnowledgeClientError. */
export interface Heartwood {
  /** Brings a document in, or up to date; one that is unchanged writes nothing. */
  ingest(document: DocumentToIngest, options?: CallOptions): Promise<IngestedDocument>;
  /** What is known for a task, as text for a prompt. */
  context(request: string | ContextRequest, options?: CallOptions): Promise<Context>;
  /** Tells what came of a context. Repeated, it changes nothing. */
  outcome(outcome: Outcome, options?: CallOptions): Promise<void>;
}

const CONTEXT = `query ($input: ContextInput!) { context(input: $input) {
  text receiptId tokensUsed omitted nothingRelevant hits { score knowledge { ref kind title text trust } } } }`;
const OUTCOME = 'mutation ($input: OutcomeInput!) { reportOutcome(input: $input) { id } }';

/**
 * The loop of an agent against a service.
 *
 *     const { ingest, context, outcome } = heartwood({ url: 'http://127.0.0.1:4000', namespace: 'lab' });
 *     await ingest({ source: 'pumps.md', content: '# Pumps …' });
 *     const { text, receiptId } = await context('Repair the north pump');
 *     await outcome({ receiptId, success: true });
 *
 * @throws KnowledgeClientError when the url is none
 */
export function heartwood(options: ServiceOptions): Heartwood {
  serviceUrl(options.url, '');
  return {
    ingest: async ({ content, ...place }, { signal } = {}) => {
      const given = Object.entries(place).filter((entry): entry is [string, string] => entry[1] !== undefined);
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
      const path = `documents?${new URLSearchParams(given).toString()}`;
      return (await sendBytes(options, path, bytes, signal)) as unknown as IngestedDocument;
    },
    context: async (request, { signal } = {}) => {
      const input = typeof request === 'string' ? { query: request } : request;
      const { context } = await requestGraphql(options, CONTEXT, { input }, signal);
      return context as Context;
    },
    outcome: async (input, { signal } = {}) => {
      await requestGraphql(options, OUTCOME, { input }, signal);
    },
  };
}
