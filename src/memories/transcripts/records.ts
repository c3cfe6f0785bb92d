import { isRecord } from '../../common/json.js';
import { turnsOfItem } from './items.js';
import { turnsOfMessage } from './messages.js';
import { turnsOfRpc } from './rpc.js';
import { type Calls, textOf, turn, type Turn } from './turn.js';

/** Names of the fields in which documents keep their messages, items or records. */
export const LISTS: ReadonlySet<string> = new Set([
  ...['messages', 'input', 'output', 'choices', 'items', 'conversation', 'transcript', 'trace', 'turns', 'events'],
  ...['history', 'records', 'log', 'entries', 'chat_messages'],
]);

/**
 * The turns of one record: a line of Claude Code, Codex or MCP, a message, an item, or an object that holds a list of
 * these.
 *
 * @returns undefined if the form is unknown; an empty list if it is known but contains no text
 */
export function turnsOfRecord(record: unknown, calls: Calls): Turn[] | undefined {
  if (!isRecord(record)) return undefined;
  return (
    turnsOfRpc(record, calls) ??
    turnsOfCodex(record, calls) ??
    turnsOfWrapped(record, calls) ??
    turnsOfItem(record, calls) ??
    turnsOfMessage(record, calls) ??
    turnsOfLists(record, calls) ??
    turnsOfEvent(record)
  );
}

/** Unwraps a message from the object that Claude Code, or a choice of a chat completion, puts around it. */
function turnsOfWrapped(record: Record<string, unknown>, calls: Calls): Turn[] | undefined {
  const { message } = record;
  if (!isRecord(message) || typeof message['role'] !== 'string') return undefined;
  // Such records are the work of a subagent, or messages that the program inserted into the chat.
  if (record['isSidechain'] === true || record['isMeta'] === true) return [];
  if (typeof record['parent_tool_use_id'] === 'string') return [];
  return turnsOfMessage(message, calls, record['isApiErrorMessage'] === true);
}

/** Lines of rollouts are `{timestamp, type, payload}`, those of `codex exec --json` `{type, item}`. */
function turnsOfCodex(record: Record<string, unknown>, calls: Calls): Turn[] | undefined {
  const { type, payload, item } = record;
  if (typeof type !== 'string') return 'record_type' in record ? [] : undefined;
  if (isRecord(payload)) {
    if (type === 'response_item') return turnsOfItem(payload, calls);
    if (type === 'compacted') return turn('summary', textOf(payload['message']));
    // Events repeat the content of items, except for errors.
    if (type === 'event_msg' && String(payload['type']).endsWith('error'))
      return turn('error', textOf(payload['message']), true);
    if (type === 'event_msg' && payload['type'] === 'turn_aborted') {
      return turn('user', `stopped the turn: ${textOf(payload['reason'])}`, true);
    }
    return [];
  }
  if (type === 'item.completed' && isRecord(item)) return turnsOfItem(item, calls);
  if (type === 'turn.failed') {
    const { error } = record;
    return turn('error', textOf(isRecord(error) ? error['message'] : error), true);
  }
  return /^(?:thread|turn|item)\.\w+$/.test(type) ? [] : undefined;
}

function turnsOfLists(record: Record<string, unknown>, calls: Calls): Turn[] | undefined {
  let isKnown = false;
  const turns = Object.entries(record).flatMap(([name, value]) => {
    if (name === 'input' && typeof value === 'string') return turn('user', value);
    if (!LISTS.has(name) || !Array.isArray(value)) return [];
    return (value as unknown[]).flatMap((inner) => {
      const found = turnsOfRecord(inner, calls);
      isKnown ||= found !== undefined;
      return found ?? [];
    });
  });
  return isKnown ? turns : undefined;
}

/** Fields by which records of Claude Code and Codex are recognised that describe the session and contain no turns. */
const ABOUT_SESSION = ['sessionId', 'session_id', 'uuid', 'leafUuid', 'snapshot', 'messageId', 'instructions', 'cwd'];

function turnsOfEvent(record: Record<string, unknown>): Turn[] | undefined {
  if (!ABOUT_SESSION.some((field) => field in record)) return undefined;
  const { type, level, content, is_error: failed } = record;
  if (type === 'system' && record['isSidechain'] !== true && (level === 'error' || level === 'warning')) {
    return turn('system', textOf(content), level === 'error');
  }
  if (type === 'result' && failed === true) return turn('error', textOf(record['result'] ?? record['errors']), true);
  return [];
}
