import { isRecord } from '../common/json.js';
import { contentText } from './messages.js';
import type { Reading } from './reading.js';
import { call, parsedJson, result, textOf, turn, type Turn } from './turn.js';

/** MCP methods that concern only the connection. Their requests and responses are left out of the trace. */
const QUIET =
  /^(?:initialize|ping|logging\/setLevel|completion\/complete|roots\/list|(?:tools|prompts|resources|resources\/templates)\/list|resources\/(?:un)?subscribe)$/;
const QUIETLY = '';
const LOUD_LEVELS: ReadonlySet<unknown> = new Set(['error', 'critical', 'alert', 'emergency']);

/** Fields in which loggers wrap a message: `{timestamp, direction, message: {jsonrpc, …}}`. */
const WRAPPERS = ['message', 'data', 'payload', 'msg', 'rpc', 'body', 'json'] as const;

/**
 * Reads a JSON-RPC message of MCP, or a log record that contains one.
 *
 * @returns undefined if it is neither
 */
export function turnsOfRpc(record: Record<string, unknown>, reading: Reading): Turn[] | undefined {
  const message = rpcIn(record);
  if (!message) return undefined;
  const { id, method, params, error } = message;
  if (typeof method === 'string') return turnsOfRequest(id, method, isRecord(params) ? params : {}, reading);
  const waiting = reading.calls.get(String(id));
  if (isRecord(error)) {
    const { code, message: why, data } = error;
    const text = [code, why, data].map(textOf).filter((part) => part !== '');
    return result(reading, id, text.join(' '), {
      failed: true,
      name: waiting === QUIETLY ? 'the connection' : undefined,
    });
  }
  const answer = message['result'];
  if (waiting === QUIETLY) {
    reading.calls.delete(String(id));
    return [];
  }
  if (!isRecord(answer)) return result(reading, id, textOf(answer), { failed: false });
  const { content, contents, messages, structuredContent, isError } = answer;
  const text = contentText(content ?? contents ?? messages) || textOf(structuredContent ?? answer);
  return result(reading, id, text, isError === true ? { failed: true } : {});
}

function turnsOfRequest(id: unknown, method: string, params: Record<string, unknown>, reading: Reading): Turn[] {
  if (method === 'tools/call') return call(reading, id, params['name'], params['arguments'], 'client');
  if (method === 'notifications/message' && LOUD_LEVELS.has(params['level'])) {
    return turn('log', textOf(params['data']), true);
  }
  if (method.startsWith('notifications/')) return [];
  if (QUIET.test(method)) {
    reading.calls.set(String(id), QUIETLY);
    return [];
  }
  return call(reading, id, method, params, 'client');
}

function rpcIn(record: Record<string, unknown>): Record<string, unknown> | undefined {
  if (record['jsonrpc'] === '2.0') return record;
  for (const name of WRAPPERS) {
    const inner = parsedJson(record[name]);
    if (isRecord(inner) && inner['jsonrpc'] === '2.0') return inner;
  }
  return undefined;
}
