import { LimitExceededError } from '../common/errors.js';
import { turn as nextTurn } from '../common/turns.js';
import { type KeptTrace, TraceKeeper } from './transcripts/keeper.js';
import { TranscriptReader } from './transcripts/reader.js';

/** Maximum length of a trace, in bytes. */
const MAX_TRACE_BYTES = 100 * 1024 * 1024;
/**
 * Number of characters that are processed before other requests get their turn. This takes a few milliseconds, unless a
 * single line is longer.
 */
const PIECE = 65_536;

/**
 * Reads a trace as a stream; neither the text nor its turns are held in memory as a whole.
 *
 * @param known number of turns of the trace that were submitted before
 * @throws LimitExceededError when it is longer than 100 MB
 */
export async function readTraceStream(chunks: AsyncIterable<Uint8Array>, known: number): Promise<KeptTrace> {
  const keeper = new TraceKeeper(known);
  const reader = new TranscriptReader((turn) => keeper.add(turn));
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MAX_TRACE_BYTES) throw new LimitExceededError(`A trace may have ${MAX_TRACE_BYTES / 1024 / 1024} MB`);
    const text = decoder.decode(chunk, { stream: true });
    for (let at = 0; at < text.length; at += PIECE) {
      reader.feed(text.slice(at, at + PIECE));
      await nextTurn();
    }
  }
  reader.feed(decoder.decode());
  reader.end();
  return keeper.end(reader.skipped);
}
