import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { GraphService } from '../../src/graph/graph.service.js';
import { kinds } from '../../src/kinds.js';
import { exportNamespace } from '../../src/moving/export.js';
import { importNamespace } from '../../src/moving/import.js';
import { SampleStart } from '../../src/sample/sample.start.js';
import { startService } from '../../src/service.js';
import { withOwnDatabase } from '../setup/own-database.js';
import { testConfig } from '../support/graph.js';

const folder = mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'demo-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const filesOf = (from: string) =>
  Object.fromEntries(readdirSync(from).map((file) => [file, readFileSync(join(from, file), 'utf8')]));

withOwnDatabase((own) => {
  it('the demo data gives the same bytes after a move into an empty database, and is found there', async () => {
    const config = () => testConfig({ ...own().connection, SAMPLE: 'true' });
    const service = await startService(config());
    const graph = service.app.get(GraphService, { strict: false });
    await service.app.get(SampleStart, { strict: false }).loaded();
    const ask = async (query: string): Promise<unknown> => {
      const response = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-namespace': 'demo' },
        body: JSON.stringify({ query }),
      });
      return response.json();
    };
    // After the load, texts are linked to names and items are named in the background. Once that has ended, nothing
    // writes any more.
    const settled = '{ automaticMentions { done } }';
    await expect.poll(async () => JSON.stringify(await ask(settled)), { timeout: 120_000 }).not.toMatch(/"done":false/);
    // Scores are left out, because a full-text index counts words of deleted texts until it is cleaned up.
    const search = '{ search(query: "concatenate measurement files") { hits { knowledge { ref title trust } } } }';
    const before = await ask(search);
    const first = join(folder, 'first');
    const { unsteady, foreign } = await exportNamespace(graph, first, { namespace: 'demo' });
    expect({ unsteady, foreign }).toEqual({ unsteady: [], foreign: [] });

    await own().empty();
    const served = { kinds: kinds.map(({ kind }) => kind), config: config() };
    const done = await importNamespace(graph, first, { now: new Date() }, served);
    expect(done).toMatchObject({ namespace: 'demo', conflicts: [], findings: [] });
    expect(done.checkedTrusts).toBeGreaterThan(150);
    const second = join(folder, 'second');
    await expect.poll(async () => JSON.stringify(await ask(settled)), { timeout: 120_000 }).not.toMatch(/"done":false/);
    await exportNamespace(graph, second, { namespace: 'demo' });
    expect(filesOf(second)).toEqual(filesOf(first));
    expect(await ask(search)).toEqual(before);
    await service.close();
  }, 600_000);
});
