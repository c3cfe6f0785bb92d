import { cutAt } from '../common/text.js';
import { countTokens } from '../common/tokens.js';
import { workerTask } from '../common/workers/worker-task.js';

/** The beginning says what was to be done, the end how it went and why: it gets the larger part. */
const BEGINNING_SHARE = 1 / 3;
/** For the line that says what was left out. */
const NOTE_TOKENS = 40;
/** Of a turn that is itself too long this much is looked at, from each end: a token has rarely more characters. */
const CHARACTERS_PER_TOKEN = 8;

/** What a session's trace consists of: the turns of a JSON list of {role, content}, else the paragraphs of a text. */
export function turnsOf(trace: string): string[] {
  return (
    chatTurns(trace) ??
    trace
      .split(/\r?\n[^\S\r\n]*\r?\n\s*/)
      .map((paragraph) => paragraph.trim())
      .filter((paragraph) => paragraph !== '')
  );
}

/**
 * Cuts a trace to a number of tokens: whole turns from the beginning and from the end, and a line in place of those
 * between that says how many there were. Where the first or the last turn alone is too long, its own middle goes.
 *
 * @returns at most `maxTokens` (o200k_base), from 100 on
 */
export function cutTrace(trace: string, maxTokens: number): string {
  const turns = turnsOf(trace);
  const whole = turns.join('\n\n');
  // A token has at least one byte.
  if (Buffer.byteLength(whole) <= maxTokens || fitsWithin(turns, maxTokens)) return whole;
  const room = maxTokens - NOTE_TOKENS;
  const beginning = take(turns, Math.floor(room * BEGINNING_SHARE));
  const rest = turns.slice(beginning.count);
  const end = take(rest.toReversed(), room - beginning.tokens);
  const left = rest.length - end.count;
  const note = left === 0 ? [] : [`[${left} ${left === 1 ? 'turn' : 'turns'} left out here: the trace is too long]`];
  return [...beginning.texts, ...note, ...end.texts.reverse()].join('\n\n');
}

/**
 * The same for a worker: a trace may have millions of characters.
 *
 * @task
 */
export function cutLongTrace({ trace, maxTokens }: { readonly trace: string; readonly maxTokens: number }): string {
  return cutTrace(trace, maxTokens);
}

export const cutTraceTask = workerTask(cutLongTrace, import.meta.url);

interface Taken {
  readonly texts: string[];
  /** Turns they stand for. */
  readonly count: number;
  readonly tokens: number;
}

/** Whole turns in order while there is room; of the very first at least its ends. */
function take(turns: readonly string[], room: number): Taken {
  const texts: string[] = [];
  let tokens = 0;
  for (const turn of turns) {
    const cost = cheaplyOver(turn, room - tokens) ? Infinity : countTokens(turn) + 1;
    if (tokens + cost > room) {
      if (texts.length > 0) break;
      const short = withoutMiddle(turn, room - 1);
      return { texts: [short], count: 1, tokens: countTokens(short) + 1 };
    }
    texts.push(turn);
    tokens += cost;
  }
  return { texts, count: texts.length, tokens };
}

function fitsWithin(turns: readonly string[], maxTokens: number): boolean {
  let tokens = 0;
  for (const turn of turns) {
    tokens += countTokens(turn) + 1; // and the gap between two
    if (tokens > maxTokens) return false;
  }
  return true;
}

/** Surely longer than that, without counting. */
function cheaplyOver(text: string, tokens: number): boolean {
  return text.length > 128 * Math.max(0, tokens); // the longest token of the encoding has 128 characters
}

function withoutMiddle(turn: string, maxTokens: number): string {
  const note = '\n[the middle of this turn is left out: it is too long]\n';
  const room = maxTokens - countTokens(note);
  let half = Math.min(Math.floor(turn.length / 2), Math.max(0, room) * CHARACTERS_PER_TOKEN);
  for (;;) {
    const text = `${cutAt(turn, half)}${note}${safeEnd(turn, half)}`;
    const tokens = countTokens(text);
    if (tokens <= maxTokens || half === 0) return text;
    half = Math.floor(half * Math.min(0.95, maxTokens / tokens));
  }
}

function safeEnd(text: string, length: number): string {
  if (length === 0) return '';
  const code = text.charCodeAt(text.length - length);
  return text.slice(code >= 0xdc00 && code <= 0xdfff ? text.length - length + 1 : text.length - length);
}

function chatTurns(trace: string): string[] | undefined {
  if (!/^\s*\[/.test(trace)) return undefined;
  let list: unknown;
  try {
    list = JSON.parse(trace);
  } catch {
    return undefined;
  }
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const turns = list.map((turn: unknown) => {
    if (typeof turn !== 'object' || turn === null || !('role' in turn) || typeof turn.role !== 'string')
      return undefined;
    const { role, ...rest } = turn as { role: string; content?: unknown };
    const text = textOf(rest.content);
    const others = Object.entries(rest).filter(([name, value]) => name !== 'content' && value !== null);
    // Calls of tools stand beside the content.
    const beside = others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others));
    return `${role}: ${[text, beside].filter((part) => part !== '').join('\n')}`;
  });
  return turns.every((turn) => turn !== undefined) ? turns : undefined;
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (content === undefined || content === null) return '';
  if (Array.isArray(content)) return content.map(textOf).join('\n');
  if (typeof content === 'object' && 'text' in content && typeof content.text === 'string') return content.text;
  return JSON.stringify(content);
}
