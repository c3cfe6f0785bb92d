import { isRecord } from '../common/json.js';
import { flat, guardedLines, withoutTags } from '../common/prompt-text.js';
import { cutAt } from '../common/text.js';
import { countTokens } from '../common/tokens.js';
import { workerTask } from '../common/workers/worker-task.js';
import { fit } from './transcripts/fit.js';
import { type KeptTrace, type NumberedTurn, tailOf, TraceKeeper, withoutMiddleAt } from './transcripts/keeper.js';
import { TranscriptReader } from './transcripts/reader.js';

/** What it may cost to say that turns were left out between two. */
const GAP_TOKENS = 14;
/** A turn is cut to no less, and rather left out. */
const LEAST_TOKENS = 60;
/** Of a room that is smaller than usual, no more than this part. */
const LEAST_SHARE = 1 / 8;
const HEAD_SHARE = 0.6;
/** What was chosen is counted, and chosen again where it is over the window or far under it. */
const TRIES = 6;
const GOOD = 0.97;

/**
 * Reads a whole trace.
 *
 * @param known turns of it that were handed in before
 */
export function readTrace({ trace, known }: { readonly trace: string; readonly known: number }): KeptTrace {
  const keeper = new TraceKeeper(known);
  const reader = new TranscriptReader((turn) => keeper.add(turn));
  reader.feed(trace);
  reader.end();
  return keeper.end(reader.skipped);
}

/** The same for a worker: a trace may have a million characters. */
export const readTraceTask = workerTask(readTrace, import.meta.url);

/** Turns as they are stored with a session; `turnsOf` reads them. */
export function storedTrace(turns: readonly NumberedTurn[]): string {
  return JSON.stringify(turns.map(({ n, role, text, error }) => ({ n, role, content: text, ...(error && { error }) })));
}

/** The turns of a stored trace; what 0.2.0 and before stored was as it had been handed in. */
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
 * A stored trace as it stands in a prompt, cut to a number of tokens: first turns, errors and last turns go first, long turns
 * lose their middle, and a line stands for turns that are left out. Nothing in a turn can be read as the beginning of
 * another one, or as the end of the trace.
 *
 * @returns at most `maxTokens` (o200k_base), from 100 on
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
      // What is cut off may have stood before what it kept from reading as a line.
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
 * The same for a worker: a trace may have millions of characters.
 *
 * @task
 */
export function cutLongTrace({ trace, maxTokens }: { readonly trace: string; readonly maxTokens: number }): string {
  return cutTrace(trace, maxTokens);
}

/** Characters of a turn that are kept beside a memory. */
const QUOTED = 2_000;

/** Some turns of a stored trace, shortened. */
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

/** @param given 0 for those that are left out; all stay where it is empty */
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

/** A text that neither ends the trace, nor begins a turn of its own, nor reads as a line of the prompt around it. */
export function asData(text: string): string {
  // What a turn says begins behind its number and role.
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

/** How many characters have nearly so many tokens, and no more; most texts have some four characters a token. */
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
