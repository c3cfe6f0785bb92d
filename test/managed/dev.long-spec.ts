import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Started } from './started.js';

let folder: string;
let dev: Started;
beforeAll(() => {
  folder = mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'dev-'));
  dev = new Started(folder, {}, [], 'dev');
});
afterAll(() => {
  dev.child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

it('starts the service anew when a source changes, and ends in order', async () => {
  const url = await dev.url();
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  dev.output = '';
  // Only the modification time changes, so that other tests read the same content.
  utimesSync('cypher/graph/probe-read.cypher', new Date(), new Date());
  const second = await dev.url();
  expect((await fetch(`${second}/health/ready`)).status).toBe(200);
  expect(dev.output).toContain('Stopped.');
  dev.output = '';
  dev.child.kill('SIGINT');
  expect(await dev.exitCode()).toBe(0);
  expect(dev.output).toContain('Stopped.');
  await expect(fetch(second)).rejects.toThrow();
});
