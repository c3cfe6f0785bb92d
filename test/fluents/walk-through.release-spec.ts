import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../../src/cli/program.js';
import { freshNamespace } from '../support/graph.js';
import { type RulesTestService, startRules } from './support.js';

// Runs the commands of docs/rtec.md in their order and compares their output with the page; a line with an ellipsis
// stands for any lines. The language model answers with the rules of the page.

let running: RulesTestService;
const folder = mkdtempSync(join(tmpdir(), 'heartwood-rtec-'));
beforeAll(async () => {
  running = await startRules();
});
afterAll(async () => {
  await running.close();
  rmSync(folder, { recursive: true, force: true });
});

const PAGE = readFileSync(new URL('../../docs/rtec.md', import.meta.url), 'utf8');
const SAMPLE = fileURLToPath(new URL('../../sample/', import.meta.url));

function commands(): { command: string; said: string[] }[] {
  const found: { command: string; said: string[] }[] = [];
  for (const [, block = ''] of PAGE.matchAll(/```console\n(.*?)```/gs)) {
    for (const line of block.trimEnd().split('\n')) {
      if (line.startsWith('$ heartwood ')) found.push({ command: line.slice('$ heartwood '.length), said: [] });
      else found.at(-1)?.said.push(line);
    }
  }
  return found;
}

it('goes as the page says, generation included', async () => {
  const namespace = freshNamespace();
  const rules = /```prolog\n(holdsFor\(pilotBoarding.*?)```/s.exec(PAGE)?.[1] ?? '';
  running.llm.reply({ content: `\`\`\`prolog\n${rules}\n\`\`\`` });
  const all = commands();
  expect(all.length).toBeGreaterThan(10);
  for (const { command, said } of all) {
    const place = (word: string) =>
      word.startsWith('sample/')
        ? join(SAMPLE, word.slice('sample/'.length))
        : /^\w+\.(?:prolog|svg)$/u.test(word)
          ? join(folder, word)
          : word;
    const words = command.replace('--namespace tour', `--namespace ${namespace}`).split(' ').map(place);
    const notes: string[] = [];
    const output = {
      isTerminal: false,
      write: (text: string) => notes.push(text),
      note: (line: string) => notes.push(line),
    };
    await runCommand([...words, '--url', running.service.url], {}, output);
    const given = notes
      .flatMap((note) => note.split('\n'))
      .map((line) => line.replaceAll(`${folder}/`, '').replaceAll(`${SAMPLE}rtec/`, ''));
    const pattern = said
      .map((line) => (line === '…' ? '(?:.*\n)*?' : `${line.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&')}\n`))
      .join('');
    expect(`${given.join('\n')}\n`, command).toMatch(new RegExp(`^${pattern}$`, 'u'));
  }
  const { data } = await running.service.graphql(
    namespace,
    '{ fluent(domain: "MSA", name: "pilotBoarding") { rules } domain(name: "HAR") { otherClauses } }',
  );
  expect(data).toMatchObject({ fluent: { rules: rules.trim() }, domain: { otherClauses: { length: 10 } } });
});
