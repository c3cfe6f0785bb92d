import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../../src/cli/program.js';
import { contextService, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';

const namespace = freshNamespace();
let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await contextService();
  folder = mkdtempSync(join(tmpdir(), 'heartwood-conversation-'));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

async function heartwood(...args: string[]) {
  const said: string[] = [];
  const output = { isTerminal: false, write: (text: string) => said.push(text.trimEnd()), note: (line: string) => said.push(line) }; // prettier-ignore
  const given = ['conversation', ...args, '--namespace', namespace, '--project', 'plant'];
  return [await runCommand(given, { HEARTWOOD_URL: service.url }, output), ...said];
}
const file = (lines: readonly object[]) => {
  const path = join(folder, 'call.jsonl');
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
};

it('adds what is new in a file, shows it, and deletes it for good', async () => {
  const said = Array.from({ length: 203 }, (_, n) => ({
    role: n % 2 === 0 ? 'user' : 'agent',
    content: `Number ${n}.`,
  }));
  expect(await heartwood('add', 'call-1', file(said))).toEqual([0, '203 added, 0 known; the conversation has 203']);
  const more = [
    ...said,
    { role: 'user', content: 'And then?\nNothing.', messageId: 'last', occurredAt: '2026-05-01T00:00:00Z' },
  ];
  expect(await heartwood('add', 'call-1', file(more))).toEqual([0, '1 added, 203 known; the conversation has 204']);
  const [code, ...lines] = await heartwood('show', 'call-1');
  expect([code, lines.length, lines[0], lines[203]]).toEqual([0, 204, '0  user: Number 0.', '203  user: And then?\n    Nothing.']); // prettier-ignore

  expect(await heartwood('delete', 'call-1', 'call-2')).toEqual([2, 'call-1 is deleted', 'call-2 is not found']);
  expect(await heartwood('show', 'call-1')).toEqual([1, 'Conversation "call-1" is not found']);
  const [again, message] = await heartwood('add', 'call-1', file(said));
  expect([again, message]).toEqual([1, expect.stringContaining('Conversation "call-1" was deleted')]);
});

const transcript = (name: string) => fileURLToPath(new URL(`../data/transcripts/${name}`, import.meta.url));

it('adds the turns of a transcript without an LLM, and tells what it left out', async () => {
  const recorded = transcript('codex-hooks.jsonl');
  const told = '4 added, 0 known; the conversation has 4';
  expect(await heartwood('add', 'codex-1', recorded)).toEqual([0, 'left out: 1 developer message', told]);
  const [, first, , result] = (await heartwood('show', 'codex-1')).map(String);
  expect(first).toBe('0  user: Fix the failing test in this project');
  expect(result).toMatch(/^2 {2}result of exec_command: .*\n {4}.*\n {4}Process exited with code 1/);

  const query = `mutation ($trace: String!) { addTranscript(session: "codex-1", trace: $trace) {
    created known skippedLines skippedTypes { type count } } }`;
  const trace = readFileSync(recorded, 'utf8');
  const { data } = await service.graphql(namespace, query, { trace }, { 'x-project': 'plant' });
  const skippedTypes = [{ type: 'developer message', count: 1 }];
  expect(data).toEqual({ addTranscript: { created: 0, known: 4, skippedLines: 0, skippedTypes } });
  const refused = await service.graphql(namespace, query, { trace: '[{"from": "human", "value": "hi"}]' });
  expect(refused.errors?.[0]?.extensions).toMatchObject({ fields: [{ rule: 'UNKNOWN_FORMAT' }] });
  const [code, message] = await heartwood('distill', 'codex-1');
  expect([code, message]).toEqual([1, expect.stringContaining('heartwood conversation add')]);
});

it('names the file that is no transcript, and what is cut out', async () => {
  const path = file([{ role: 'user', content: `It is ghp_${'a1B2'.repeat(9)}` }]);
  expect(await heartwood('add', 'call-3', path)).toEqual([
    0,
    'cut out of message "line-1": what looks like a secret (github-pat)',
    '1 added, 0 known; the conversation has 1',
  ]);
  writeFileSync(path, '{"conversations": [{"from": "human", "value": "hi"}]}');
  expect(await heartwood('add', 'call-4', path)).toEqual([1, expect.stringContaining('UNKNOWN_FORMAT: JSON of a format that is not known. Known are: Claude Code, Codex,')]); // prettier-ignore
  expect((await heartwood('distill', 'call-3'))[0]).toBe(1);
});
