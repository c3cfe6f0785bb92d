import { type CutPlace, type DocumentText, ReadRefusal, type RefusalReason, TOO_COMPLEX } from './blocks.js';
import { type Chunk, cutIntoChunks, type CutSettings } from './chunks.js';
import type { Given } from './kind.js';
import { type DocumentPlace, type SoughtReference, soughtOf } from './links.js';
import type { ReadingLimits } from './limits.js';
import { readBlocks } from './read.js';

/** Input for reading a document in a separate process. */
export interface ToRead {
  readonly bytes: Uint8Array;
  readonly given: Given;
  readonly limits: ReadingLimits;
}

export interface Refused {
  readonly refused: RefusalReason;
  readonly message: string;
}

/** A document that was read and cut into chunks. */
export interface CutDocument {
  readonly title: string | null;
  readonly mediaType: string;
  readonly chunks: readonly Chunk[];
  /** Secrets that were cut out of the chunks. */
  readonly redacted: readonly CutPlace[];
  /** References of the document, or texts that may be references. */
  readonly references: readonly SoughtReference[];
}

/** Reads the blocks of a document, in a separate process. */
export async function readAlone({ bytes, given, limits }: ToRead): Promise<DocumentText | Refused> {
  return refusing(() => readBlocks(bytes, given, limits));
}

/** Reads a document and cuts it into chunks, in a separate process. */
export async function cutAlone({
  cut,
  place,
  ...document
}: ToRead & { readonly cut: CutSettings; readonly place: DocumentPlace }): Promise<CutDocument | Refused> {
  return refusing(async () => {
    const read = await readBlocks(document.bytes, document.given, document.limits);
    const { title, mediaType, redacted } = read;
    const references = soughtOf(read.references, place);
    return { title, mediaType, references, redacted, chunks: cutIntoChunks(read, cut) };
  });
}

/**
 * Returns refusals as results instead of errors, because an error that is passed between processes loses its reason. A
 * text may also overflow the stack while it is cut or searched for secrets.
 */
async function refusing<Result>(read: () => Promise<Result>): Promise<Result | Refused> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RangeError) return { refused: 'TOO_COMPLEX', message: TOO_COMPLEX };
    if (!(error instanceof ReadRefusal)) throw error;
    return { refused: error.reason, message: error.message };
  }
}
