import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimFile, readClaim } from './process-file.js';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heartwood-claim-'));
  path = join(folder, 'state.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('claimFile', () => {
  it('is refused while a living process holds the file, and says what that one wrote', () => {
    const result = claimFile(path, { url: 'http://one' });
    expect(result).toHaveProperty('claim');
    expect(claimFile(path, { url: 'http://two' })).toMatchObject({ heldBy: { pid: process.pid, url: 'http://one' } });
  });

  it('takes over the file of a dead process', () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(path, JSON.stringify({ pid, began: null, url: 'http://gone' }));
    expect(claimFile(path, { url: 'http://new' })).toHaveProperty('claim');
    expect(readClaim(path)).toMatchObject({ pid: process.pid, url: 'http://new' });
  });

  it('takes over the file of a process whose pid another one has now', () => {
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
    try {
      writeFileSync(path, JSON.stringify({ pid: other.pid, began: 'long ago' }));
      expect(claimFile(path, {})).toHaveProperty('claim');
    } finally {
      other.kill();
    }
  });

  it('takes over a file that makes no sense', () => {
    writeFileSync(path, '{"pid": 12');
    expect(claimFile(path, {})).toHaveProperty('claim');
  });

  it('leaves a dead process its file when somebody vouches for it', () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(path, JSON.stringify({ pid, began: null, guardPid: 1 }));
    expect(claimFile<{ guardPid?: number }>(path, {}, ({ guardPid }) => guardPid === 1)).toHaveProperty('heldBy');
  });

  it('leaves nothing behind once released', () => {
    const result = claimFile(path, { url: 'http://one' });
    if ('claim' in result) {
      result.claim.update({ url: 'http://changed' });
      expect(readClaim(path)).toMatchObject({ pid: process.pid, url: 'http://changed' });
      result.claim.release();
    }
    expect(readdirSync(folder)).toEqual([]);
  });
});
