import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { backUpTo, restoreFrom } from './backup.js';

const folder = mkdtempSync(join(tmpdir(), 'backup-'));
afterAll(() => rmSync(folder, { recursive: true }));
const output = { isTerminal: false, write: () => undefined, note: () => undefined };

it('backs up and restores the database of the settings in .env, as a start does', async () => {
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  writeFileSync(join(folder, '.env'), `HEARTWOOD_DATA_DIR=${join(folder, 'elsewhere')}\n`);
  await expect(backUpTo(join(folder, 'to'), {}, output)).rejects.toThrow(`no database in ${join(folder, 'elsewhere')}`);
  // The environment takes precedence.
  const environment = { HEARTWOOD_DATA_DIR: join(folder, 'given') };
  await expect(backUpTo(join(folder, 'to'), environment, output)).rejects.toThrow(join(folder, 'given'));

  writeFileSync(join(folder, '.env'), 'NEO4J_URI=bolt://db.example:7687\nNEO4J_PASSWORD=secret-of-the-server\n');
  await expect(backUpTo(join(folder, 'to'), {}, output)).rejects.toThrow(/your own server/);
  await expect(restoreFrom(join(folder, 'to'), true, {}, output)).rejects.toThrow(/your own server/);
});
