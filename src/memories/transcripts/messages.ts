import { isRecord } from '../../common/json.js';
import { call, type Calls, looksFailed, result, textOf, turn, type Turn } from './turn.js';

// Reads chat messages in the formats of Anthropic and OpenAI, which Claude Code and Codex also write.

/** Fields with metadata of a message, which are not part of its content. */
const ABOUT: ReadonlySet<string> = new Set([
  ...['role', 'content', 'id', 'uuid', 'type', 'name', 'model', 'status', 'phase', 'index', 'n', 'error', 'timestamp'],
  ...[
    'created',
    'created_at',
    'createdAt',
    'date',
    'stop_reason',
    'stop_sequence',
    'stop_details',
    'finish_reason',
    'usage',
  ],
  ...['tool_calls', 'tool_call_id', 'toolCallId', 'function_call', 'refusal', 'reasoning', 'reasoning_content'],
  ...[
    'annotations',
    'audio',
    'container',
    'context_management',
    'metadata',
    'cache_control',
    'recipient',
    'end_turn',
    'weight',
  ],
]);

const RESULT_ROLES: ReadonlySet<string> = new Set(['tool', 'function', 'tool_result', 'toolresult']);

/** @returns undefined if it is not a message */
export function turnsOfMessage(message: Record<string, unknown>, calls: Calls, failed = false): Turn[] | undefined {
  const { role, content } = message;
  if (typeof role !== 'string' || role === '') return undefined;
  const besides = Object.entries(message).filter(([name, value]) => !ABOUT.has(name) && value !== null);
  const more = textOf(Object.fromEntries(besides));
  if (RESULT_ROLES.has(role.toLowerCase())) {
    const text = [contentText(content), more].filter((part) => part !== '').join('\n');
    const isError = failed || message['error'] === true || message['is_error'] === true || undefined;
    return result(calls, message['tool_call_id'] ?? message['toolCallId'], text, isError, message['name']);
  }
  const { refusal, tool_calls: toolCalls, function_call: single } = message;
  return [
    ...turn(`${role} thinks`, textOf(message['reasoning_content'] ?? message['reasoning'])),
    ...turnsOfContent(role, content, calls, failed || message['error'] === true),
    ...turn(`${role} refuses`, textOf(refusal), true),
    ...(Array.isArray(toolCalls) ? toolCalls.flatMap((each) => toolCall(each, calls, role)) : []),
    ...(isRecord(single) ? call(calls, undefined, single['name'], single['arguments'], role) : []),
    ...turn(role, more),
  ];
}

/** `{id, function: {name, arguments}}`, `{id, custom: {name, input}}`, or flat. */
function toolCall(given: unknown, calls: Calls, caller: string): Turn[] {
  if (!isRecord(given)) return [];
  const inner = isRecord(given['function']) ? given['function'] : isRecord(given['custom']) ? given['custom'] : given;
  const input = inner['arguments'] ?? inner['input'] ?? inner['args'];
  return call(calls, given['id'] ?? given['call_id'], inner['name'], input, caller);
}

/** Adjacent texts form one turn; each call and each result is a turn of its own. */
function turnsOfContent(role: string, content: unknown, calls: Calls, failed = false): Turn[] {
  if (!Array.isArray(content)) return turn(role, contentText(content), failed);
  const turns: Turn[] = [];
  let texts: string[] = [];
  const flush = () => {
    turns.push(...turn(role, texts.join('\n'), failed));
    texts = [];
  };
  for (const block of content as unknown[]) {
    const own = isRecord(block) ? turnsOfBlock(role, block, calls) : undefined;
    if (own === undefined) {
      texts.push(contentText(block));
      continue;
    }
    flush();
    turns.push(...own);
  }
  flush();
  return turns;
}

/** @returns undefined if the block is plain text */
function turnsOfBlock(role: string, block: Record<string, unknown>, calls: Calls): Turn[] | undefined {
  const { type, id, name, input, tool_use_id: of, content } = block;
  if (typeof type !== 'string') return undefined;
  if (type === 'thinking' || type === 'reasoning')
    return turn(`${role} thinks`, textOf(block['thinking'] ?? block['text']));
  if (type === 'redacted_thinking') return [];
  if (type.endsWith('tool_use')) return call(calls, id, name, input, role);
  if (type.endsWith('tool_result')) {
    const text = contentText(content);
    const isError = block['is_error'] === true || (isRecord(content) && 'error_code' in content);
    // If the format does not mark failures, the text of a command's result shows whether the command failed.
    return result(calls, of, text, isError || looksFailed(text));
  }
  return undefined;
}

/** The text of the content, without image data. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (content === null || content === undefined) return '';
  if (Array.isArray(content)) {
    return content
      .map(contentText)
      .filter((text) => text !== '')
      .join('\n');
  }
  if (!isRecord(content)) return textOf(content);
  const { type, text, refusal } = content;
  if (typeof text === 'string') return text;
  if (typeof refusal === 'string') return refusal;
  if (typeof type === 'string' && /image|audio|video|document|file|blob/.test(type)) {
    const title = content['title'] ?? content['filename'];
    return `[${type}${typeof title === 'string' ? ` ${title}` : ''}]`;
  }
  if (isRecord(content['resource'])) return contentText(content['resource']);
  if ('content' in content && Object.keys(content).length <= 3) return contentText(content['content']);
  return textOf(content);
}
