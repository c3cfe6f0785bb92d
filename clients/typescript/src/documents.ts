import { platform } from './platform.js';
import type { CallOptions, Requests } from './request.js';

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

/** Safe to repeat: a document that is unchanged is not written. */
export async function ingest(
  requests: Requests,
  { content, ...place }: DocumentToIngest,
  options?: CallOptions,
): Promise<IngestedDocument> {
  const bytes = typeof content === 'string' ? new platform.TextEncoder().encode(content) : content;
  const pairs = Object.entries(place).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return (await requests.bytes(`documents?${query}`, bytes, options)) as unknown as IngestedDocument;
}
