import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Started } from './support.js';

/** Node.js prints this line when a debugger can connect. */
const DEBUGGER = /Debugger listening on ws:\/\/127\.0\.0\.1:\d+\//;

let folder: string;
let dev: Started;
beforeAll(() => {
  folder = mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'dev-'));
  // Any free port, so that a debugger of this machine is not disturbed.
  dev = new Started(folder, {}, ['--inspect=127.0.0.1:0'], 'dev');
});
afterAll(() => {
  dev.child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

it('starts the service anew when a source changes, each time open to a debugger, and ends in order', async () => {
  const url = await dev.url();
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  expect(dev.output).toMatch(DEBUGGER);
  dev.output = '';
  // Only the modification time changes, so that other tests read the same content.
  utimesSync('cypher/graph/probe-read.cypher', new Date(), new Date());
  const second = await dev.url();
  expect((await fetch(`${second}/health/ready`)).status).toBe(200);
  expect(dev.output).toContain('Stopped.');
  expect(dev.output).toMatch(DEBUGGER);
  dev.output = '';
  dev.child.kill('SIGINT');
  expect(await dev.exitCode()).toBe(0);
  expect(dev.output).toContain('Stopped.');
  await expect(fetch(second)).rejects.toThrow();
});
