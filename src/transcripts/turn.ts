import { isRecord } from '../common/json.js';
import { isNamedSecret } from '../secrets/names.js';
import { REDACTED } from '../secrets/span.js';
import { oneLine } from '../common/text.js';
import { OWN_CONTEXT } from './own-context.js';
import type { Reading } from './reading.js';

/** A call of a tool, or its result, as the client wrote it. */
export interface ToolUse {
  readonly step: 'CALL' | 'RESULT';
  /** Id that a call and its result share; null if the format has none. */
  readonly id: string | null;
  /** Name of the tool; null if it is not known. */
  readonly name: string | null;
  /** The arguments of a call, parsed if they are JSON. */
  readonly input?: unknown;
  /** Exit code of a command, where the format or the client states it; null if not. */
  readonly exitCode?: number | null;
  /** Whether the client states that the call failed; null if it states nothing. A failure in the text alone is not stated. */
  readonly failed?: boolean | null;
}

/** One message, call or result in a session, whatever format it was written in. */
export interface Turn {
  /**
   * The speaker: `user`, `assistant`, `assistant calls Bash`, `result of Bash`; empty for a paragraph of plain text.
   */
  readonly role: string;
  readonly text: string;
  /** Whether it reports a failure: a tool's error, or a command with an exit code other than 0. */
  readonly error: boolean;
  /** Present if the turn is a call of a tool, or its result. */
  readonly tool?: ToolUse;
}

const MAX_ROLE = 100;
/** Maximum number of open calls that are remembered, so that memory stays bounded in an endless trace. */
const MAX_CALLS = 10_000;

/** @returns an empty list if the text is blank */
export function turn(role: string, text: string, error = false): Turn[] {
  const said = text.replaceAll('\r\n', '\n').trim();
  return said === '' ? [] : [{ role: oneLine(role).slice(0, MAX_ROLE), text: said, error }];
}

export function call(reading: Reading, id: unknown, name: unknown, input: unknown, caller = 'assistant'): Turn[] {
  const tool = typeof name === 'string' && name !== '' ? name : 'a tool';
  const { calls } = reading;
  const key = keyOf(id);
  if (key !== null) {
    if (calls.size >= MAX_CALLS) calls.clear();
    calls.set(key, tool);
  }
  const parsed = parsedJson(input);
  const use: ToolUse = { step: 'CALL', id: key, name: typeof name === 'string' ? name : null, input: parsed };
  return turn(`${caller} calls ${tool}`, textOf(parsed) || '(no arguments)').map((each) => ({ ...each, tool: use }));
}

/** What a format states about a result. */
export interface Stated {
  /** Whether the call failed; if undefined, the text is examined. */
  readonly failed?: boolean | undefined;
  readonly name?: unknown;
  readonly exitCode?: number | undefined;
  /** What the client itself states, where `failed` is also decided by the text. */
  readonly saysFailed?: boolean | undefined;
}

/**
 * The result of a tool, without what programs inserted into it. A stated exit code other than 0 stands before it. The service's
 * own answers are left out.
 */
export function result(reading: Reading, id: unknown, given: string, stated: Stated = {}): Turn[] {
  const { calls } = reading;
  const key = keyOf(id);
  const { name } = stated;
  const tool = calls.get(key ?? '') ?? (typeof name === 'string' && name !== '' ? name : undefined);
  if (key !== null) calls.delete(key);
  for (const [, line, field] of given.matchAll(RECEIPT)) reading.receipts.add(line ?? field ?? '');
  if (tool !== undefined && OWN_TOOL.test(tool)) {
    reading.skip(OWN_CONTEXT);
    return [];
  }
  const whole = stated.exitCode ? `exit code ${stated.exitCode}\n${given}` : given;
  const text = reading.said(whole);
  if (text.trim() === '' && whole.trim() !== '') return [];
  const exitCode = stated.exitCode ?? exitCodeIn(text);
  const error = stated.failed ?? (exitCode === undefined ? looksFailed(text) : exitCode !== 0 || looksFailed(text));
  const use: ToolUse = {
    step: 'RESULT',
    id: key,
    name: tool ?? null,
    exitCode: exitCode ?? null,
    failed: stated.saysFailed ?? null,
  };
  const role = tool === undefined ? 'result' : `result of ${tool}`;
  return turn(role, text || '(empty)', error).map((each) => ({ ...each, tool: use }));
}

/** How an answer of this service names the receipt of what it gave: as a line of its own, or as a field. */
const RECEIPT = /^receipt: ([0-9A-HJKMNP-TV-Z]{26})$|(?<="receipt_?[iI]d": ?")([0-9A-HJKMNP-TV-Z]{26})/gmu;

/** Names under which clients list the tools of this service: `mcp__heartwood__knowledge_context`. */
const OWN_TOOL = /heartwood/i;

function keyOf(id: unknown): string | null {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}

/** First lines (Claude Code, Codex) or last lines (Gemini CLI) in which clients state the exit code of a command. */
const EXIT_CODE = /^(?:Exit code:?|Process exited with code|Exit Code:) (-?\d{1,10})$/mu;

function exitCodeIn(text: string): number | undefined {
  const code = EXIT_CODE.exec(text.slice(0, ENDS))?.[1] ?? EXIT_CODE.exec(text.slice(-ENDS))?.[1];
  return code === undefined ? undefined : Number(code);
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
