import { applyEdits, type FormattingOptions, modify, parseTree, parse, type ParseError } from 'jsonc-parser';
import { isRecord } from '../common/json.js';
import type { HookSettings } from './hook.js';
import type { Client } from './reduce/steps.js';

// What stands in the settings of a client: in JSON an entry a hook, for opencode a file of its own.

/** Name of the one file that the hooks run. */
export const HOOK_FILE = 'heartwood-hook.mjs';

/** Seconds after which a client gives up a hook that did not end by itself in 2 s. */
const BACKSTOP_S = 5;
/** Seconds that Claude Code waits for the service at a prompt, which itself answers within 0.8 s. */
const PROMPT_S = 2;

type Entry = Readonly<Record<string, unknown>>;

/**
 * The entries in `hooks` of a client with JSON settings, by event.
 *
 * @param hookFile path of the file that the hooks run
 */
export function entriesOf(settings: HookSettings, hookFile: string): ReadonlyMap<string, Entry> {
  const { client, project } = settings;
  const command = commandOf(settings, hookFile);
  const run = (timeout: number): Entry => ({ hooks: [{ type: 'command', command, timeout }] });
  if (client === 'gemini') {
    // In milliseconds.
    return new Map(['BeforeAgent', 'AfterAgent'].map((event) => [event, run(1_000 * BACKSTOP_S)]));
  }
  // Without a project of its own, the hook must find the git repository, which no HTTP hook does.
  const isHttp = client === 'claude-code' && project !== undefined;
  return new Map([
    ['UserPromptSubmit', isHttp ? { hooks: [httpHookOf(settings)] } : run(BACKSTOP_S)],
    ['Stop', run(BACKSTOP_S)],
  ]);
}

function httpHookOf({ client, url, namespace, team, project, keyVariable }: HookSettings): Entry {
  return {
    type: 'http',
    url: `${url.replace(/\/$/u, '')}/hooks/${client}`,
    timeout: PROMPT_S,
    headers: {
      'x-project': project,
      'x-agent': client,
      ...(namespace !== undefined && { 'x-namespace': namespace }),
      ...(team !== undefined && { 'x-team': team }),
      ...(keyVariable !== undefined && { authorization: `Bearer $${keyVariable}` }),
    },
    ...(keyVariable !== undefined && { allowedEnvVars: [keyVariable] }),
  };
}

function commandOf(settings: HookSettings, hookFile: string): string {
  const { client, url, namespace, team, project, keyVariable } = settings;
  const options = { url, namespace, team, project, 'key-variable': keyVariable };
  const words = [
    ...[process.execPath, hookFile, client],
    ...Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value])),
  ].map(quoted);
  // Whatever is missing one day, the client sees no error.
  return process.platform === 'win32' ? words.join(' ') : `${words.join(' ')} 2>/dev/null || true`;
}

function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/u.test(word)) return word;
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The plugin file of opencode. */
export function pluginOf(settings: HookSettings, hookFile: string): string {
  return `// Written by \`heartwood connect opencode\`; \`heartwood disconnect opencode\` removes it.
export const Heartwood = async (input) => {
  try {
    const { opencodePlugin } = await import(${JSON.stringify(hookFile)});
    return opencodePlugin(input, ${JSON.stringify(settings)});
  } catch {
    return {};
  }
};
`;
}

/** Whether an entry of a hook list is ours: it runs our file, or posts to the service's door for hooks. */
function isOurs(entry: unknown, client: Client): boolean {
  const hooks = isRecord(entry) && Array.isArray(entry['hooks']) ? (entry['hooks'] as unknown[]) : [];
  return hooks.some((hook) => {
    if (!isRecord(hook)) return false;
    const { command, url } = hook;
    const runs = typeof command === 'string' && command.includes(HOOK_FILE) && command.includes(` ${client} `);
    return runs || (typeof url === 'string' && url.endsWith(`/hooks/${client}`));
  });
}

/** @throws Error when the text is not JSON, comments and trailing commas allowed, or `hooks` has another form */
export function withEntries(text: string, entries: ReadonlyMap<string, Entry>): string {
  let changed = text.trim() === '' ? '{}\n' : text;
  const formattingOptions = formattingOf(text);
  for (const [event, entry] of entries) {
    const place = hooksOf(changed, event)?.length ?? 0;
    const options = { formattingOptions, isArrayInsertion: true };
    changed = applyEdits(changed, modify(changed, ['hooks', event, place], entry, options));
  }
  return changed;
}

/** The text without our entries, and without the lists that only they filled. */
export function withoutEntries(text: string, client: Client): string {
  let changed = text;
  const formattingOptions = formattingOf(text);
  const remove = (...path: (string | number)[]) => {
    changed = applyEdits(changed, modify(changed, path, undefined, { formattingOptions }));
  };
  const { hooks } = settingsIn(text);
  for (const [event, list] of Object.entries(isRecord(hooks) ? hooks : {})) {
    if (!Array.isArray(list)) continue;
    const ours = list.flatMap((entry, place) => (isOurs(entry, client) ? [place] : []));
    if (ours.length === 0) continue;
    if (ours.length === list.length) remove('hooks', event);
    else for (const place of ours.reverse()) remove('hooks', event, place);
  }
  const left = settingsIn(changed)['hooks'];
  if (isRecord(hooks) && Object.keys(hooks).length > 0 && isRecord(left) && Object.keys(left).length === 0)
    remove('hooks');
  return changed;
}

/** Whether the settings hold an entry of ours. */
export function hasEntries(text: string, client: Client): boolean {
  const { hooks } = settingsIn(text);
  return Object.values(isRecord(hooks) ? hooks : {}).some(
    (list) => Array.isArray(list) && list.some((entry) => isOurs(entry, client)),
  );
}

function hooksOf(text: string, event: string): readonly unknown[] | undefined {
  const { hooks } = settingsIn(text);
  if (hooks === undefined) return undefined;
  const list = isRecord(hooks) ? hooks[event] : null;
  if (list !== undefined && !Array.isArray(list))
    throw new Error('"hooks" does not hold a list of hooks for each event');
  return list;
}

function settingsIn(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  const errors: ParseError[] = [];
  const settings: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isRecord(settings) || !parseTree(text)) throw new Error('it is not a JSON object');
  return settings;
}

/** How the file is written: its indentation and line ends. */
function formattingOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)\S/mu.exec(text)?.[1] ?? '  ';
  const isTab = indent.startsWith('\t');
  return { insertSpaces: !isTab, tabSize: isTab ? 1 : indent.length, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}
