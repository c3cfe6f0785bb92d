import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TranscriptReader } from './reader.js';
import type { Turn } from './turn.js';

function read(trace: string) {
  const turns: Turn[] = [];
  const reader = new TranscriptReader((turn) => turns.push(turn));
  reader.feed(trace);
  return { turns, ...reader.end() };
}
const fixture = (name: string) =>
  read(readFileSync(new URL(`../../test/data/transcripts/${name}`, import.meta.url), 'utf8'));
/** Returns lines `role: first line`, with an exclamation mark before failures. */
const linesOf = ({ turns }: { turns: readonly Turn[] }) =>
  turns.map(({ role, text, error }) => `${error ? '!' : ''}${role}: ${text.replace(/\n[^]*/, ' …')}`);
const typesOf = ({ skippedTypes }: ReturnType<typeof read>) =>
  Object.fromEntries(skippedTypes.map(({ type, count }) => [type, count]));

describe('recorded transcripts', () => {
  it('holds of Claude Code what the user and the model did, and counts what hooks and requests inserted', () => {
    const found = fixture('claude-code-hooks.jsonl');
    expect(linesOf(found)).toEqual([
      'user: Fix the failing test',
      'assistant calls Bash: command: npm test …',
      '!result of Bash: Exit code 1 …',
    ]);
    expect(typesOf(found)).toEqual({ 'api-request-blob': 3, attachment: 1 });
    expect(found.skipped).toBe(0);
    expect(found.turns.map(({ tool }) => tool)).toEqual([
      undefined,
      { step: 'CALL', id: 'toolu_000002', name: 'Bash', input: { command: 'npm test', description: 'Run tests' } },
      { step: 'RESULT', id: 'toolu_000002', name: 'Bash', exitCode: 1, failed: true },
    ]);
  });

  it('holds of Codex no message of the developer, and the exit code that the rollout states', () => {
    const found = fixture('codex-hooks.jsonl');
    expect(linesOf(found)).toEqual([
      'user: Fix the failing test in this project',
      'assistant calls exec_command: cmd: npm test',
      '!result of exec_command: Chunk ID: 4c4969 …',
      'assistant calls exec_command: cmd: npm test 2>&1 | tail -5',
    ]);
    expect(typesOf(found)).toEqual({ 'developer message': 1 });
    expect(found.turns[2]?.tool).toMatchObject({ step: 'RESULT', id: 'call_1', name: 'exec_command', exitCode: 1 });
  });

  it('reads Gemini CLI: each call and result once, without the contexts of hooks and of the session', () => {
    const found = fixture('gemini-cli.jsonl');
    expect(linesOf(found)).toEqual([
      'user: Fix the failing test in this project',
      'assistant calls run_shell_command: command: npm test',
      '!result of run_shell_command: Output: > ws@1.0.0 test …',
      'assistant calls replace: file_path: /home/user/project/add.js …',
      "!result of replace: Could not find an exact match for 'old_string' in '/home/user/project/add.js'. If previous edits modified the file or you are modifying lines outside your recent read window, please use ReadFile to inspect the target lines before retrying with an exact 'old_string'.",
      'assistant: The bug is fixed and the tests pass.',
    ]);
    expect(JSON.stringify(found.turns)).not.toMatch(/HEARTWOOD-MARK|session_context|untrusted_context/);
    expect(typesOf(found)).toMatchObject({ '<hook_context>': 3, '<session_context>': 1, session: 1 });
    expect(found.turns[2]?.tool).toMatchObject({ step: 'RESULT', name: 'run_shell_command', exitCode: 1 });
  });
});

const jsonLines = (records: readonly object[]) => records.map((record) => JSON.stringify(record)).join('\n');

describe('clients and libraries', () => {
  const STATE = { status: 'completed', input: { command: 'npm test' }, output: 'not ok 1', metadata: { exit: 1 } };
  it('reads the export of opencode, without parts that it made up', () => {
    const parts = [
      { type: 'text', text: '"Fix the test"\n' },
      { type: 'text', text: 'Plan mode is on.', synthetic: true },
    ];
    const answer = [
      { type: 'step-start' },
      { type: 'tool', tool: 'bash', callID: 'c1', state: STATE },
      { type: 'tool', tool: 'edit', callID: 'c2', state: { status: 'error', input: {}, error: 'Could not find it.' } },
      { type: 'text', text: 'Done.' },
    ];
    const found = read(
      JSON.stringify({
        info: { id: 'ses_1', title: 'Fix' },
        messages: [
          { info: { role: 'user', id: 'm1' }, parts },
          { info: { role: 'assistant', id: 'm2' }, parts: answer },
        ],
      }),
    );
    expect(linesOf(found)).toEqual([
      'user: Fix the test',
      'assistant calls bash: command: npm test',
      '!result of bash: exit code 1 …',
      'assistant calls edit: (no arguments)',
      '!result of edit: Could not find it.',
      'assistant: Done.',
    ]);
    expect(typesOf(found)).toEqual({ 'step-start part': 1, 'synthetic part': 1 });
    const printed = [{ type: 'tool_use', timestamp: 1, sessionID: 'ses_1', part: answer[1] }];
    expect(linesOf(read(jsonLines(printed)))).toHaveLength(2);
  });

  const SAID = [
    ['human', { content: 'What does it weigh?' }],
    ['ai', { content: '', tool_calls: [{ name: 'weigh', args: { order: 17 }, id: 'w1', type: 'tool_call' }] }],
    ['tool', { content: 'Error: no scale', tool_call_id: 'w1', name: 'weigh' }],
    ['system', { content: 'You help in a shop.' }],
    ['ai', { content: [{ type: 'text', text: 'I cannot tell.' }] }],
  ] as const;
  const classOf = (type: string) => `${type === 'ai' ? 'AI' : type.charAt(0).toUpperCase() + type.slice(1)}Message`;
  it.each([
    ['messages_to_dict', SAID.map(([type, data]) => ({ type, data: { ...data, type } }))],
    [
      'dumps',
      SAID.map(([type, kwargs]) => ({
        lc: 1,
        type: 'constructor',
        id: ['langchain', 'schema', 'messages', classOf(type)],
        kwargs: { ...kwargs, type },
      })),
    ],
    ['model_dump', SAID.map(([type, fields]) => ({ ...fields, type, additional_kwargs: {}, response_metadata: {} }))],
  ])('reads messages of LangChain, written by %s', (_, messages) => {
    for (const trace of [JSON.stringify(messages), JSON.stringify({ messages }), jsonLines(messages)]) {
      const found = read(trace);
      expect(linesOf(found)).toEqual([
        'user: What does it weigh?',
        'assistant calls weigh: order: 17',
        '!result of weigh: Error: no scale',
        'assistant: I cannot tell.',
      ]);
      expect(typesOf(found)).toEqual({ 'system message': 1 });
    }
  });

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'])(
    'passes a record over whose type is %s, and reads the others',
    (name) => {
      const others = [
        { role: 'user', content: 'hi' },
        {
          role: 'assistant',
          content: [
            { type: name, text: 'x' },
            { type: 'text', text: 'there' },
          ],
        },
        { role: name, content: 'y' },
      ];
      const found = read(JSON.stringify([{ type: name, content: 'x' }, ...others]));
      expect(linesOf(found)).toEqual(['user: hi', 'assistant: there']);
      expect(typesOf(found)).toEqual({
        [name]: 1,
        [`block ${name}`]: 1,
        [`${name.toLowerCase()} message`]: 1,
      });
    },
  );

  it('takes of a message no fields but those it knows', () => {
    const found = read(JSON.stringify([{ role: 'user', content: 'hi', debug: { prompt: 'inserted' } }]));
    expect(linesOf(found)).toEqual(['user: hi']);
  });

  it.each([
    ['ShareGPT', { conversations: [{ from: 'human', value: 'hi' }] }],
    ['pydantic-ai', [{ kind: 'request', parts: [{ part_kind: 'user-prompt', content: 'hi' }] }]],
    ['the AI SDK', [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'hi' }] }]],
    ['a log', { level: 30, msg: 'listening' }],
    ['numbers', [1, 2]],
    ['an empty list', []],
  ])('does not take JSON of %s for a transcript', (_, value) => {
    for (const trace of [JSON.stringify(value), JSON.stringify(value, null, 2), `\ufeff${JSON.stringify(value)}\n`]) {
      expect(read(trace)).toMatchObject({ turns: [], isUnknown: true });
    }
  });

  it.each(['[not json', '{', '{"a": 1}\nUser: It said that.\nAssistant: I see.'])('takes %j for a text', (trace) => {
    const { isUnknown, turns } = read(trace);
    expect([isUnknown, turns.length > 0]).toEqual([false, true]);
  });
});

describe('what the service itself gave', () => {
  const CONTEXT = `# Knowledge items

KB ID: open_files
Description: Open a log file

# Memories

Memory: Round once
ID: mem_1
Outcome: success – follow this
When: totals are added
  at the end
Round at the end.

# Team notes

[fact] The pump is in hall 3.
  Tags: pump

And 2 more for which there was no room.`;

  it.each([
    ['alone', CONTEXT],
    ['without an answer', 'Nothing relevant is known about this.'],
    ['with its receipt', `${CONTEXT}\n\nreceipt: 01ABC\nWhen the task is over, call context_outcome with it.`],
  ])('is left out of messages, results and texts: %s', (_, context) => {
    const messages = [
      { role: 'user', content: `${context}\n\nFix the test.` },
      { role: 'user', content: `<system-reminder>\n${context}\n</system-reminder>` },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'mcp__hw__context', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: context }] },
    ];
    const found = read(JSON.stringify(messages));
    expect(linesOf(found)).toEqual(['user: Fix the test.', 'assistant calls mcp__hw__context: (no arguments)']);
    expect(typesOf(found)).toEqual({ 'context of this service': 2, '<system-reminder>': 1 });
    expect(linesOf(read(`User: ${context}\n\nFix it.\nAssistant: Done.`))).toEqual([
      'user: Fix it.',
      'assistant: Done.',
    ]);
  });

  it('is left out where a tool of the service answered with data', () => {
    const messages = [
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 't1', name: 'mcp__heartwood__memory_search', input: {} }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: '{"memories": []}' }] },
    ];
    expect(linesOf(read(JSON.stringify(messages)))).toHaveLength(1);
  });

  it('is not taken for what people write', () => {
    const text = '# Memories\n\nI remember the pump.\n\n# Steps\n\n1. Open it.\n\n- KB ID: x';
    expect(read(JSON.stringify([{ role: 'user', content: text }])).turns[0]?.text).toBe(text);
  });
});
