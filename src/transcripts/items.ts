import { isRecord } from '../common/json.js';
import { contentText, type MessageOptions, turnsOfMessage } from './messages.js';
import type { Reading } from './reading.js';
import { call, looksFailed, parsedJson, result, textOf, turn, type Turn } from './turn.js';

/** An item of the Responses API. */
export type Item = Record<string, unknown>;

/** Responses API items that are calls: the field with the tool's name, and the fields with its input. */
const CALLS = new Map<string, readonly [name: string | undefined, input: readonly string[]]>([
  ['function_call', [undefined, ['arguments']]],
  ['custom_tool_call', [undefined, ['input']]],
  ['mcp_call', [undefined, ['arguments']]],
  ['mcp_approval_request', [undefined, ['arguments']]],
  ['tool_search_call', ['tool_search', ['arguments', 'query']]],
  ['local_shell_call', ['shell', ['action']]],
  ['shell_call', ['shell', ['action']]],
  ['apply_patch_call', ['apply_patch', ['operation']]],
  ['web_search_call', ['web_search', ['action', 'query']]],
  ['file_search_call', ['file_search', ['queries']]],
  ['computer_call', ['computer', ['action', 'actions']]],
  ['code_interpreter_call', ['code_interpreter', ['code']]],
  ['image_generation_call', ['image_generation', ['prompt', 'revised_prompt']]],
]);

/** Fields of an answered call that hold the answer. */
const ANSWERS = ['output', 'results', 'outputs', 'error'] as const;

/** Items that are known and hold no turn. */
const WITHOUT_TURNS: ReadonlySet<string> = new Set([
  ...['item_reference', 'mcp_list_tools', 'compaction', 'ghost_snapshot'],
]);

/**
 * Reads items of the Responses API, which Codex stores in its rollouts, and items printed by `codex exec --json`.
 *
 * @returns undefined if it is not such an item
 */
export function turnsOfItem(item: Item, reading: Reading, options: MessageOptions = {}): Turn[] | undefined {
  const { type } = item;
  if (typeof type !== 'string') return undefined;
  if (type === 'message') return turnsOfMessage(item, reading, options);
  if (type === 'reasoning') {
    return turn('assistant thinks', [item['summary'], item['content'], item['text']].map(contentText).join('\n'));
  }
  if (WITHOUT_TURNS.has(type)) {
    reading.skip(type);
    return [];
  }
  const known = CALLS.get(type);
  if (known) return turnsOfCall(item, known, reading);
  if (type.endsWith('_output') && 'output' in item) return turnsOfOutput(item, reading);
  return turnsOfPrinted(type, item, reading);
}

function turnsOfCall(
  item: Item,
  [own, fields]: readonly [name: string | undefined, input: readonly string[]],
  reading: Reading,
): Turn[] {
  const given = presentIn(item, fields);
  const id = item['call_id'] ?? item['id'];
  const server = item['server_label'];
  const name = own ?? (typeof server === 'string' ? `${server}.${String(item['name'])}` : item['name']);
  const asked = call(reading, id, name, given.length === 1 ? given[0] : given);
  const answers = presentIn(item, ANSWERS);
  if (answers.length === 0) return asked;
  const text = answers.map((answer) => contentText(parsedJson(answer))).join('\n');
  return [...asked, ...result(reading, id, text, { failed: Boolean(item['error']) || looksFailed(text) })];
}

/** The values of the fields that have one, in the order of the names. */
function presentIn(item: Item, names: readonly string[]): unknown[] {
  const fields = new Map(Object.entries(item));
  return names.flatMap((name) => fields.get(name) ?? []);
}

function turnsOfOutput(item: Item, reading: Reading): Turn[] {
  const output = parsedJson(item['output']);
  const { success, status } = item;
  let text = contentText(output);
  let failed = success === false || status === 'failed' || status === 'incomplete';
  let exitCode: number | undefined;
  if (isRecord(output)) {
    const { metadata, success: inner } = output;
    const code = isRecord(metadata) ? metadata['exit_code'] : output['exit_code'];
    if (typeof code === 'number') exitCode = code;
    failed ||= inner === false || (typeof code === 'number' && code !== 0);
    const shown = output['output'] ?? output['content'];
    if (shown !== undefined) text = contentText(shown);
  }
  return result(reading, item['call_id'], text, {
    failed: failed || looksFailed(text),
    exitCode,
    saysFailed: success === false || status === 'failed' || undefined,
  });
}

function turnsOfPrinted(type: string, item: Item, reading: Reading): Turn[] | undefined {
  switch (type) {
    case 'agent_message':
    case 'assistant_message':
      return turn('assistant', textOf(item['text']));
    case 'user_message':
      return turn('user', reading.said(textOf(item['text'] ?? item['message'])));
    case 'command_execution': {
      const code = item['exit_code'];
      const exitCode = typeof code === 'number' ? code : undefined;
      const failed = item['status'] === 'failed' || (exitCode !== undefined && exitCode !== 0);
      const asked = call(reading, item['id'], 'shell', item['command']);
      return [...asked, ...result(reading, item['id'], textOf(item['aggregated_output']), { failed, exitCode })];
    }
    case 'mcp_tool_call': {
      const { id, error, result: answer } = item;
      const asked = call(reading, id, `${String(item['server'])}.${String(item['tool'])}`, item['arguments']);
      const text = contentText(error ?? (isRecord(answer) ? answer['content'] : answer));
      return [...asked, ...result(reading, id, text, { failed: Boolean(error) || item['status'] === 'failed' })];
    }
    case 'file_change':
      return turn('assistant changes files', textOf(item['changes']), item['status'] === 'failed');
    case 'web_search':
      return call(reading, item['id'], 'web_search', item['query']);
    case 'todo_list':
      return turn('assistant plans', textOf(item['items']));
    case 'error':
      return turn('error', textOf(item['message'] ?? item['error']), true);
    default:
      return undefined;
  }
}
