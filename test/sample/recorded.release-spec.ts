import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GraphService } from '../../src/graph/graph.service.js';
import { exportNamespace } from '../../src/moving/export.js';
import { readManifest } from '../../src/moving/folder.js';
import { movedTo, RECORDED, RECORDED_END } from '../../src/sample/recorded.js';
import { SampleService } from '../../src/sample/sample.service.js';
import { type RunningService, startService } from '../../src/service.js';
import { withOwnDatabase } from '../setup/own-database.js';
import { testConfig } from '../support/graph.js';
import { work } from './stream.mjs';

// With SAMPLE_RECORD=1 (`npm run sample:record`) the first test records the demo data anew instead of comparing it.

const folder = mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'recorded-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Parts that depend on when the service refreshes its word counts and its calibration, which it does in the background,
 * and the hashes of requests that name ids of earlier plans.
 */
const BY_CHANCE = /"explains":\[.*?\](?=[,}])|\\"explain\\":\{.*?\}/g;
const OF_IDS = /"(?:request|outcome)Hash":"\w+"/g;

/** The lines of all files of an export, which its manifest describes. */
const linesOf = (from: string, edit = (line: string) => line): Record<string, string[]> =>
  Object.fromEntries(
    readManifest(from).files.map(({ file }) => {
      const lines = readFileSync(join(from, file), 'utf8').trimEnd().split('\n');
      return [file, lines.map((line) => edit(line).replaceAll(BY_CHANCE, '')).sort()];
    }),
  );

withOwnDatabase((own) => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService(testConfig(own().connection));
  }, 120_000);
  afterAll(() => service?.close());

  /** @returns the folder of the export of what the API makes of the story */
  const told = async (end: Date, name: string): Promise<string> => {
    const graph = service.app.get(GraphService, { strict: false });
    await own().empty();
    await service.app.get(SampleService, { strict: false }).tell('demo', end, work);
    const ask = async (): Promise<string> => {
      const response = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-namespace': 'demo' },
        body: JSON.stringify({ query: '{ automaticMentions { done } }' }),
      });
      return response.text();
    };
    // Texts are linked to names and items are named in the background.
    await expect.poll(ask, { timeout: 120_000 }).not.toMatch(/"done":false|errors/);
    const to = join(folder, name);
    const { unsteady } = await exportNamespace(graph, to, { namespace: 'demo' });
    expect(unsteady).toEqual([]);
    return to;
  };

  it('the recorded demo data is what the API makes', async () => {
    const made = await told(RECORDED_END, 'made');
    if (process.env.SAMPLE_RECORD) {
      rmSync(RECORDED, { recursive: true, force: true });
      cpSync(made, RECORDED, { recursive: true });
    }
    expect(linesOf(made), 'npm run sample:record records it anew').toEqual(linesOf(RECORDED));
  }, 300_000);

  it('the recorded demo data, moved to another day, is what the API makes on that day', async () => {
    const end = new Date('2027-03-02T15:04:05.678Z');
    const without = (line: string) => line.replaceAll(OF_IDS, '');
    const move = movedTo(end);
    const made = linesOf(await told(end, 'later'), without);
    expect(made).toEqual(linesOf(RECORDED, (line) => without(move(line))));
  }, 300_000);
});
