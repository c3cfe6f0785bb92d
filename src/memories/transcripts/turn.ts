import { isRecord } from '../../common/json.js';
import { REDACTED, SECRET_NAME } from '../../common/secret-rules.js';
import { oneLine } from '../../common/text.js';

/** One thing that was said, called or answered in a session, whatever format it was written in. */
export interface Turn {
  /** Who: `user`, `assistant`, `assistant calls Bash`, `result of Bash`; empty for a paragraph of plain text. */
  readonly role: string;
  readonly text: string;
  /** It tells of a failure: a tool's error, a command with another exit code than 0. */
  readonly error: boolean;
}

/** Names of tools by the ids of their calls, which results come back with. */
export type Calls = Map<string, string>;

const MAX_ROLE = 100;
/** Calls that wait for their result; an endless trace must not keep them all. */
const MAX_CALLS = 10_000;

/** @returns nothing where nothing is said */
export function turn(role: string, text: string, error = false): Turn[] {
  const said = text.replaceAll('\r\n', '\n').trim();
  return said === '' ? [] : [{ role: oneLine(role).slice(0, MAX_ROLE), text: said, error }];
}

export function call(calls: Calls, id: unknown, name: unknown, input: unknown, caller = 'assistant'): Turn[] {
  const tool = typeof name === 'string' && name !== '' ? name : 'a tool';
  if (typeof id === 'string' || typeof id === 'number') {
    if (calls.size >= MAX_CALLS) calls.clear();
    calls.set(String(id), tool);
  }
  return turn(`${caller} calls ${tool}`, textOf(parsedJson(input)) || '(no arguments)');
}

/** @param failed whether the format itself says so; else the text may tell */
export function result(calls: Calls, id: unknown, text: string, failed?: boolean, name?: unknown): Turn[] {
  const key = String(id);
  const tool = calls.get(key) ?? (typeof name === 'string' && name !== '' ? name : undefined);
  calls.delete(key);
  const error = failed ?? looksFailed(text);
  return turn(tool === undefined ? 'result' : `result of ${tool}`, text || '(empty)', error);
}

/** Characters at each end of a text in which a failure is looked for. */
const ENDS = 2_000;
const FAILURE =
  /(?:^|\n)\s*(?:\S+: )?(?:error|fatal|panic|exception|failed|failure)\b|Traceback \(most recent call last\)|\b[A-Za-z]*(?:Error|Exception)\b: |\bexit(?:ed with)?(?: code| status)?[ :=]+[1-9]\d{0,2}\b|\bcommand not found\b|\bPermission denied\b|\bNo such file or directory\b/i;

/** Whether the answer of a tool, or a paragraph of a log, reads like a failure. */
export function looksFailed(text: string): boolean {
  return FAILURE.test(text.slice(0, ENDS)) || (text.length > ENDS && FAILURE.test(text.slice(-ENDS)));
}

/** JSON in a string, as arguments of calls are given; anything else as it is. */
export function parsedJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/**
 * A value as a reader wants it: a field a line, texts as they are. Under a name such as `password` the value goes, since the
 * name is what tells.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  if (!isRecord(value)) return JSON.stringify(value) ?? '';
  return Object.entries(value)
    .filter(([, inner]) => inner !== null && inner !== undefined)
    .map(([name, inner]) => fieldOf(name, inner))
    .join('\n');
}

function fieldOf(name: string, value: unknown): string {
  if (typeof value !== 'string') return `${name}: ${JSON.stringify(value, hiding)}`;
  if (isSecret(name, value)) return `${name}: ${REDACTED}`;
  return value.includes('\n') ? `${name}:\n${value}` : `${name}: ${value}`;
}

function hiding(name: string, value: unknown): unknown {
  return isSecret(name, value) ? REDACTED : value;
}

function isSecret(name: string, value: unknown): boolean {
  return typeof value === 'string' && value !== '' && SECRET_NAME.test(name);
}
