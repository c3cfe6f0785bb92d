import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { splitCommand } from '../../src/cli/action-commands.js';
import type { CommandOutput } from '../../src/cli/command.js';
import { runCommand } from '../../src/cli/program.js';
import { freshNamespace } from '../support/graph.js';
import { type AdaptiveService, startAdaptive } from './support.js';

let service: AdaptiveService;
beforeAll(async () => {
  service = await startAdaptive();
});
afterAll(() => service.close());

async function heartwood(args: readonly string[], namespace: string) {
  const lines: string[] = [];
  const output: CommandOutput = {
    isTerminal: false,
    write: (text) => lines.push(...text.trimEnd().split('\n')),
    note: (line) => lines.push(line),
  };
  const code = await runCommand([...args, '--namespace', namespace], { HEARTWOOD_URL: service.url }, output);
  return { code, lines };
}

const run = (namespace: string, objective: string, ...actions: string[]) =>
  heartwood(['adaptive', 'run', objective, ...actions.flatMap((action) => ['--action', action])], namespace);

it('answers as docs/adaptive.md shows: the second task needs one step', async () => {
  const page = readFileSync(new URL('../../docs/adaptive.md', import.meta.url), 'utf8');
  const [, block = ''] = /```console\n(.*?)```/s.exec(page) ?? [];
  const runs = block.split(/^\$ /m).slice(1);
  expect(runs).toHaveLength(2);
  const namespace = freshNamespace();
  const bare = (lines: readonly string[]) => lines.map((line) => line.replace(/^task \w{26}/, 'task'));
  for (const shown of runs) {
    const [command = '', ...said] = shown.trimEnd().split('\n');
    const [program, name, ...args] = splitCommand(command);
    expect([program, name]).toEqual(['npx', 'heartwood']);
    const { code, lines } = await heartwood(args, namespace);
    expect(bare(lines)).toEqual(bare(said));
    expect(code).toBe(0);
  }
});

describe('heartwood adaptive run --action', () => {
  const SHOW = `${process.execPath} -e 'console.log(process.argv[1])' --`;

  it('tells a command what was wrong, and what is put in is no code', async () => {
    const objective = 'Calculate first 3 prime numbers';
    const learning = `${process.execPath} -e 'console.log(process.argv[1] === "" ? "2 3" : "2 3 5")' -- {lessons}`;
    const { code, lines } = await run(freshNamespace(), objective, `learning=${learning}`);
    expect(lines.slice(1)).toEqual([
      'step 0 command.learning (deliver): first 3: 2 of 3 delivered; 5 is missing',
      'step 1 command.learning (deliver with lessons): delivered, quality 1.00',
      'All success criteria met',
      '2 3 5',
    ]);
    expect(code).toBe(0);
    const shown = await run(freshNamespace(), 'Say "; rm -rf ~ $(exit 7)"', `show=${SHOW} {objective}`);
    expect(shown.lines.join('\n')).toContain('Say "; rm -rf ~ $(exit 7)"');
  });

  it('goes on after a command that failed, and ends with 1 where nothing new is left', async () => {
    const broken = `${process.execPath} -e 'console.error("no key"); process.exitCode = 2'`;
    const { code, lines } = await run(freshNamespace(), 'Calculate first 3 primes', `broken=${broken}`, 'few=echo 2 3');
    expect(code).toBe(1);
    expect(lines).toContain(
      'step 0 command.broken (deliver): The action failed: Exit code 2: no key; Nothing was delivered',
    );
    expect(lines).toContain('step 1 command.few (deliver): first 3: 2 of 3 delivered; 5 is missing');
    expect(lines.at(-1)).toMatch(/^Nothing new is left to try/);
  });

  it('writes what could not be checked, and ends with 3', async () => {
    const { code, lines } = await run(freshNamespace(), 'Summarise the attached contract', 'a=echo The tenant pays.');
    expect(code).toBe(3);
    expect(lines).toContain('The tenant pays.');
  });

  it('refuses what is no command before anything is started', async () => {
    const namespace = freshNamespace();
    expect(await run(namespace, 'x', 'a=echo {password}')).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('Unknown placeholder {password}')],
    });
    expect(await run(namespace, 'x', 'a=ls', 'a=pwd')).toMatchObject({
      code: 1,
      lines: ['--action command.a is given twice'],
    });
  });
});
