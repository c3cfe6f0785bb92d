import { type Json, requestGraphql, sendBytes, type ServiceOptions, serviceUrl } from './request.js';

// The agent loop: documents are ingested, a context for a task is fetched, and the outcome is reported to credit the
// knowledge.

/** The bytes or text of one file, and where it comes from. */
export interface DocumentToIngest {
  /** Path relative to its root, with slashes, or URL. Its extension determines the format. */
  readonly source: string;
  /** A text, or the bytes of a file in any format. */
  readonly content: string | Uint8Array;
  /** Name of the folder the document comes from; sources are unique within it. */
  readonly root?: string;
  readonly title?: string;
  /** Needed only if neither content nor source determine the format. */
  readonly mediaType?: string;
  /** Entity that the document belongs to. */
  readonly entityId?: string;
}

/** Answer of `ingest`: the stored document, and the numbers of chunks that the call changed. */
export interface IngestedDocument {
  readonly document: {
    readonly id: string;
    readonly root: string;
    readonly source: string;
    readonly mediaType: string;
    readonly title: string;
    /** Number of chunks of the document. */
    readonly chunks: number;
  };
  readonly outcome: 'CREATED' | 'UPDATED' | 'RENAMED' | 'UNCHANGED';
  /** Number of new chunks. */
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly closed: number;
  /** Secrets that were cut out of the document. */
  readonly redacted: readonly { readonly page: number | null; readonly line: number | null; readonly rule: string }[];
}

/** Request for a context. All other properties of the API's ContextInput are accepted as well. */
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

/** Outcome of a context. All other properties of the API's OutcomeInput are accepted as well. */
export interface Outcome extends Json {
  readonly receiptId: string;
  /** Whether the task was done. */
  readonly success: boolean;
  /** Refs of the knowledge that the agent relied on. */
  readonly used?: readonly string[];
  readonly comment?: string;
}

/** Options of every call; aborting `signal` rejects the call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Client for the agent loop. Each method throws KnowledgeClientError. */
export interface Heartwood {
  /** Stores or updates a document. If the document is unchanged, nothing is written. */
  ingest(document: DocumentToIngest, options?: CallOptions): Promise<IngestedDocument>;
  /** Returns the knowledge for a task, as text for a prompt. */
  context(request: string | ContextRequest, options?: CallOptions): Promise<Context>;
  /** Reports the outcome of a context. Repeating a report changes nothing. */
  outcome(outcome: Outcome, options?: CallOptions): Promise<void>;
}

const CONTEXT = `query ($input: ContextInput!) { context(input: $input) {
  text receiptId tokensUsed omitted nothingRelevant hits { score knowledge { ref kind title text trust } } } }`;
const OUTCOME = 'mutation ($input: OutcomeInput!) { reportOutcome(input: $input) { id } }';

/**
 * Creates a client for the agent loop.
 *
 *     const { ingest, context, outcome } = heartwood({ url: 'http://127.0.0.1:4000', namespace: 'lab' });
 *     await ingest({ source: 'pumps.md', content: '# Pumps …' });
 *     const { text, receiptId } = await context('Repair the north pump');
 *     await outcome({ receiptId, success: true });
 *
 * @throws KnowledgeClientError when the url is invalid
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
