import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { CommandOutput } from './command.js';
import { tellWaiting } from './waiting-texts.js';

let server: Server | undefined;
afterEach(() => server?.close());

/** Notes of the command while the service answers one after the other with these states; the last one stays. */
async function notesOf(
  wait: boolean,
  ...states: readonly { stale: number; problem?: string; preparing?: boolean }[]
): Promise<string[]> {
  const left = [...states];
  server = createServer((_, response) => {
    const { stale, problem = null, preparing = false } = (left.length > 1 ? left.shift() : left[0])!;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: { status: { embedder: { provider: 'local', stale, problem, preparing } } } }));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const notes: string[] = [];
  await tellWaiting({ url, namespace: 'team' }, wait, {
    note: (line) => void notes.push(line),
    write: () => undefined,
    isTerminal: false,
  } satisfies CommandOutput);
  return notes;
}

it('says nothing if all texts have a vector', async () => {
  expect(await notesOf(false, { stale: 0 })).toEqual([]);
});

it('says how many texts wait, and returns', async () => {
  expect(await notesOf(false, { stale: 3 })).toEqual([
    '3 texts still wait for a vector, and are found by their words only',
  ]);
});

it('waits for them where that is asked', async () => {
  const notes = await notesOf(true, { stale: 3, problem: 'fetching', preparing: true }, { stale: 0 });
  expect(notes.at(-1)).toBe('all texts have a vector');
});

it('does not wait for a service that cannot embed', async () => {
  expect(await notesOf(true, { stale: 3, problem: 'no key' })).toEqual([
    '3 texts still wait for a vector, and are found by their words only: no key',
  ]);
});
