import { isRecord } from '../../common/json.js';
import { isNamedSecret } from '../../common/secrets/names.js';
import { REDACTED } from '../../common/secrets/span.js';
import { oneLine } from '../../common/text.js';

/** One message, call or result in a session, whatever format it was written in. */
export interface Turn {
  /**
   * The speaker: `user`, `assistant`, `assistant calls Bash`, `result of Bash`; empty for a paragraph of plain text.
   */
  readonly role: string;
  readonly text: string;
  /** Whether it reports a failure: a tool's error, or a command with an exit code other than 0. */
  readonly error: boolean;
}

/** Names of tools by call id; a result has only the call's id. */
export type Calls = Map<string, string>;

const MAX_ROLE = 100;
/** Maximum number of open calls that are remembered, so that memory stays bounded in an endless trace. */
const MAX_CALLS = 10_000;

/** @returns an empty list if the text is blank */
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

/** @param failed failure as stated by the format; if undefined, the text is examined */
export function result(calls: Calls, id: unknown, text: string, failed?: boolean, name?: unknown): Turn[] {
  const key = String(id);
  const tool = calls.get(key) ?? (typeof name === 'string' && name !== '' ? name : undefined);
  calls.delete(key);
  const error = failed ?? looksFailed(text);
  return turn(tool === undefined ? 'result' : `result of ${tool}`, text || '(empty)', error);
}

/** Number of characters at each end of a text that are searched for signs of failure. */
const ENDS = 2_000;
const FAILURE =
  /(?:^|\n)\s*(?:\S+: )?(?:error|fatal|panic|exception|failed|failure)\b|Traceback \(most recent call last\)|\b[A-Za-z]*(?:Error|Exception)\b: |\bexit(?:ed with)?(?: code| status)?[ :=]+[1-9]\d{0,2}\b|\bcommand not found\b|\bPermission denied\b|\bNo such file or directory\b/i;

/** Whether a tool's result or a log paragraph looks like a failure. */
export function looksFailed(text: string): boolean {
  return FAILURE.test(text.slice(0, ENDS)) || (text.length > ENDS && FAILURE.test(text.slice(-ENDS)));
}

/** Parses strings that contain JSON, such as arguments of calls; other values are returned unchanged. */
export function parsedJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/**
 * Renders a value for a reader: one field per line, texts verbatim. The value of a field named like `password` is
 * removed here, because only the name identifies it as a secret.
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
  return typeof value === 'string' && isNamedSecret(name, value);
}
