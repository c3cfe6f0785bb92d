import { isRecord } from '../../common/json.js';
import { contentText, turnsOfMessage } from './messages.js';
import { call, type Calls, looksFailed, parsedJson, result, textOf, turn, type Turn } from './turn.js';

type Item = Record<string, unknown>;

/** Responses API items that are calls: the field with the tool's name, and the fields with its input. */
const CALLS: Readonly<Record<string, readonly [name: string | undefined, input: readonly string[]]>> = {
  function_call: [undefined, ['arguments']],
  custom_tool_call: [undefined, ['input']],
  mcp_call: [undefined, ['arguments']],
  mcp_approval_request: [undefined, ['arguments']],
  tool_search_call: ['tool_search', ['arguments', 'query']],
  local_shell_call: ['shell', ['action']],
  shell_call: ['shell', ['action']],
  apply_patch_call: ['apply_patch', ['operation']],
  web_search_call: ['web_search', ['action', 'query']],
  file_search_call: ['file_search', ['queries']],
  computer_call: ['computer', ['action', 'actions']],
  code_interpreter_call: ['code_interpreter', ['code']],
  image_generation_call: ['image_generation', ['prompt', 'revised_prompt']],
};

/** Fields of an answered call that hold the answer. */
const ANSWERS = ['output', 'results', 'outputs', 'error'] as const;

/**
 * Reads items of the Responses API, which Codex stores in its rollouts, and items printed by `codex exec --json`.
 *
 * @returns undefined if it is not such an item
 */
export function turnsOfItem(item: Item, calls: Calls): Turn[] | undefined {
  const { type } = item;
  if (typeof type !== 'string') return undefined;
  if (type === 'message') return turnsOfMessage(item, calls);
  if (type === 'reasoning') {
    return turn('assistant thinks', [item['summary'], item['content'], item['text']].map(contentText).join('\n'));
  }
  if (type === 'item_reference' || type === 'mcp_list_tools' || type === 'compaction' || type === 'ghost_snapshot')
    return [];
  const known = CALLS[type];
  if (known) return turnsOfCall(item, known, calls);
  if (type.endsWith('_output') && 'output' in item) return turnsOfOutput(item, calls);
  return turnsOfPrinted(type, item, calls);
}

function turnsOfCall(item: Item, [own, fields]: (typeof CALLS)[string], calls: Calls): Turn[] {
  const given = fields.flatMap((field) => (item[field] === undefined || item[field] === null ? [] : [item[field]]));
  const id = item['call_id'] ?? item['id'];
  const server = item['server_label'];
  const name = own ?? (typeof server === 'string' ? `${server}.${String(item['name'])}` : item['name']);
  const asked = call(calls, id, name, given.length === 1 ? given[0] : given);
  const answers = ANSWERS.flatMap((field) => (item[field] === undefined || item[field] === null ? [] : [item[field]]));
  if (answers.length === 0) return asked;
  const text = answers.map((answer) => contentText(parsedJson(answer))).join('\n');
  return [...asked, ...result(calls, id, text, Boolean(item['error']) || looksFailed(text))];
}

function turnsOfOutput(item: Item, calls: Calls): Turn[] {
  const output = parsedJson(item['output']);
  const { success, status } = item;
  let text = contentText(output);
  let failed = success === false || status === 'failed' || status === 'incomplete';
  if (isRecord(output)) {
    const { metadata, success: inner } = output;
    const code = isRecord(metadata) ? metadata['exit_code'] : output['exit_code'];
    failed ||= inner === false || (typeof code === 'number' && code !== 0);
    const shown = output['output'] ?? output['content'];
    if (shown !== undefined) text = contentText(shown);
    if (typeof code === 'number' && code !== 0) text = `exit code ${code}\n${text}`;
  }
  return result(calls, item['call_id'], text, failed || looksFailed(text));
}

function turnsOfPrinted(type: string, item: Item, calls: Calls): Turn[] | undefined {
  switch (type) {
    case 'agent_message':
    case 'assistant_message':
      return turn('assistant', textOf(item['text']));
    case 'user_message':
      return turn('user', textOf(item['text'] ?? item['message']));
    case 'command_execution': {
      const code = item['exit_code'];
      const failed = item['status'] === 'failed' || (typeof code === 'number' && code !== 0);
      const output = textOf(item['aggregated_output']);
      const text = typeof code === 'number' && code !== 0 ? `exit code ${code}\n${output}` : output;
      return [...call(calls, item['id'], 'shell', item['command']), ...result(calls, item['id'], text, failed)];
    }
    case 'mcp_tool_call': {
      const { id, error, result: answer } = item;
      const asked = call(calls, id, `${String(item['server'])}.${String(item['tool'])}`, item['arguments']);
      const text = contentText(error ?? (isRecord(answer) ? answer['content'] : answer));
      return [...asked, ...result(calls, id, text, Boolean(error) || item['status'] === 'failed')];
    }
    case 'file_change':
      return turn('assistant changes files', textOf(item['changes']), item['status'] === 'failed');
    case 'web_search':
      return call(calls, item['id'], 'web_search', item['query']);
    case 'todo_list':
      return turn('assistant plans', textOf(item['items']));
    case 'error':
      return turn('error', textOf(item['message'] ?? item['error']), true);
    default:
      return undefined;
  }
}
