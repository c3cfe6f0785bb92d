import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CapturedPrompt, CapturedTurn } from '../transcripts/captured-turn.js';
import { projectOf, rootOf } from '../transcripts/git-project.js';
import { isRecord } from '../common/json.js';
import { promptOf, reduceTurn } from './reduce/reduce.js';
import { CLIENTS, type Client } from './reduce/steps.js';
import { recordName, settingsFileOf } from './places.js';

// What runs in a client: as the command of its hooks, and as the plugin of opencode. It is bundled into one file without
// dependencies (scripts/lib/build-hook.mjs). It says nothing but a context, and whatever goes wrong stays silent.

/** Time from the start of the process, or of the event, after which a client goes on, in ms. */
const LIMIT_MS = 1_800;
/** Time in which a client may write the end of a turn that it has already announced, in ms. */
const LATE_MS = 300;
/** Number of bytes at the end of a transcript that are read. */
const MAX_TRANSCRIPT = 8 * 1024 * 1024;
const MAX_ANSWER = 65_536;
/** A longer context would be cut by Claude Code and Codex. */
const MAX_CONTEXT = 9_000;

/** Where the events go, as `connect` wrote it down. */
export interface HookSettings {
  readonly client: Client;
  readonly url: string;
  readonly namespace?: string | undefined;
  readonly team?: string | undefined;
  /** Absent in the user's scope, where it is the name of the git repository. */
  readonly project?: string | undefined;
  /** Name of the variable that holds the API key. */
  readonly keyVariable?: string | undefined;
}

/**
 * Sends an event to the service.
 *
 * @returns the context that it answers, if there is one; undefined whatever went wrong
 */
async function send(
  event: CapturedPrompt | CapturedTurn,
  { client, url, namespace, team, project, keyVariable }: HookSettings,
  folder: string,
  limit: number,
): Promise<string | undefined> {
  const root = rootOf(folder);
  // In a project that is connected itself, the hooks of its own settings send the event.
  if (project === undefined && isConnected(client, root)) return undefined;
  const named = project ?? projectOf(folder);
  if (named === undefined) return undefined;
  const key = keyVariable === undefined ? undefined : process.env[keyVariable];
  try {
    const response = await fetch(`${url.replace(/\/$/u, '')}/hooks/${client}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-project': named,
        'x-agent': client,
        ...(namespace !== undefined && { 'x-namespace': namespace }),
        ...(team !== undefined && { 'x-team': team }),
        ...(key && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(event),
      redirect: 'error',
      signal: AbortSignal.timeout(Math.max(1, Math.floor(limit))),
    });
    return response.ok ? contextOf(JSON.parse(await beginning(response))) : undefined;
  } catch {
    return undefined;
  }
}

async function beginning(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_ANSWER) break;
  }
  return text;
}

function contextOf(answer: unknown): string | undefined {
  if (!isRecord(answer)) return undefined;
  const inner = answer['hookSpecificOutput'];
  const context = isRecord(inner) ? inner['additionalContext'] : answer['context'];
  return typeof context === 'string' && context.trim() !== '' && context.length <= MAX_CONTEXT ? context : undefined;
}

function isConnected(client: Client, root: string | undefined): boolean {
  if (root === undefined) return false;
  const file = settingsFileOf(client, 'project', { home: '', root, environment: {} });
  return file !== undefined && existsSync(join(ownFolder(), recordName(client, file)));
}

const ownFolder = (): string => dirname(fileURLToPath(import.meta.url));

/** The records at the end of a transcript of JSON lines. */
function* recordsOf(file: string): Generator {
  const opened = openSync(file, 'r');
  let text: string;
  let from: number;
  try {
    const { size } = fstatSync(opened);
    from = Math.max(0, size - MAX_TRANSCRIPT);
    const bytes = Buffer.alloc(size - from);
    text = bytes.toString('utf8', 0, readSync(opened, bytes, 0, bytes.length, from));
  } finally {
    closeSync(opened);
  }
  for (const line of text.slice(from === 0 ? 0 : text.indexOf('\n') + 1).split('\n')) {
    // Claude Code also keeps each request to its model, which is most of the file.
    if (line === '' || line.startsWith('{"type":"api-request')) continue;
    try {
      yield JSON.parse(line);
    } catch {
      // The client is still writing the last line.
    }
  }
}

/** Answers one call of a client's hook: `payload` is what it passes on standard input. */
async function answerHook(payload: Record<string, unknown>, settings: HookSettings): Promise<string> {
  const left = () => LIMIT_MS - performance.now();
  const { session_id: session, hook_event_name: name, cwd, transcript_path: file, prompt } = payload;
  if (typeof session !== 'string' || typeof cwd !== 'string') return '';
  if (name === 'UserPromptSubmit' || name === 'BeforeAgent') {
    if (typeof prompt !== 'string') return '';
    const context = await send({ event: 'prompt', session, prompt: promptOf(prompt) }, settings, cwd, left());
    if (context === undefined) return '';
    return JSON.stringify({ hookSpecificOutput: { hookEventName: name, additionalContext: context } });
  }
  if (typeof file !== 'string' || (name !== 'Stop' && name !== 'AfterAgent')) return '';
  const last = payload['last_assistant_message'] ?? payload['prompt_response'];
  const end = { client: settings.client, session, said: typeof last === 'string' && last !== '' ? last : undefined };
  let reduced = reduceTurn(recordsOf(file), end);
  for (let waited = 0; reduced?.isComplete === false && waited < LATE_MS; waited += 100) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    reduced = reduceTurn(recordsOf(file), end);
  }
  if (reduced) await send(reduced.turn, settings, cwd, left());
  return '';
}

/** What opencode hands over to a plugin, and its session's messages, as far as they are used. */
interface Opencode {
  readonly directory: string;
  readonly client: {
    readonly session: Record<
      'get' | 'messages',
      (of: { readonly path: { readonly id: string } }) => Promise<{ readonly data?: unknown }>
    >;
  };
}
interface OpencodeEvent {
  readonly event: {
    readonly type: string;
    readonly properties?: { readonly sessionID?: string; readonly info?: unknown };
  };
}

/** The hooks of the plugin for opencode. */
export function opencodePlugin({ client, directory }: Opencode, settings: HookSettings): Record<string, unknown> {
  const contexts = new Map<string, string>();
  /** What is being sent; `opencode run` ends as soon as a session is idle. */
  const sending = new Set<Promise<void>>();
  const silently = async (work: () => Promise<void>) => {
    // A client goes on, whatever its plugin cannot do.
    const done = work().catch(() => undefined);
    sending.add(done);
    await done;
    sending.delete(done);
  };
  const ofUser = new Map<string, boolean>();
  /** A session of a subagent belongs to that of the user. */
  const isOfUser = async (id: string) => {
    const known = ofUser.get(id);
    if (known !== undefined) return known;
    const { data } = await client.session.get({ path: { id } });
    const is = isRecord(data) && data['parentID'] === undefined;
    ofUser.set(id, is);
    return is;
  };
  const endTurn = async (session: string, undone: boolean) => {
    const { data } = await client.session.messages({ path: { id: session } });
    if (!Array.isArray(data) || !(await isOfUser(session))) return;
    const reduced = reduceTurn(data as unknown[], { client: 'opencode', session, undone });
    if (reduced) await send(reduced.turn, settings, directory, LIMIT_MS);
  };
  return {
    dispose: async () => {
      await Promise.all(sending);
    },
    'chat.message': (
      { sessionID }: { readonly sessionID: string },
      {
        parts,
      }: { readonly parts: readonly { readonly type: string; readonly text?: string; readonly synthetic?: boolean }[] },
    ) =>
      silently(async () => {
        const typed = parts.flatMap(({ type, text, synthetic }) =>
          type === 'text' && synthetic !== true ? (text ?? '') : [],
        );
        const prompt = promptOf(typed.join('\n'));
        if (prompt === '' || !(await isOfUser(sessionID))) return;
        const context = await send({ event: 'prompt', session: sessionID, prompt }, settings, directory, LIMIT_MS);
        if (context !== undefined) contexts.set(sessionID, context);
      }),
    'experimental.chat.system.transform': (
      { sessionID }: { readonly sessionID?: string },
      { system }: { readonly system: string[] },
    ) => {
      const context = contexts.get(sessionID ?? '');
      if (context !== undefined) system.push(context);
      return Promise.resolve();
    },
    event: ({ event: { type, properties } }: OpencodeEvent) =>
      silently(async () => {
        const { sessionID, info } = properties ?? {};
        if (type === 'session.idle' && sessionID !== undefined) await endTurn(sessionID, false);
        // `/undo` takes back the edits of the last turn.
        if (
          type === 'session.updated' &&
          isRecord(info) &&
          isRecord(info['revert']) &&
          typeof info['id'] === 'string'
        ) {
          await endTurn(info['id'], true);
        }
      }),
  };
}

/** `node heartwood-hook.mjs CLIENT --url URL [--namespace N] [--team T] [--project P] [--key-variable V]` */
async function main([client, ...options]: readonly string[]): Promise<void> {
  setTimeout(() => process.exit(0), Math.max(1, LIMIT_MS - performance.now())).unref();
  const named = new Map(options.map((option, place) => [option, options[place + 1]]));
  const url = named.get('--url');
  const known = CLIENTS.find((name) => name === client);
  if (known === undefined || url === undefined) return;
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const payload: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  if (!isRecord(payload)) return;
  const settings: HookSettings = {
    client: known,
    url,
    namespace: named.get('--namespace'),
    team: named.get('--team'),
    project: named.get('--project'),
    keyVariable: named.get('--key-variable'),
  };
  process.stdout.write(await answerHook(payload, settings));
}

if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === process.argv[1]) {
  // An error would be shown by the client, and an exit code of 2 would stop it.
  await main(process.argv.slice(2)).catch(() => undefined);
}
