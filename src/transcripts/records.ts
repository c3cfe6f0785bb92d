import { isRecord } from '../common/json.js';
import { turnsOfClaudeCode } from './claude-code.js';
import { turnsOfGemini } from './gemini.js';
import { type Item, turnsOfItem } from './items.js';
import { turnsOfLangChain } from './langchain.js';
import { turnsOfMessage } from './messages.js';
import { turnsOfOpencode } from './opencode.js';
import type { Reading } from './reading.js';
import { turnsOfRpc } from './rpc.js';
import { textOf, turn, type Turn } from './turn.js';

/** The formats of transcripts that are read, as messages name them. */
export const FORMATS =
  'Claude Code, Codex, Gemini CLI, opencode, messages of OpenAI or Anthropic, Responses items, both dumps of LangChain messages, an MCP log, records with role and content, or text with `Role:` lines';

/** Names of the fields in which documents keep their messages, items or records. */
export const LISTS: ReadonlySet<string> = new Set([
  ...['messages', 'input', 'output', 'choices', 'items', 'conversation', 'transcript', 'trace', 'turns', 'events'],
  ...['history', 'records', 'log', 'entries', 'chat_messages', 'contents'],
]);

/**
 * The turns of one record of a known format: a line of a client or of MCP, a message, an item, or an object that holds a
 * list of these. Each format takes the types and roles that it knows, and counts the others as skipped.
 *
 * @returns undefined if the form is unknown; an empty list if it is known but contains no text
 */
export function turnsOfRecord(record: unknown, reading: Reading): Turn[] | undefined {
  if (!isRecord(record)) return undefined;
  return (
    turnsOfRpc(record, reading) ??
    turnsOfCodex(record, reading) ??
    turnsOfLangChain(record, reading) ??
    turnsOfOpencode(record, reading) ??
    turnsOfClaudeCode(record, reading) ??
    turnsOfGemini(record, reading) ??
    turnsOfChoice(record, reading) ??
    turnsOfItem(record, reading) ??
    turnsOfMessage(record, reading) ??
    turnsOfLists(record, reading)
  );
}

/** A choice of a chat completion. */
function turnsOfChoice({ message, type }: Record<string, unknown>, reading: Reading): Turn[] | undefined {
  return type === undefined && isRecord(message) ? turnsOfMessage(message, reading) : undefined;
}

/** Lines of rollouts are `{timestamp, type, payload}`, those of `codex exec --json` `{type, item}`. */
function turnsOfCodex(record: Record<string, unknown>, reading: Reading): Turn[] | undefined {
  const { type, payload, item } = record;
  if (typeof type !== 'string') return 'record_type' in record ? [] : undefined;
  if (isRecord(payload)) {
    if (type === 'response_item') {
      const taken = turnsOfItem(withoutHarness(payload, reading), reading, { ofClient: true });
      if (taken === undefined) reading.skip(textOf(payload['type']));
      return taken ?? [];
    }
    // Events repeat the content of items, except for errors.
    if (type === 'event_msg' && String(payload['type']).endsWith('error'))
      return turn('error', textOf(payload['message']), true);
    if (type === 'event_msg' && payload['type'] === 'turn_aborted') {
      return turn('user', `stopped the turn: ${textOf(payload['reason'])}`, true);
    }
    if (!('timestamp' in record)) return undefined;
    reading.skip(type === 'event_msg' ? `event ${textOf(payload['type'])}` : type);
    return [];
  }
  if (type === 'item.completed' && isRecord(item)) return turnsOfItem(item, reading);
  if (type === 'turn.failed') {
    const { error } = record;
    return turn('error', textOf(isRecord(error) ? error['message'] : error), true);
  }
  if (!/^(?:thread|turn|item)\.\w+$/.test(type)) return undefined;
  reading.skip(type);
  return [];
}

/** Codex states where each part of a message comes from; those that the user did not write are left out. */
function withoutHarness(item: Item, reading: Reading): Item {
  const about = item['internal_chat_message_metadata_passthrough'];
  const { content } = item;
  if (item['role'] !== 'user' || !isRecord(about) || !Array.isArray(content)) return item;
  const kinds = about['content_item_kinds'];
  if (!Array.isArray(kinds)) return item;
  const taken = content.filter((_, place) => {
    const kind: unknown = kinds[place];
    if (typeof kind !== 'string' || kind.startsWith('user.')) return true;
    reading.skip(kind);
    return false;
  });
  return { ...item, content: taken };
}

function turnsOfLists(record: Record<string, unknown>, reading: Reading): Turn[] | undefined {
  let isKnown = false;
  const turns = Object.entries(record).flatMap(([name, value]) => {
    if (name === 'input' && typeof value === 'string') return turn('user', reading.said(value));
    if (!LISTS.has(name) || !Array.isArray(value)) return [];
    return (value as unknown[]).flatMap((inner) => {
      const found = turnsOfRecord(inner, reading);
      isKnown ||= found !== undefined;
      return found ?? [];
    });
  });
  return isKnown ? turns : undefined;
}

/** How a record of an unknown form is counted: by its type, kind or role. */
export function typeOfUnknown(record: unknown): string {
  if (!isRecord(record)) return Array.isArray(record) ? 'list' : typeof record;
  const { type, kind, role } = record;
  const name = [type, kind, role].find((each) => typeof each === 'string' && each !== '');
  return typeof name === 'string' ? name : 'record without a type';
}
