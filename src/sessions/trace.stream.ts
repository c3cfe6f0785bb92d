import { LimitExceededError } from '../common/errors.js';
import { turn as nextTurn } from '../common/turns.js';
import { type KeptTrace, TraceKeeper } from './transcripts/keeper.js';
import { Reading } from '../transcripts/reading.js';
import { TranscriptReader } from '../transcripts/reader.js';
import { turnsOfStored } from '../transcripts/said-messages.js';

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
  let decoder: TextDecoder | undefined;
  let bytes = 0;
  let begun: Uint8Array = new Uint8Array();
  for await (const next of chunks) {
    bytes += next.length;
    if (bytes > MAX_TRACE_BYTES) throw new LimitExceededError(`A trace may have ${MAX_TRACE_BYTES / 1024 / 1024} MB`);
    const chunk = begun.length > 0 ? Buffer.concat([begun, next]) : next;
    begun = decoder || chunk.length > 1 ? new Uint8Array() : chunk;
    if (begun.length > 0) continue;
    decoder ??= new TextDecoder(encodingOf(chunk));
    const text = decoder.decode(chunk, { stream: true });
    for (let at = 0; at < text.length; at += PIECE) {
      reader.feed(text.slice(at, at + PIECE));
      await nextTurn();
    }
  }
  reader.feed((decoder ?? new TextDecoder()).decode(begun));
  return keeper.end(reader.end());
}

/** A message of a conversation. */
export interface SaidMessage {
  readonly role: string;
  readonly content: string;
}

/**
 * Keeps the messages of a conversation as the turns of a trace.
 *
 * @param known number of turns that were submitted before
 */
export async function keepMessages(messages: AsyncIterable<SaidMessage>, known: number): Promise<KeptTrace> {
  const keeper = new TraceKeeper(known);
  const reading = new Reading();
  for await (const { role, content } of messages) {
    for (const each of turnsOfStored(role, content, reading)) keeper.add(each);
  }
  return keeper.end({ skipped: 0, skippedTypes: reading.skipped(), isUnknown: false });
}

/** UTF-8, unless the byte order mark is one of UTF-16, which PowerShell writes when output is redirected to a file. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
