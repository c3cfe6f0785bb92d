import { isRecord } from '../common/json.js';
import { flat, guardedLines, withoutTags } from '../common/prompt-text.js';
import { cutAt } from '../common/text.js';
import { countTokens } from '../common/tokens.js';
import { workerTask } from '../common/workers/worker-task.js';
import { fit } from './transcripts/fit.js';
import { type KeptTrace, type NumberedTurn, tailOf, TraceKeeper, withoutMiddleAt } from './transcripts/keeper.js';
import { TranscriptReader } from '../transcripts/reader.js';

/** Maximum number of tokens of the line that replaces omitted turns. */
const GAP_TOKENS = 14;
/** Minimum number of tokens of a turn that was cut. A turn that would get fewer tokens is left out. */
const LEAST_TOKENS = 60;
/** If the token limit is small, the minimum for a turn (LEAST_TOKENS) is at most this fraction of the limit. */
const LEAST_SHARE = 1 / 8;
const HEAD_SHARE = 0.6;
/**
 * Maximum number of times that turns are selected. They are selected again if the result has more tokens than the
 * limit, or less than the fraction GOOD of the limit.
 */
const TRIES = 6;
const GOOD = 0.97;

/**
 * Reads a trace that is held in memory.
 *
 * @param known number of turns of the trace that were submitted before
 */
export function readTrace({ trace, known }: { readonly trace: string; readonly known: number }): KeptTrace {
  const keeper = new TraceKeeper(known);
  const reader = new TranscriptReader((turn) => keeper.add(turn));
  reader.feed(trace);
  return keeper.end(reader.end());
}

/** Runs `readTrace` in a worker thread, since a trace may have a million characters. */
export const readTraceTask = workerTask(readTrace, import.meta.url);

/** Joins turns into the text stored with a session; `turnsOf` reads it back. */
export function storedTrace(turns: readonly NumberedTurn[]): string {
  return JSON.stringify(turns.map(({ n, role, text, error }) => ({ n, role, content: text, ...(error && { error }) })));
}

/** The turns of a stored trace. Version 0.2.0 and earlier stored traces unchanged. */
export function turnsOf(trace: string): readonly NumberedTurn[] {
  return numberedTurns(trace) ?? readTrace({ trace, known: 0 }).turns;
}

function numberedTurns(trace: string): NumberedTurn[] | undefined {
  if (!trace.startsWith('[{"n":')) return undefined;
  const list: unknown = JSON.parse(trace);
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((each: unknown) => {
    if (!isRecord(each)) return [];
    const { n, role, content, error } = each;
    return [{ n: Number(n), role: String(role), text: String(content), error: error === true }];
  });
}

/**
 * Cuts a stored trace to a number of tokens for a prompt. The first turns, errors and the last turns have precedence,
 * long turns lose their middle, and one line stands for each run of omitted turns. The text of a turn cannot be
 * mistaken for the beginning of another turn or for the end of the trace.
 *
 * @returns at most `maxTokens` tokens (o200k_base), for limits from 100 on
 */
export function cutTrace(trace: string, maxTokens: number): string {
  const turns = turnsOf(trace);
  const texts = turns.map((turn) => ({ head: headOf(turn), text: asData(turn.text) }));
  const sizes = texts.map(({ head, text }, index) => {
    const size = countTokens(head + text) + 1;
    return { size, error: turns[index]?.error === true };
  });
  const whole = joined(turns, texts, []);
  if (Buffer.byteLength(whole) <= maxTokens || countTokens(whole) <= maxTokens) return whole;
  const cut = new Map<string, string>();
  let [room, best, most] = [maxTokens, '', -1];
  for (let tries = 0; tries < TRIES; tries++) {
    const least = Math.min(LEAST_TOKENS, Math.floor(room * LEAST_SHARE));
    const given = fit(sizes, room, least, GAP_TOKENS);
    const parts = texts.map(({ head, text }, index) => {
      const tokens = given[index] ?? 0;
      if (tokens === 0 || tokens === sizes[index]?.size) return { head, text };
      const key = `${index} ${tokens}`;
      // Cutting can move text to the beginning of a line, where it could read as a label, so the result is guarded
      // again.
      const short = cut.get(key) ?? asData(withoutMiddle(text, tokens - countTokens(head) - 1));
      cut.set(key, short);
      return { head, text: short };
    });
    const kept = joined(turns, parts, given);
    const tokens = countTokens(kept);
    if (tokens <= maxTokens && tokens > most) [best, most] = [kept, tokens];
    if (tokens <= maxTokens && tokens >= maxTokens * GOOD) break;
    room = tokens > maxTokens ? room - (tokens - maxTokens) - 4 : room + Math.floor((maxTokens - tokens) * 0.8);
  }
  return best;
}

/**
 * Cuts a trace in a worker thread (`cutTraceTask`), because it may have millions of characters.
 *
 * @task
 */
export function cutLongTrace({ trace, maxTokens }: { readonly trace: string; readonly maxTokens: number }): string {
  return cutTrace(trace, maxTokens);
}

/** Maximum number of characters of a turn that are stored with a memory that it supports. */
const QUOTED = 2_000;

/** The turns with these numbers, long ones shortened. */
export function pickTurns({ trace, numbers }: { readonly trace: string; readonly numbers: readonly number[] }) {
  const wanted = new Set(numbers);
  return turnsOf(trace).flatMap((turn) => {
    if (!wanted.has(turn.n)) return [];
    const { text } = turn;
    const half = QUOTED / 2;
    return [text.length <= QUOTED ? turn : { ...turn, text: withoutMiddleAt(text, half, half) }];
  });
}

export const pickTurnsTask = workerTask(pickTurns, import.meta.url);

export const cutTraceTask = workerTask(cutLongTrace, import.meta.url);

interface Part {
  readonly head: string;
  readonly text: string;
}

/** @param given tokens per turn, 0 for omitted turns; if the list is empty, all turns are kept */
function joined(turns: readonly NumberedTurn[], parts: readonly Part[], given: readonly number[]): string {
  const lines: string[] = [];
  let before = 0;
  const gap = (from: number, to: number) => {
    if (from > to) return;
    lines.push(from === to ? `[turn ${from} is left out]` : `[turns ${from}-${to} are left out]`);
  };
  turns.forEach(({ n }, index) => {
    if (given.length > 0 && (given[index] ?? 0) === 0) return;
    gap(before + 1, n - 1);
    before = n;
    const { head = '', text = '' } = parts[index] ?? {};
    lines.push(head + text);
  });
  gap(before + 1, turns.at(-1)?.n ?? 0);
  return lines.join('\n');
}

function headOf({ n, role, error }: NumberedTurn): string {
  return `[${n}]${role === '' ? '' : ` ${asData(flat(role))}`}${error ? ' (error)' : ''}${role === '' && !error ? ' ' : ': '}`;
}

/**
 * Guards a text so that it can neither end the trace, nor start another turn, nor look like a line of the surrounding
 * prompt.
 */
export function asData(text: string): string {
  // The first line follows the turn's number and role, so it needs no guard.
  const shown = guardedLines(' ', text).slice(1);
  return withoutTags(shown, ['trace', 'earlier_memories']).replace(/^([^\S\n]*)\[(?=\d|turns? )/gimu, '$1\\[');
}

function withoutMiddle(text: string, maxTokens: number): string {
  const room = Math.max(0, maxTokens - countTokens(withoutMiddleAt('', 0, 0)));
  const head = lengthWithin((length) => cutAt(text, length), text.length, Math.floor(room * HEAD_SHARE));
  const taken = countTokens(cutAt(text, head));
  const tail = lengthWithin((length) => tailOf(text, length), text.length - head, room - taken);
  return withoutMiddleAt(text, head, tail);
}

/**
 * Finds a length in characters whose text has nearly, but at most, this many tokens. Starts from four characters per
 * token.
 */
function lengthWithin(part: (length: number) => string, longest: number, tokens: number): number {
  let [low, high, length] = [0, longest, Math.min(longest, tokens * 4)];
  for (let tries = 0; tries < 12 && low < high; tries++) {
    const counted = countTokens(part(length));
    if (counted <= tokens) {
      low = length;
      if (counted >= tokens * GOOD) break;
    } else {
      high = length - 1;
    }
    const guess = Math.floor((length * tokens) / Math.max(1, counted));
    length = Math.max(low + 1, Math.min(high, guess));
    if (length <= low || length > high) break;
  }
  return low;
}
