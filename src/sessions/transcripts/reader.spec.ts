import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTrace } from '../trace.js';
import { readTraceStream } from '../trace.stream.js';
import { hashUpTo } from './keeper.js';

const FILES = [
  'claude-code.jsonl',
  'codex-rollout.jsonl',
  'openai-messages.json',
  'openai-responses.json',
  'anthropic-messages.json',
  'mcp.log',
  'roles.txt',
];
const fixture = (name: string) =>
  readFileSync(new URL(`../../../test/data/transcripts/${name}`, import.meta.url), 'utf8');
const read = (trace: string, known = 0) => readTrace({ trace, known });
/** Returns lines `role: text`, with an exclamation mark before failures. */
const lines = (trace: string) =>
  read(trace).turns.map(({ role, text, error }) => `${error ? '!' : ''}${role}: ${text.replaceAll('\n', ' / ')}`);

describe('the forms of traces', () => {
  it('reads Claude Code, without sidechains, and passes a broken line over', () => {
    const trace = fixture('claude-code.jsonl');
    expect(lines(trace)).toEqual([
      'user: The invoice test fails: totals are off by one cent. Please fix it.',
      'assistant thinks: Probably floating point in the total.',
      'assistant: I run the test first.',
      'assistant calls Bash: command: npm test -- invoice / description: Run the invoice test',
      '!result of Bash: Exit code 1 / expected 10.03, got 10.02',
      'assistant calls Task: description: Find rounding / prompt: Where are totals rounded? / subagent_type: Explore',
      'result of Task: src/total.ts rounds each line before it adds.',
      'assistant calls Edit: file_path: src/total.ts / old_string: sum += round(line) / new_string: sum += line / replace_all: false',
      'result of Edit: The file src/total.ts has been updated.',
      'user: Good. Does the picture match? / [image]',
      '!system: Connection error, retrying',
      'assistant: Yes. The total is rounded once, at the end, and the test passes.',
    ]);
    expect(read(trace).skipped).toBe(1);
  });

  it('reads rollouts of Codex, each message once', () => {
    const trace = fixture('codex-rollout.jsonl');
    expect(lines(trace)).toEqual([
      'user: Upgrade the parser to version 3.',
      'assistant thinks: **Reading the change log**',
      'assistant calls shell: command: ["bash","-lc","npm install parser@3"] / workdir: /home/ada/shop',
      '!result of shell: exit code 1 / npm ERR! ERESOLVE could not resolve peer dependency',
      'assistant calls apply_patch: *** Begin Patch / *** Update File: package.json / -"plugin": "1" / +"plugin": "2" / *** End Patch',
      'result of apply_patch: Success. Updated the following files: / M package.json',
      'assistant calls exec_command: cmd: npm install',
      'result of exec_command: Chunk ID: 1 / Wall time: 3.2 seconds / Process exited with code 0 / Output: / added 2 packages',
      '!error: stream disconnected before completion',
      'assistant: The plugin had to go to version 2 first; then the parser installs.',
    ]);
    expect(read(trace).skipped).toBe(1);
  });

  it('reads messages of OpenAI with calls of tools', () => {
    expect(lines(fixture('openai-messages.json'))).toEqual([
      'user: What does order 17 weigh? / [image_url]',
      'assistant calls find_order: id: 17',
      'assistant calls weigh: order: 17 / unit: kg',
      'result of find_order: {"id":17,"items":3}',
      '!result of weigh: Error: the unit kg is not known, use g',
      'assistant calls weigh: order: 17 / unit: g',
      'result of weigh: 2150',
      'assistant: Order 17 weighs 2.15 kg.',
    ]);
  });

  it('reads items of the Responses API', () => {
    expect(lines(fixture('openai-responses.json'))).toEqual([
      'user: Is the site up?',
      'assistant thinks: I ask for its health.',
      'assistant calls fetch: url: https://shop.example/health',
      'result of fetch: status: 503',
      'assistant calls ops.restart: service: web',
      '!result of ops.restart: forbidden: ask the owner',
      'assistant calls web_search: type: search / query: shop outage',
      'assistant calls code_interpreter: print(1/0)',
      '!result of code_interpreter: type: logs / logs: ZeroDivisionError: division by zero',
      'assistant: It is down: its health answers 503.',
    ]);
  });

  it('reads messages of Anthropic', () => {
    expect(lines(fixture('anthropic-messages.json'))).toEqual([
      'user: How many customers are there?',
      'assistant thinks: Count them.',
      'assistant: I count.',
      'assistant calls sql: query: select count(*) from customer',
      '!result of sql: relation "customer" does not exist',
      'assistant calls sql: query: select count(*) from customers',
      'result of sql: 1204',
      'assistant calls web_search: query: customer churn',
      '!result of web_search: type: web_search_tool_result_error / error_code: max_uses_exceeded',
      'assistant: There are 1,204.',
    ]);
  });

  const MCP = [
    'client calls refund: order: 17 / amount: 12 €',
    '!result of refund: amount must be a number of cents',
    'client calls refund: order: 17 / amount: 1200',
    'result of refund: refunded 12.00',
    'client calls resources/read: uri: shop://order/17',
    '!result of resources/read: -32002 Resource not found',
  ];

  it('reads logs of MCP, without what is about the connection', () => {
    const trace = fixture('mcp.log');
    expect(lines(trace).slice(1)).toEqual(MCP);
    expect(read(trace).skipped).toBe(1); // the skipped line is the text at the end
    const bare = trace
      .split('\n')
      .flatMap((line) => /\{.*"id": ?\d\}|\{.*\}(?= \{ meta)|\{.*\}$/.exec(line)?.[0] ?? []);
    expect(lines(bare.join('\n'))).toEqual(MCP);
    const wrapped = bare.map((message) =>
      JSON.stringify({ direction: 'out', message: JSON.parse(message) as unknown }),
    );
    expect(lines(wrapped.join('\n'))).toEqual(MCP);
  });

  it('reads text by its roles', () => {
    expect(lines(fixture('roles.txt'))).toEqual([
      'user: The build fails on the server, not here. /  / Please look.',
      'assistant: I compare the versions of Node first.',
      '!tool (bash): node --version / v18.0.0 / error: this package needs Node 20',
      'assistant: The server has Node 18. / I set it to 20 in the workflow.',
      'user: Thanks, it is green.',
    ]);
  });

  it('reads what Codex prints while it runs', () => {
    const printed = [
      { type: 'thread.started', thread_id: 't' },
      { type: 'item.started', item: { id: 'i0', type: 'command_execution', command: 'ls x', status: 'in_progress' } },
      {
        type: 'item.completed',
        item: { id: 'i0', type: 'command_execution', command: 'ls x', aggregated_output: 'none', exit_code: 2 },
      },
      { type: 'item.completed', item: { id: 'i1', type: 'agent_message', text: 'There is no x.' } },
      { type: 'turn.failed', error: { message: 'quota' } },
    ];
    expect(lines(printed.map((line) => JSON.stringify(line)).join('\n'))).toEqual([
      'assistant calls shell: ls x',
      '!result of shell: exit code 2 / none',
      'assistant: There is no x.',
      '!error: quota',
    ]);
  });

  it.each([
    ['one list', (messages: object[]) => JSON.stringify(messages)],
    ['one list over lines', (messages: object[]) => JSON.stringify(messages, null, 2)],
    ['lines', (messages: object[]) => messages.map((message) => JSON.stringify(message)).join('\r\n')],
    ['an object', (messages: object[]) => JSON.stringify({ model: 'm', messages, tools: [{ name: 'f' }] })],
    ['an object over lines', (messages: object[]) => `\ufeff${JSON.stringify({ tools: [{}], messages }, null, 1)}\n`],
  ])('reads the same messages as %s', (_, write) => {
    const messages = [
      { role: 'user', content: 'Say "}" and [1]\\' },
      { role: 'assistant', content: [{ type: 'text', text: 'é 漢 𝒳' }] },
    ];
    expect(lines(write(messages))).toEqual(['user: Say "}" and [1]\\', 'assistant: é 漢 𝒳']);
  });

  const ASKED = {
    id: 'resp_1',
    input: 'Is the "site" up?\nReally?',
    instructions: 'Be brief.',
    output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'It is.' }] }],
    text: { input: 'no question' },
  };
  it.each([
    ['in one line', JSON.stringify(ASKED)],
    ['over lines', JSON.stringify(ASKED, null, 2)],
    ['over lines, escaped', JSON.stringify(ASKED, null, 1).replace('site', '\\u0073ite')],
    ['the answer before the question', JSON.stringify({ output: ASKED.output, input: ASKED.input }, null, 2)],
  ])('reads a response whose input is a text: %s', (_, trace) => {
    expect(lines(trace).sort()).toEqual(['assistant: It is.', 'user: Is the "site" up? / Really?']);
  });

  it('reads batches of JSON-RPC', () => {
    const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: `f${id}` } });
    const answer = (id: number) => ({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: `ok ${id}` }] } });
    const turns = ['client calls f1: (no arguments)', 'client calls f2: (no arguments)'];
    const results = ['result of f2: ok 2', 'result of f1: ok 1'];
    const batches = [call(1), [call(2)], [answer(2), answer(1)]];
    expect(lines(batches.map((batch) => JSON.stringify(batch)).join('\n'))).toEqual([...turns, ...results]);
    const log = batches.map((batch, n) => `10:0${n} [server] ${JSON.stringify(batch)}`).join('\n');
    expect(lines(log)).toEqual([...turns, ...results]);
    expect(read(log).skipped).toBe(0);
  });

  it.each([
    ['the end of a line', 'ent":"cut off"},"uuid":"0"}'],
    ['a title', 'Session of 1 May, exported'],
    ['a number', '1'],
    ['two of them', 'Session of 1 May\n\n=== log ==='],
  ])('passes over %s before the first line of JSON', (_, first) => {
    const messages = [
      { type: 'user', uuid: '1', message: { role: 'user', content: 'Fix it' } },
      { type: 'assistant', uuid: '2', message: { role: 'assistant', content: 'Done' } },
    ].map((message) => JSON.stringify(message));
    const trace = [first, ...messages].join('\n');
    expect(lines(trace)).toEqual(['user: Fix it', 'assistant: Done']);
    expect(read(trace).skipped).toBe(first.split('\n').filter((line) => line !== '').length);
  });

  it('takes a text that quotes JSON for a text', () => {
    const trace =
      'User: I sent this:\n{"role": "user", "content": "x"}\nand it failed.\nAssistant: {"a": 1} is shorter.';
    expect(lines(trace)).toEqual([
      'user: I sent this: / {"role": "user", "content": "x"} / and it failed.',
      'assistant: {"a": 1} is shorter.',
    ]);
    const paragraphs = 'I sent this:\n\n{"role": "user", "content": "x"}\n\nand it failed.';
    expect(lines(paragraphs)).toEqual([': I sent this:', ': {"role": "user", "content": "x"}', ': and it failed.']);
  });

  it.each([
    [
      'a time before the role',
      '[2026-05-01 10:00:07] User: Hi\n2026-05-01T10:00:09.123Z Assistant: Yes: 10:30\n10:01 Tool (bash): ls',
    ],
    ['brackets around the role', '[User]: Hi\n[Assistant]: Yes: 10:30\n[Tool (bash)]: ls'],
  ])('reads text by its roles with %s', (_, trace) => {
    expect(lines(trace)).toEqual(['user: Hi', 'assistant: Yes: 10:30', 'tool (bash): ls']);
  });

  it('parts a text without roles by its empty lines, but not within a key', () => {
    const key = '-----BEGIN RSA PRIVATE KEY-----\nDEK-Info: x\n\nabc\n-----END RSA PRIVATE KEY-----';
    expect(lines(`one\nmore\n\n \n  two\r\n\r\n${key}\n`)).toEqual([
      ': one / more',
      ': two',
      `: ${key.replaceAll('\n', ' / ')}`,
    ]);
  });

  it('hides what stands under the name of a secret, however deep', () => {
    const input = { user: 'ada', password: 'hunter2', nested: { apiKey: 'abc', port: 1 } };
    const trace = [{ role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'login', input }] }];
    expect(lines(JSON.stringify(trace))).toEqual([
      'assistant calls login: user: ada / password: [redacted] / nested: {"apiKey":"[redacted]","port":1}',
    ]);
  });
});

describe('reading', () => {
  const pieces = (text: string, size: number) => slices(Buffer.from(text), size);
  async function* slices(bytes: Buffer, size: number) {
    for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
  }

  it.each(FILES)('gives the same of %s in pieces of any size', async (name) => {
    const trace = fixture(name);
    const whole = read(trace);
    for (const size of [1, 7, 64, 1_000]) expect(await readTraceStream(pieces(trace, size), 0)).toEqual(whole);
  });

  it.each(['utf-16le', 'utf-16be'])('reads a file in %s, as PowerShell writes it', async (encoding) => {
    const little = Buffer.from('\ufeffUser: Fünf 漢\r\nAssistant: 𝒳', 'utf16le');
    const bytes = encoding === 'utf-16le' ? little : Buffer.from(little).swap16();
    for (const size of [1, 3, 100]) {
      const { turns } = await readTraceStream(slices(bytes, size), 0);
      expect(turns).toMatchObject([
        { role: 'user', text: 'Fünf 漢' },
        { role: 'assistant', text: '𝒳' },
      ]);
    }
  });

  it.each(FILES)('finds the turns of a shorter trace at the beginning of a longer one: %s', (name) => {
    const trace = fixture(name);
    const whole = read(trace);
    const records = trace.trimEnd().split('\n');
    // A JSON document grows by whole messages.
    const shorter = name.endsWith('.json')
      ? documentsOf(trace)
      : records.map((_, end) => records.slice(0, end + 1).join('\n'));
    for (const begun of shorter) {
      const { count, hashes, turns } = read(begun);
      // The last turn of a plain text may still grow.
      const sure = name.endsWith('.txt') ? count - 1 : count;
      if (sure < 1) continue;
      expect(hashUpTo({ hashes }, sure)).toBe(hashUpTo(whole, sure));
      expect(turns.slice(0, sure)).toEqual(whole.turns.slice(0, sure));
      expect(read(trace, sure).turns.map(({ n }) => n)).toEqual([
        ...new Set([1, ...whole.turns.map(({ n }) => n).filter((n) => n > sure)]),
      ]);
    }
  });

  function documentsOf(trace: string): string[] {
    const document = JSON.parse(trace) as Record<string, unknown[]>;
    const last = document['output'] ? 'output' : 'messages';
    const list = document[last] ?? [];
    return list.map((_, end) => JSON.stringify({ ...document, [last]: list.slice(0, end + 1) }));
  }

  it('keeps of a long trace its beginning, its errors and its end, and all hashes', () => {
    const message = (n: number) => ({
      role: n % 100 === 50 ? 'tool' : 'user',
      content: n === 20_050 ? `Error: ${n}` : `${n} ${'words '.repeat(20)}`,
    });
    const all = Array.from({ length: 40_000 }, (_, index) => JSON.stringify(message(index + 1))).join('\n');
    const { turns, count, hashes } = read(all);
    expect(count).toBe(40_000);
    expect(hashes).toHaveLength(40_000 * 16);
    const numbers = turns.map(({ n }) => n);
    expect(numbers).toContain(20_050);
    expect([numbers[0], numbers[1_000], numbers.at(-1_000), numbers.at(-1)]).toEqual([1, 1_001, 39_001, 40_000]);
    const kept = turns.reduce((sum, { text }) => sum + text.length, 0);
    expect(kept).toBeGreaterThan(700_000);
    expect(kept).toBeLessThanOrEqual(1_000_000);
  });
});
