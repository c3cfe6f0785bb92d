import { isRecord } from '../common/json.js';
import type { Reading } from './reading.js';
import { call, looksFailed, result, textOf, turn, type Turn } from './turn.js';

// Reads chat messages in the formats of Anthropic and OpenAI, which Claude Code and Codex also write, and messages that
// have only a role and a text.

const USERS: ReadonlySet<string> = new Set(['user', 'human', 'customer']);
const SPEAKERS: ReadonlySet<string> = new Set([...USERS, 'assistant', 'ai', 'agent', 'bot', 'model']);
const RESULTS: ReadonlySet<string> = new Set(['tool', 'function', 'tool_result', 'toolresult']);

/** Options for messages that a client of a coding agent wrote. */
export interface MessageOptions {
  /** True if the client states that the message reports an error. */
  readonly failed?: boolean;
  /** True if an element that stands alone is the client's, whatever its name. */
  readonly ofClient?: boolean;
}

/**
 * The turns of a message whose role is known. Prompts of the program (`system`, `developer`) and messages of other roles
 * are counted as skipped.
 *
 * @returns undefined if it is not a message
 */
export function turnsOfMessage(
  message: Record<string, unknown>,
  reading: Reading,
  options: MessageOptions = {},
): Turn[] | undefined {
  const { role, content, refusal, tool_calls: toolCalls, function_call: single } = message;
  if (typeof role !== 'string' || role === '') return undefined;
  const thought = message['reasoning_content'] ?? message['reasoning'];
  if (![content, refusal, toolCalls, single, thought].some((part) => part !== undefined)) return undefined;
  const known = role.toLowerCase();
  const failed = options.failed === true || message['error'] === true;
  if (RESULTS.has(known)) {
    const isError = failed || message['is_error'] === true || message['isError'] === true || undefined;
    const id = message['tool_call_id'] ?? message['toolCallId'];
    return result(reading, id, contentText(content), { failed: isError, name: message['name'] });
  }
  if (!SPEAKERS.has(known)) {
    reading.skip(`${known} message`);
    return [];
  }
  return [
    ...turn(`${role} thinks`, textOf(thought)),
    ...turnsOfContent(role, content, reading, { ...options, failed }),
    ...turn(`${role} refuses`, textOf(refusal), true),
    ...(Array.isArray(toolCalls) ? toolCalls.flatMap((each) => toolCall(each, reading, role)) : []),
    ...(isRecord(single) ? call(reading, undefined, single['name'], single['arguments'], role) : []),
  ];
}

/** `{id, function: {name, arguments}}`, `{id, custom: {name, input}}`, or flat. */
export function toolCall(given: unknown, reading: Reading, caller: string): Turn[] {
  if (!isRecord(given)) return [];
  const inner = isRecord(given['function']) ? given['function'] : isRecord(given['custom']) ? given['custom'] : given;
  const input = inner['arguments'] ?? inner['input'] ?? inner['args'];
  return call(reading, given['id'] ?? given['call_id'], inner['name'], input, caller);
}

/** Adjacent texts form one turn; each call and each result is a turn of its own. */
export function turnsOfContent(role: string, content: unknown, reading: Reading, options: MessageOptions = {}): Turn[] {
  const { failed } = options;
  const isUser = USERS.has(role.toLowerCase());
  const said = (text: string) => (isUser ? reading.said(text, options.ofClient) : text);
  if (!Array.isArray(content)) return turn(role, said(blockText(content, reading)), failed);
  const turns: Turn[] = [];
  let texts: string[] = [];
  const flush = () => {
    turns.push(...turn(role, texts.join('\n'), failed));
    texts = [];
  };
  for (const block of content as unknown[]) {
    const own = isRecord(block) ? turnsOfBlock(role, block, reading) : undefined;
    if (own === undefined) {
      const text = said(blockText(block, reading));
      if (text !== '') texts.push(text);
      continue;
    }
    flush();
    turns.push(...own);
  }
  flush();
  return turns;
}

/** @returns undefined if the block is no call, result or thought */
function turnsOfBlock(role: string, block: Record<string, unknown>, reading: Reading): Turn[] | undefined {
  const { type, id, name, input, tool_use_id: of, content } = block;
  if (typeof type !== 'string') return undefined;
  if (type === 'thinking' || type === 'reasoning')
    return turn(`${role} thinks`, textOf(block['thinking'] ?? block['text']));
  if (type === 'redacted_thinking') return [];
  if (type.endsWith('tool_use')) return call(reading, id, name, input, role);
  if (type.endsWith('tool_result')) {
    const text = contentText(content);
    const isError = block['is_error'] === true || (isRecord(content) && 'error_code' in content);
    // If the format does not mark failures, the text of a command's result shows whether the command failed.
    return result(reading, of, text, { failed: isError || looksFailed(text), saysFailed: isError });
  }
  return undefined;
}

const TEXTS: ReadonlySet<unknown> = new Set([undefined, 'text', 'input_text', 'output_text', 'refusal']);
const MEDIA = /image|audio|video|document|file|blob/;

/** The text of a block of a message. Blocks of other types than text and media are counted as skipped. */
function blockText(block: unknown, reading: Reading): string {
  if (block === null || block === undefined || typeof block === 'string') return block ?? '';
  if (!isRecord(block)) {
    reading.skip(`block ${typeof block}`);
    return '';
  }
  const { type, text, refusal } = block;
  if (TEXTS.has(type) && typeof text === 'string') return text;
  if (TEXTS.has(type) && typeof refusal === 'string') return refusal;
  if (typeof type === 'string' && MEDIA.test(type)) return contentText(block);
  reading.skip(`block ${typeof type === 'string' ? type : 'without a type'}`);
  return '';
}

/** The text of what a tool returned, without image data. */
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
  if (typeof type === 'string' && MEDIA.test(type)) {
    const title = content['title'] ?? content['filename'];
    return `[${type}${typeof title === 'string' ? ` ${title}` : ''}]`;
  }
  if (isRecord(content['resource'])) return contentText(content['resource']);
  if ('content' in content && Object.keys(content).length <= 3) return contentText(content['content']);
  return textOf(content);
}
