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
      'user: <environment_context> /   <cwd>/home/ada/shop</cwd> / </environment_context>',
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
      'system: You help in a shop.',
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

  it.each(['[1, 2]', '[{"content": "no role"}]', '[not json', '[]', '{', '{"a": 1}', '{"a": 1}\n{"b": 2}'])(
    'takes %j for a text',
    (trace) => {
      expect(lines(trace)).toEqual([`: ${trace.replaceAll('\n', ' / ')}`]);
    },
  );

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
  async function* pieces(text: string, size: number) {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
  }

  it.each(FILES)('gives the same of %s in pieces of any size', async (name) => {
    const trace = fixture(name);
    const whole = read(trace);
    for (const size of [1, 7, 64, 1_000]) expect(await readTraceStream(pieces(trace, size), 0)).toEqual(whole);
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
