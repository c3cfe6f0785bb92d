import type { CapturedStep } from '../../transcripts/captured-turn.js';
import { isRecord } from '../../common/json.js';
import type { Turn } from '../../transcripts/turn.js';
import { firstError, readCommand, type TestRun } from './command.js';
import { withoutHeredocs } from '../../transcripts/shell.js';

export const CLIENTS = ['claude-code', 'codex', 'gemini', 'opencode'] as const;
export type Client = (typeof CLIENTS)[number];

/** A call of a tool with its result. */
export interface Step extends CapturedStep {
  readonly edits: 'yes' | 'perhaps' | 'no';
  readonly run?: TestRun;
}

/** Names of the clients' own tools (Claude Code 2.1, Codex 0.171, Gemini CLI 0.61, opencode 1.18). */
const KINDS = new Map<string, CapturedStep['kind']>([
  ...['Bash', 'bash', 'shell', 'local_shell', 'shell_command', 'exec_command', 'run_shell_command'].map(
    (name) => [name, 'shell'] as const,
  ),
  ...['Edit', 'Write', 'MultiEdit', 'NotebookEdit', 'apply_patch', 'edit', 'write', 'patch', 'multiedit'].map(
    (name) => [name, 'edit'] as const,
  ),
  ...['replace', 'write_file'].map((name) => [name, 'edit'] as const),
  ...['Read', 'Grep', 'Glob', 'LS', 'NotebookRead', 'WebFetch', 'WebSearch', 'read', 'grep', 'glob', 'list'].map(
    (name) => [name, 'read'] as const,
  ),
  ...['webfetch', 'read_file', 'read_many_files', 'list_directory', 'search_file_content', 'grep_search'].map(
    (name) => [name, 'read'] as const,
  ),
  ...['google_web_search', 'web_fetch', 'web_search', 'view_image', 'ToolSearch', 'TodoWrite', 'todowrite'].map(
    (name) => [name, 'read'] as const,
  ),
  ...['todoread', 'update_plan', 'write_todos', 'AskUserQuestion', 'ExitPlanMode', 'BashOutput', 'TaskOutput'].map(
    (name) => [name, 'read'] as const,
  ),
]);
/** Arguments that say what a call is about. Others may hold contents of files, so none of them is taken. */
const ABOUT = [
  ...['command', 'cmd', 'file_path', 'filePath', 'notebook_path', 'absolute_path', 'path', 'dir_path', 'pattern'],
  ...['query', 'url', 'name', 'id', 'item_id', 'ref', 'task', 'title', 'goal'],
] as const;
/** Results by which Claude Code says that the user, or a rule, did not allow a call, or that it was stopped. */
const DENIED =
  /^(?:The user doesn't want|\[Request interrupted|.{0,2000}\bneeds approval\b|Permission to use .* has been denied|unsupported call: |The user rejected|User rejected|.*user (?:denied|cancelled|rejected))/iu;
const PATCHED = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gmu;

/** @param result undefined if the transcript does not hold it */
export function stepOf(call: Turn, result: Turn | undefined, client: Client): Step {
  const tool = call.tool?.name || 'unknown';
  const input = call.tool?.input;
  const given = argumentOf(input);
  // Codex may run its own program for patches as a command.
  const patch = given === undefined ? '' : /^\s*apply_patch\b/u.test(given) || tool === 'apply_patch' ? given : '';
  const known = KINDS.get(tool) ?? (/^mcp__|^mcp_|\./u.test(tool) ? 'mcp' : 'other');
  const kind = patch !== '' ? 'edit' : known;
  const text =
    patch !== '' ? [...patch.matchAll(PATCHED)].map(([, file]) => file).join(', ') : withoutHeredocs(given ?? '');
  const said = (result?.text ?? '').replace(/^Output: /u, '');
  const isDenied = result?.tool?.failed !== false && DENIED.test(said);
  const exit = result && !isDenied ? exitOf(result, client, input) : undefined;
  const base = { kind, tool, text, ...(kind === 'shell' && exit !== undefined && { exit }) };
  if (kind === 'shell') {
    const { verdict, run, edits } = readCommand(given ?? '', said, exit);
    const isOpen = result === undefined;
    return {
      ...base,
      verdict: isOpen || isDenied ? 'undecided' : verdict,
      edits: isDenied ? 'no' : edits,
      ...(run && !isDenied && { run: isOpen ? { ...run, verdict: 'undecided' as const } : run }),
      ...(verdict === 'failed' && !isDenied && withError(said)),
    };
  }
  const isUnpatched = patch !== '' && said.startsWith('apply_patch verification failed');
  const failed = isUnpatched || (result?.tool?.failed ?? (exit === undefined ? undefined : exit !== 0));
  const verdict =
    !result || isDenied ? 'undecided' : failed === true ? 'failed' : failed === false ? 'ok' : 'undecided';
  return {
    ...base,
    verdict,
    edits: editsOf(kind, tool, verdict, isDenied),
    ...(verdict === 'failed' && withError(said)),
  };
}

function editsOf(kind: Step['kind'], tool: string, verdict: Step['verdict'], isDenied: boolean): Step['edits'] {
  if (isDenied || verdict === 'failed' || kind === 'read') return 'no';
  if (kind === 'edit') return verdict === 'ok' ? 'yes' : 'perhaps';
  return /heartwood/iu.test(tool) ? 'no' : 'perhaps';
}

function withError(output: string): { readonly error?: string } {
  const error = firstError(output);
  return error === undefined ? {} : { error };
}

function argumentOf(input: unknown): string | undefined {
  if (typeof input === 'string') return input;
  if (!isRecord(input)) return undefined;
  for (const name of ABOUT) {
    const value = input[name];
    if (typeof value === 'string') return value;
    // `["bash", "-lc", "npm test"]`
    if (Array.isArray(value) && value.every((word) => typeof word === 'string')) {
      return (value[0] ?? '').endsWith('sh') && value.length === 3 ? value[2] : value.join(' ');
    }
  }
  return undefined;
}

/**
 * The exit code. Claude Code and Gemini CLI state only codes other than 0; what runs on in the background has none.
 */
function exitOf(result: Turn, client: Client, input: unknown): number | undefined {
  if (isRecord(input) && (input['run_in_background'] === true || input['is_background'] === true)) return undefined;
  const { exitCode, failed } = result.tool ?? {};
  if (client === 'claude-code') return failed === true ? (exitCode ?? undefined) : failed === false ? 0 : undefined;
  if (client === 'gemini' && typeof exitCode !== 'number') return failed === false ? 0 : undefined;
  return exitCode ?? undefined;
}
