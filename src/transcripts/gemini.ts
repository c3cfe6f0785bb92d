import { isRecord } from '../common/json.js';
import type { Reading } from './reading.js';
import { call, result, textOf, turn, type Turn } from './turn.js';

// Reads sessions of Gemini CLI: a first line about the session, then `{id, timestamp, type, content}` records, and
// `{$set}` records that change the first line. It also reads the contents of Google's API, `{role, parts}`.

type Fields = Record<string, unknown>;

/** @returns undefined if it is neither a record of Gemini CLI nor a content */
export function turnsOfGemini(record: Fields, reading: Reading): Turn[] | undefined {
  const { type, role, parts, content, id, timestamp } = record;
  const changes = record['$set'];
  if (isRecord(changes)) return turnsOfStart(changes, reading);
  if (typeof role === 'string' && Array.isArray(parts)) return turnsOfApi(role, parts, reading);
  if ('projectHash' in record && 'startTime' in record && !('messages' in record)) {
    reading.skip('session');
    return [];
  }
  if (typeof type !== 'string' || typeof id !== 'string' || typeof timestamp !== 'string') return undefined;
  if (type === 'user' && (typeof content === 'string' || isParts(content))) {
    return turnsOfParts('user', content, reading);
  }
  if (type === 'gemini') return turnsOfAnswer(record, reading);
  if (type === 'error' && typeof content === 'string') return turn('error', content, true);
  if (type === 'info' || type === 'warning') {
    reading.skip(type);
    return [];
  }
  return undefined;
}

/** The first change of a session holds the messages it began with; later ones repeat what was read. */
function turnsOfStart(changes: Fields, reading: Reading): Turn[] {
  const { messages } = changes;
  reading.skip('$set');
  if (!Array.isArray(messages) || reading.before !== undefined) return [];
  return messages.flatMap((message: unknown) => (isRecord(message) ? (turnsOfGemini(message, reading) ?? []) : []));
}

function isParts(content: unknown): content is readonly unknown[] {
  return Array.isArray(content) && content.every((part) => isRecord(part) && typeof part['type'] !== 'string');
}

function turnsOfApi(role: string, parts: unknown, reading: Reading): Turn[] | undefined {
  if (!isParts(parts)) return undefined;
  if (role === 'user' || role === 'function') return turnsOfParts('user', parts, reading);
  if (role === 'model') return turnsOfParts('assistant', parts, reading);
  reading.skip(`${role} message`);
  return [];
}

function turnsOfParts(role: 'user' | 'assistant', content: unknown, reading: Reading): Turn[] {
  const parts: readonly unknown[] = Array.isArray(content) ? (content as unknown[]) : [{ text: content }];
  return parts.flatMap((part): Turn[] => {
    if (!isRecord(part)) return [];
    const { text, functionCall, functionResponse, inlineData, fileData } = part;
    if (typeof text === 'string') {
      if (part['thought'] === true) return turn(`${role} thinks`, text);
      return turn(role, role === 'user' ? reading.said(text, true) : text);
    }
    if (isRecord(functionCall)) return call(reading, functionCall['id'], functionCall['name'], functionCall['args']);
    if (isRecord(functionResponse)) return answered(functionResponse, reading);
    if (isRecord(inlineData) || isRecord(fileData)) return turn(role, '[file]');
    reading.skip(`part ${Object.keys(part)[0] ?? ''}`);
    return [];
  });
}

/** A record is written again with the calls that the answer made, so that what was read is left out. */
function turnsOfAnswer(record: Fields, reading: Reading): Turn[] {
  const { id, timestamp, content, thoughts, toolCalls } = record;
  const said = contentOf(content);
  const key = `${String(id)} ${String(timestamp)}`;
  const isAgain = reading.before?.key === key && reading.before.text === said;
  reading.before = { key, text: said };
  return [
    ...(isAgain ? [] : [...thoughtsOf(thoughts), ...turn('assistant', said)]),
    ...(Array.isArray(toolCalls) ? toolCalls.flatMap((each: unknown) => turnsOfCall(each, reading)) : []),
  ];
}

function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.flatMap((part: unknown) => (isRecord(part) ? textOf(part['text']) : [])).join('\n');
}

function thoughtsOf(thoughts: unknown): Turn[] {
  if (!Array.isArray(thoughts)) return [];
  return thoughts.flatMap((thought: unknown) => {
    if (!isRecord(thought)) return [];
    return turn('assistant thinks', [thought['subject'], thought['description']].map(textOf).join('\n'));
  });
}

function turnsOfCall(given: unknown, reading: Reading): Turn[] {
  if (!isRecord(given)) return [];
  const { id, name, args, result: responses, status } = given;
  if (reading.answered.has(String(id))) return [];
  const asked = call(reading, id, name, args);
  const turns = (Array.isArray(responses) ? (responses as unknown[]) : []).flatMap((part) =>
    isRecord(part) && isRecord(part['functionResponse']) ? answered(part['functionResponse'], reading, status) : [],
  );
  return [...asked, ...turns];
}

function answered({ id, name, response }: Fields, reading: Reading, status?: unknown): Turn[] {
  const key = typeof id === 'string' ? id : undefined;
  if (key !== undefined && reading.answered.has(key)) return [];
  if (key !== undefined) reading.answered.add(key);
  const fields = isRecord(response) ? response : {};
  const error = fields['error'];
  const isError = status === 'error' || error !== undefined;
  const text = textOf(error ?? fields['output'] ?? response);
  const saysFailed = status === 'success' ? false : isError || undefined;
  return result(reading, id, text, { name, failed: isError ? true : undefined, saysFailed });
}
