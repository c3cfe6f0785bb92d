import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../../src/cli/program.js';
import { startService } from '../../src/service.js';
import { record } from '../items/support.js';
import { freshNamespace, testConfig } from '../support/graph.js';
import { serving } from '../support/kinds.js';

it('importing a catalog takes a file of 20 MB', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'heartwood-cli-'));
  const service = await startService(testConfig(), { features: [serving('ITEM')] });
  try {
    const path = join(folder, 'large.json');
    const records = Array.from({ length: 250 }, (_, n) => record(`item_${n}`, { notes: 'é'.repeat(42_000) }));
    writeFileSync(path, JSON.stringify(records));
    expect(readFileSync(path).length).toBeGreaterThan(20_000_000);
    const notes: string[] = [];
    const output = { isTerminal: false, write: () => undefined, note: (line: string) => notes.push(line) };
    const args = ['import', 'catalog', path, '--namespace', freshNamespace()];
    const code = await runCommand(args, { HEARTWOOD_URL: service.url }, output);
    expect([code, notes.at(-1)]).toEqual([0, '250 created, 0 updated, 0 unchanged, 0 skipped']);
    expect(notes.length).toBeGreaterThan(5);
  } finally {
    await service.close();
    rmSync(folder, { recursive: true });
  }
}, 120_000);
