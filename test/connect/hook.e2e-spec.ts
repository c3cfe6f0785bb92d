import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { recordName } from '../../src/connect/places.js';
import { CLIENTS } from '../../src/connect/reduce/steps.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'heartwood-hook-'));
const hook = join(folder, 'own folder', 'heartwood-hook.mjs');
const project = join(folder, 'my project');
const outside = join(folder, 'outside');

interface Posted {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}
const posted: Posted[] = [];
/** Answers a request: with a text and a status, or never. */
let answer: { readonly text: string; readonly status?: number } | undefined;
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => (text += String(chunk)));
  request.on('end', () => {
    posted.push({ url: request.url, headers: request.headers, body: JSON.parse(text) as Record<string, unknown> });
    if (answer) response.writeHead(answer.status ?? 200).end(answer.text);
  });
});
let url = '';

beforeAll(async () => {
  for (const made of [join(project, '.git'), join(folder, 'own folder'), outside]) mkdirSync(made, { recursive: true });
  execFileSync(process.execPath, [join(ROOT, 'scripts/lib/build-hook.mjs'), hook]);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  posted.length = 0;
  answer = { text: '{}' };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

/** Runs the file as a client does; resolves with what the client would see. */
function run(client: string, payload: object | string, options: readonly string[] = ['--url', url]) {
  const env = { PATH: process.env['PATH'], MY_KEY: 'hw_key' };
  return new Promise<readonly [code: unknown, out: string, err: string]>((resolve) => {
    const child = execFile(process.execPath, [hook, client, ...options], { env }, (error, out, err) =>
      resolve([error?.code ?? 0, out, err]),
    );
    child.stdin?.end(typeof payload === 'string' ? payload : JSON.stringify(payload));
  });
}
const SILENT = [0, '', ''];
const transcript = join(ROOT, 'test/data/hooks/claude-code-success.jsonl');
const stop = (cwd = project) => ({
  hook_event_name: 'Stop',
  session_id: 's1',
  cwd,
  transcript_path: transcript,
  last_assistant_message: 'The bug is fixed and the tests pass.',
});
const prompt = (name = 'UserPromptSubmit') => ({
  hook_event_name: name,
  session_id: 's1',
  cwd: project,
  prompt: '<hook_context>known</hook_context>\n\nFix the failing test',
});

describe('at the end of a turn', () => {
  it('posts what the turn came to, to the door of the client, with the name of the repository', async () => {
    expect(
      await run('claude-code', stop(), ['--url', `${url}/`, '--namespace', 'n', '--key-variable', 'MY_KEY']),
    ).toEqual(SILENT);
    expect(posted).toMatchObject([
      {
        url: '/hooks/claude-code',
        headers: { 'x-namespace': 'n', 'x-project': 'my project', authorization: 'Bearer hw_key' },
        body: { event: 'turn', session: 's1', verdict: 'success', end: 'done', steps: { length: 6 }, receipts: [] },
      },
    ]);
  });

  it('waits a moment for a client that is still writing, and then decides nothing', async () => {
    const late = join(folder, 'late.jsonl');
    const lines = readFileSync(transcript, 'utf8').trimEnd().split('\n');
    writeFileSync(late, `${lines.slice(0, -1).join('\n')}\n${lines.at(-1)?.slice(0, 40)}`);
    await run('claude-code', { ...stop(), transcript_path: late });
    expect(posted).toMatchObject([
      { body: { verdict: 'undecided', reason: expect.stringContaining('transcript') as string } },
    ]);
  });

  it('captures nothing outside of a repository, of other events, and in a project that is connected itself', async () => {
    expect(await run('claude-code', stop(outside))).toEqual(SILENT);
    expect(await run('claude-code', { ...stop(), hook_event_name: 'SubagentStop' })).toEqual(SILENT);
    const record = join(folder, 'own folder', recordName('claude-code', join(project, '.claude/settings.local.json')));
    writeFileSync(record, '{}');
    expect(await run('claude-code', stop())).toEqual(SILENT);
    expect(posted).toEqual([]);
    await run('claude-code', stop(), ['--url', url, '--project', 'other']);
    rmSync(record);
    expect(posted).toMatchObject([{ headers: { 'x-project': 'other' } }]);
  });
});

describe('at a prompt', () => {
  it.each(CLIENTS.filter((client) => client !== 'opencode'))('gives %s the context in its own form', async (client) => {
    const event = client === 'gemini' ? 'BeforeAgent' : 'UserPromptSubmit';
    const inner = { hookEventName: 'UserPromptSubmit', additionalContext: 'What others learned' };
    // Nothing else that an answer holds reaches the client.
    answer = {
      text: JSON.stringify({
        decision: 'block',
        ...(client === 'claude-code' ? { hookSpecificOutput: inner } : { context: inner.additionalContext }),
      }),
    };
    const [code, out, err] = await run(client, prompt(event));
    expect([code, JSON.parse(out), err]).toEqual([
      0,
      { hookSpecificOutput: { hookEventName: event, additionalContext: 'What others learned' } },
      '',
    ]);
    expect(posted).toMatchObject([
      { url: `/hooks/${client}`, body: { event: 'prompt', session: 's1', prompt: 'Fix the failing test' } },
    ]);
  });

  it.each([
    ['nothing', { text: '{}' }],
    ['an error', { text: '{"context":"x"}', status: 500 }],
    ['a redirection', { text: '{"context":"x"}', status: 302 }],
    ['a megabyte', { text: JSON.stringify({ context: 'x'.repeat(1_000_000) }) }],
    ['no JSON', { text: '<html>' }],
    ['another form', { text: '{"context":{"x":1}}' }],
    ['no answer at all', undefined],
  ])('stays silent if the service answers %s', async (_, given) => {
    answer = given;
    expect(await run('codex', prompt())).toEqual(SILENT);
    expect(posted).toHaveLength(1);
  });
});

it('never shows an error to the client', async () => {
  const payloads = ['', 'no JSON', '[]', { ...stop(), transcript_path: '/nowhere' }, { ...prompt(), prompt: 7 }];
  const seen = await Promise.all([
    ...payloads.map((payload) => run('claude-code', payload)),
    run('claude-code', stop(), ['--url', 'http://127.0.0.1:9']),
    run('claude-code', stop(), []),
    run('nobody', stop()),
  ]);
  expect(new Set(seen.map((each) => JSON.stringify(each)))).toEqual(new Set([JSON.stringify(SILENT)]));
  expect(posted).toEqual([]);
});

describe('the plugin of opencode', () => {
  interface Plugin {
    readonly event: (given: { readonly event: object }) => Promise<void>;
    readonly 'chat.message': (of: object, message: object) => Promise<void>;
    readonly 'experimental.chat.system.transform': (of: object, system: { readonly system: string[] }) => Promise<void>;
  }
  const messages = readFileSync(join(ROOT, 'test/data/hooks/opencode.jsonl'), 'utf8').trimEnd().split('\n');
  const client = (parentID?: string) => ({
    session: {
      get: () => Promise.resolve({ data: { id: 's1', parentID } }),
      messages: () => Promise.resolve({ data: messages.map((line) => JSON.parse(line) as unknown) }),
    },
  });
  const pluginOf = async (parentID?: string): Promise<Plugin> => {
    const { opencodePlugin } = (await import(/* @vite-ignore */ pathToFileURL(hook).href)) as {
      readonly opencodePlugin: (input: object, settings: object) => Plugin;
    };
    return opencodePlugin({ client: client(parentID), directory: project }, { client: 'opencode', url });
  };
  const ask = {
    parts: [
      { type: 'text', text: '"Fix the failing test"' },
      { type: 'text', text: 'x', synthetic: true },
    ],
  };

  it('gives the context to the session that asked, and hands over its messages when it is idle', async () => {
    answer = { text: '{"context":"What others learned"}' };
    const plugin = await pluginOf();
    await plugin['chat.message']({ sessionID: 's1' }, ask);
    const system = ['You are opencode'];
    await plugin['experimental.chat.system.transform']({ sessionID: 's1' }, { system });
    await plugin['experimental.chat.system.transform']({ sessionID: 's2' }, { system });
    expect(system).toEqual(['You are opencode', 'What others learned']);
    await plugin.event({ event: { type: 'session.idle', properties: { sessionID: 's1' } } });
    await plugin.event({
      event: { type: 'session.updated', properties: { info: { id: 's1', revert: { messageID: 'm' } } } },
    });
    expect(posted.map(({ body }) => [body['event'], body['prompt'], body['verdict']])).toEqual([
      ['prompt', 'Fix the failing test', undefined],
      ['turn', 'Fix the failing test in this project', 'success'],
      ['turn', 'Fix the failing test in this project', 'failure'],
    ]);
  });

  it('leaves out subagents', async () => {
    const plugin = await pluginOf('s0');
    await plugin['chat.message']({ sessionID: 's1' }, ask);
    await plugin.event({ event: { type: 'session.idle', properties: { sessionID: 's1' } } });
    expect(posted).toEqual([]);
  });
});
