import { isRecord } from '../common/json.js';
import { contentText, toolCall, turnsOfContent } from './messages.js';
import type { Reading } from './reading.js';
import { result, type Turn } from './turn.js';

// Reads the two dumps of LangChain's messages: `messages_to_dict` writes `{type, data}`, `dumps` writes
// `{lc: 1, type: "constructor", id: [..., "HumanMessage"], kwargs}`. A single message dumped by itself is the data
// with its type.

/** Types of messages, as `messages_to_dict` and the names of the classes give them. */
const ROLES: ReadonlyMap<string, 'user' | 'assistant' | 'tool' | undefined> = new Map([
  ['human', 'user'],
  ['ai', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
  ['system', undefined],
  ['developer', undefined],
  ['chat', undefined],
  ['remove', undefined],
]);
const CLASS = /^([A-Z][A-Za-z]*?)Message(?:Chunk)?$/;

/** @returns undefined if it is not a message of LangChain */
export function turnsOfLangChain(record: Record<string, unknown>, reading: Reading): Turn[] | undefined {
  const found = messageIn(record);
  if (!found || !ROLES.has(found.type)) return undefined;
  const { type, fields } = found;
  const role = ROLES.get(type);
  const { content, name, id } = fields;
  if (role === undefined) {
    reading.skip(`${type} message`);
    return [];
  }
  if (role === 'tool') {
    const failed = fields['status'] === 'error' || undefined;
    return result(reading, fields['tool_call_id'] ?? id, contentText(content), { failed, name });
  }
  const more = isRecord(fields['additional_kwargs']) ? fields['additional_kwargs'] : {};
  const parsed = fields['tool_calls'];
  const calls = Array.isArray(parsed) && parsed.length > 0 ? (parsed as unknown[]) : more['tool_calls'];
  // Content in the form of Anthropic holds the calls as well, which `tool_calls` repeats.
  const said = Array.isArray(calls) && Array.isArray(content) ? withoutCalls(content) : content;
  return [
    ...turnsOfContent(role, said, reading),
    ...(Array.isArray(calls) ? calls.flatMap((each) => toolCall(each, reading, role)) : []),
  ];
}

function withoutCalls(content: readonly unknown[]): unknown[] {
  return content.filter((block) => !isRecord(block) || block['type'] !== 'tool_use');
}

function messageIn(record: Record<string, unknown>) {
  const { type, data, kwargs, id } = record;
  if (type === 'constructor' && isRecord(kwargs) && Array.isArray(id)) {
    const [, name] = CLASS.exec(String(id.at(-1))) ?? [];
    return name === undefined ? undefined : { type: name.toLowerCase(), fields: kwargs };
  }
  if (typeof type !== 'string') return undefined;
  const known = type.replace(/MessageChunk$/, '').toLowerCase();
  if (isRecord(data) && 'content' in data) return { type: known, fields: data };
  const isDump = 'content' in record && ('additional_kwargs' in record || 'response_metadata' in record);
  return isDump ? { type: known, fields: record } : undefined;
}
