import { isRecord } from '../common/json.js';

// Reads actions as agents record them. Each framework has its own JSON for a tool call, and a prompt has to show the
// tool's name in every case.

/** The tool and arguments found in an action, whatever its form. */
export interface ReadAction {
  /** Null if the record names no tool. */
  readonly tool: string | null;
  /** Null if the record has no arguments. */
  readonly arguments: unknown;
}

/** Fields that contain the name of the tool, most important first, because a record may have several of them. */
const TOOL_FIELDS = ['tool_name', 'toolName', 'tool', 'function_name', 'functionName', 'name', 'action', 'command'];
/**
 * Fields that contain a call: OpenAI's `function`, Gemini's `functionCall`, a message's `tool_calls`, MCP's `params`.
 */
const CALL_FIELDS = [
  ...['function', 'function_call', 'functionCall', 'tool_call', 'toolCall', 'tool_calls', 'toolCalls', 'tool_use'],
  ...['toolUse', 'tool', 'action', 'call', 'content', 'params'],
];
const ARGUMENT_FIELDS = [
  ...['tool_arguments', 'toolArguments', 'arguments', 'args', 'tool_input', 'toolInput', 'input', 'parameters'],
  ...['params', 'kwargs', 'action_input', 'actionInput'],
];
/** Fields of a record that are neither the tool nor its arguments. */
const BESIDE = new Set([
  ...TOOL_FIELDS,
  ...['id', 'call_id', 'callId', 'tool_call_id', 'type', 'status', 'index', 'method', 'jsonrpc', 'role'],
  ...['reasoning', 'thought', 'log', 'description', 'kb_source', 'kbSource', 'kb_learning', 'followsLearning'],
]);
/** Maximum depth of calls nested in calls. */
const MAX_DEPTH = 4;

/** Finds the tool that an action calls, and its arguments. */
export function readAction(action: unknown, depth = MAX_DEPTH): ReadAction {
  const value = typeof action === 'string' ? parsedOrText(action) : action;
  if (typeof value === 'string') return { tool: value.trim() === '' ? null : value, arguments: null };
  if (Array.isArray(value)) return firstNamed(value, depth);
  if (!isRecord(value)) return { tool: null, arguments: null };

  const tool = TOOL_FIELDS.map((field) => value[field]).find(isName);
  if (tool !== undefined) return { tool, arguments: argumentsOf(value) };
  // The form `{ name: …, function: … }` was read above. In all other forms, the name of the tool is one level deeper.
  const nested = firstNamed(
    CALL_FIELDS.map((field) => value[field]).filter((inner) => inner !== undefined),
    depth,
  );
  if (nested.tool === null) return { tool: null, arguments: argumentsOf(value) };
  return nested.arguments === null ? { ...nested, arguments: argumentsOf(value, CALL_FIELDS) } : nested;
}

function firstNamed(values: readonly unknown[], depth: number): ReadAction {
  const none = { tool: null, arguments: null };
  if (depth === 0) return none;
  for (const value of values) {
    const read = readAction(value, depth - 1);
    if (read.tool !== null) return read;
  }
  return none;
}

/** The value of the field with a usual name for arguments; otherwise all fields except the name of the tool. */
function argumentsOf(action: Readonly<Record<string, unknown>>, without: readonly string[] = []): unknown {
  const given = ARGUMENT_FIELDS.filter((field) => !without.includes(field))
    .map((field) => action[field])
    .find((value) => value !== undefined && value !== null);
  const value = typeof given === 'string' ? parsedOrText(given) : given;
  if (value !== undefined) return isEmpty(value) ? null : value;
  const others = Object.entries(action).filter(
    ([field, inner]) => !BESIDE.has(field) && !without.includes(field) && inner !== null && inner !== undefined,
  );
  return others.length === 0 ? null : Object.fromEntries(others);
}

/** Parses arguments that are a JSON string, as OpenAI sends them. */
function parsedOrText(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The text only looks like JSON, so it is kept as text.
    return text;
  }
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && !/^\s*[[{]/.test(value);
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
