import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { argumentsOf, readActionCommand, runActionCommand, splitCommand } from './action-commands.js';

const VALUES = { prompt: 'List 3 primes', objective: 'primes', lessons: 'Too few\nToo many' };
const run = (given: string, values = VALUES) => runActionCommand(readActionCommand(given), values);
/** A command that prints its arguments as JSON. */
const SHOW = `${process.execPath} -e 'console.log(JSON.stringify(process.argv.slice(1)))' --`;

describe('a command', () => {
  it.each([
    ['seq  1 10', ['seq', '1', '10']],
    [`a "b c" 'd "e"' f"g h"i`, ['a', 'b c', 'd "e"', 'fg hi']],
    [`a '' $HOME *.txt`, ['a', '', '$HOME', '*.txt']],
    ['', []],
  ])('%j is split into %j', (given, expected) => expect(splitCommand(given)).toEqual(expected));

  it('has a name with a method or without', () => {
    expect(readActionCommand('primes=seq 1 10')).toEqual({
      method: 'command',
      action: 'primes',
      template: ['seq', '1', '10'],
      listens: false,
    });
    expect(readActionCommand('ai.ask=llm {prompt}')).toMatchObject({ method: 'ai', action: 'ask', listens: true });
    expect(readActionCommand('x=show --tries={lessons} a=b')).toMatchObject({ listens: true, template: { length: 3 } });
  });

  it.each([
    ['x', `--action must be name='command': x`],
    ['=ls', `--action must be name='command': =ls`],
    ['x=  ', `--action must be name='command': x=  `],
    [
      'x=echo {secret} {prompt}',
      'Unknown placeholder {secret} in --action x; there are {prompt}, {objective}, {lessons}',
    ],
    [`x=echo 'a`, `A quote ' is not closed: echo 'a`],
  ])('%j is refused', (given, message) => expect(() => readActionCommand(given)).toThrow(message));
});

describe('what is put in', () => {
  it('is one argument each, whatever stands in it, and is not read again', () => {
    const { template } = readActionCommand('x=echo {prompt} --of={objective} {lessons}');
    const hostile = { prompt: 'a b; rm -rf / "c', objective: '$(touch /tmp/x) {lessons}', lessons: '`id` | sh\n&& ls' };
    expect(argumentsOf({ template }, hostile)).toEqual([
      'echo',
      'a b; rm -rf / "c',
      '--of=$(touch /tmp/x) {lessons}',
      '`id` | sh\n&& ls',
    ]);
  });

  it.each(['; rm -rf ~', '$(exit 7)', '`exit 7`', '| false', "' || false #", '-n', '$HOME', 'null\0character'])(
    'is run by no shell: %j',
    async (prompt) => {
      const { documents, success } = await run(`x=${SHOW} {prompt} end`, { ...VALUES, prompt });
      expect(success).toBe(true);
      expect(JSON.parse(documents[0]?.content ?? '')).toEqual([prompt.replace('\0', ''), 'end']);
    },
  );
});

describe('what comes out', () => {
  it('is a document', async () => {
    expect(await run(`m.a=${SHOW} {objective}`)).toEqual({
      success: true,
      documents: [{ name: 'm.a.txt', mimeType: 'text/plain', content: '["primes"]\n' }],
    });
  });

  it('of a command that fails is a failed action', async () => {
    const failing = `x=${process.execPath} -e 'console.log("half"); console.error("no key"); process.exitCode = 3'`;
    expect(await run(failing)).toMatchObject({
      success: false,
      error: 'Exit code 3: no key',
      documents: [{ content: 'half\n' }],
    });
    expect(await run('x=no-such-program-anywhere')).toMatchObject({
      success: false,
      error: 'The command "no-such-program-anywhere" is not found',
    });
  });

  it('is bounded', async () => {
    const long = (count: number) => `x=${process.execPath} -e 'process.stdout.write("x".repeat(${count}))'`;
    expect(await run(long(5_000_000))).toMatchObject({ success: false, error: 'It wrote more than 4194304 bytes' });
    expect((await run(long(1_500_000))).documents.map(({ content }) => content.length)).toEqual([1_000_000, 500_000]);
  });

  it('of a command that takes too long is a failed action with what it wrote so far, and the command is gone', async () => {
    const marker = join(mkdtempSync(join(tmpdir(), 'heartwood-command-')), 'late');
    const command = readActionCommand(`x=/bin/sh -c 'printf half; sleep 1; : > "$0"' ${marker}`);
    expect(await runActionCommand(command, VALUES, 300)).toEqual({
      success: false,
      error: 'It took longer than 0.3 s',
      documents: [{ name: 'command.x.txt', mimeType: 'text/plain', content: 'half' }],
    });
    await sleep(1_000);
    expect(existsSync(marker)).toBe(false);
  });

  it('is a file in base64 where it begins as one', async () => {
    const writes = (text: string) =>
      `x=${process.execPath} -e 'process.stdout.write(Buffer.from("${text}", "latin1"))'`;
    const content = Buffer.from('%PDF-1.4\n\xff', 'latin1').toString('base64');
    expect(await run(writes('%PDF-1.4\\n\\xff'))).toEqual({
      success: true,
      documents: [{ name: 'command.x', mimeType: null, content }],
    });
  });

  it('reads nothing from the terminal', async () => {
    expect(
      await run(`x=${process.execPath} -e 'process.stdin.on("end", () => console.log("done")).resume()'`),
    ).toMatchObject({
      success: true,
      documents: [{ content: 'done\n' }],
    });
  });
});
