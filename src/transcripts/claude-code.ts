import { isRecord } from '../common/json.js';
import { turnsOfMessage } from './messages.js';
import type { Reading } from './reading.js';
import { textOf, turn, type Turn } from './turn.js';

// Reads transcripts of Claude Code, and what it prints with `--output-format stream-json`.

type Fields = Record<string, unknown>;

/** Fields of which each record of Claude Code has at least one. */
const MARKS = ['sessionId', 'session_id', 'uuid', 'leafUuid', 'snapshot'] as const;

/**
 * The turns of what was said by the user and the model in the main chat. All other records are counted as skipped:
 * attachments, contexts of hooks, requests as they were sent, and the work of subagents.
 *
 * @returns undefined if it is no record of Claude Code
 */
export function turnsOfClaudeCode(record: Fields, reading: Reading): Turn[] | undefined {
  const { type, message, level } = record;
  if (typeof type !== 'string' || 'payload' in record) return undefined;
  const wraps = isRecord(message) && (type === 'user' || type === 'assistant');
  if (!wraps && !MARKS.some((mark) => Object.hasOwn(record, mark))) return undefined;
  const skipped = skippedAs(record);
  if (skipped !== undefined) {
    reading.skip(skipped);
    return [];
  }
  if (wraps && message['role'] === type) {
    return turnsOfMessage(message, reading, { failed: record['isApiErrorMessage'] === true, ofClient: true });
  }
  if (type === 'system' && level === 'error') return turn('system', textOf(record['content']), true);
  if (type === 'result' && record['is_error'] === true) {
    return turn('error', textOf(record['result'] ?? record['errors']), true);
  }
  reading.skip(type);
  return [];
}

function skippedAs(record: Fields): string | undefined {
  if (record['isSidechain'] === true || typeof record['parent_tool_use_id'] === 'string') return 'sidechain';
  if (record['isMeta'] === true) return 'meta';
  return record['isCompactSummary'] === true ? 'summary' : undefined;
}
