import { isRecord } from '../common/json.js';
import type { Reading } from './reading.js';
import { call, result, textOf, turn, type Turn } from './turn.js';

// Reads opencode: messages of `opencode export`, `{info: {role}, parts}`, and lines of `opencode run --format json`,
// `{type, sessionID, part}`.

type Fields = Record<string, unknown>;

/** @returns undefined if it is no record of opencode */
export function turnsOfOpencode(record: Fields, reading: Reading): Turn[] | undefined {
  const { info, parts, part, sessionID } = record;
  if (isRecord(info) && Array.isArray(parts)) {
    const { role } = info;
    if (role !== 'user' && role !== 'assistant') {
      reading.skip(`${textOf(role)} message`);
      return [];
    }
    return [...parts.flatMap((each: unknown) => turnsOfPart(role, each, reading)), ...errorOf(info)];
  }
  if (typeof sessionID !== 'string') return undefined;
  if (isRecord(part)) return turnsOfPart('assistant', part, reading);
  if (record['type'] === 'error') return errorOf(record);
  return undefined;
}

function errorOf({ error }: Fields): Turn[] {
  if (!isRecord(error)) return [];
  const { name, data } = error;
  return turn('error', textOf(isRecord(data) ? (data['message'] ?? name) : name), true);
}

function turnsOfPart(role: 'user' | 'assistant', part: unknown, reading: Reading): Turn[] {
  if (!isRecord(part)) return [];
  const { type, text } = part;
  if (part['synthetic'] === true || part['ignored'] === true) {
    reading.skip('synthetic part');
    return [];
  }
  switch (type) {
    case 'text':
      return turn(role, role === 'user' ? reading.said(unquoted(textOf(text)), true) : textOf(text));
    case 'reasoning':
      return turn(`${role} thinks`, textOf(text));
    case 'file':
      return turn(role, `[file ${textOf(part['filename'])}]`);
    case 'tool':
      return turnsOfTool(part, reading);
    default:
      reading.skip(`${textOf(type)} part`);
      return [];
  }
}

/** `opencode run` puts the prompt into quotation marks. */
function unquoted(text: string): string {
  return /^"[^"]*"\s*$/.test(text) ? text.trim().slice(1, -1) : text;
}

function turnsOfTool({ tool, callID, state }: Fields, reading: Reading): Turn[] {
  if (!isRecord(state)) return [];
  const { status, input, output, error, metadata } = state;
  const asked = call(reading, callID, tool, input);
  if (status === 'error')
    return [...asked, ...result(reading, callID, textOf(error), { failed: true, saysFailed: true })];
  if (status !== 'completed') return asked;
  const exit = isRecord(metadata) ? metadata['exit'] : undefined;
  const exitCode = typeof exit === 'number' ? exit : undefined;
  return [...asked, ...result(reading, callID, textOf(output), { exitCode, saysFailed: false })];
}
