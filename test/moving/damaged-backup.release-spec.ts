import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { backUp, restore } from '../../src/managed/backup.js';
import { foldersOf } from '../../src/managed/folders.js';
import { lockOf } from '../managed/support.js';
import { CLI, folder, jarsFile, optionsOf, run, said } from './backup-support.js';

it('a damaged backup changes no database, and begins none', async () => {
  const good = join(folder, 'good');
  const cut = join(folder, 'cut');
  await run('four', "CREATE (n:Kept {is: 'there'}) RETURN n.is");
  await backUp(good, optionsOf('four'));
  cpSync(good, cut, { recursive: true });
  const dump = join(cut, 'neo4j.dump');
  truncateSync(dump, Math.floor(statSync(dump).size / 2));
  const into = (name: string) => restore(cut, { ...optionsOf(name), replace: true });
  await expect(into('four')).rejects.toThrow(/was changed or cut short/);

  // Backups of earlier releases have no hash, so that only Neo4j finds out, while it writes.
  const { sha256, ...older } = JSON.parse(readFileSync(join(cut, 'backup.json'), 'utf8')) as { sha256: string };
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  writeFileSync(join(cut, 'backup.json'), JSON.stringify(older));
  const message = await into('four').catch((error: unknown) => String(error));
  expect(message).toMatch(/could not be restored: .*The database is as it was/s);
  expect(message).not.toMatch(/Files: /);
  expect(readdirSync(folder).filter((name) => name.startsWith('four-'))).toEqual([]);
  expect(await run('four', 'MATCH (n:Kept) RETURN n.is')).toEqual(['there']);

  await expect(into('five')).rejects.toThrow(/could not be restored/);
  expect(existsSync(join(folder, 'five', 'home'))).toBe(false);
  expect(await restore(good, { ...optionsOf('five'), replace: false })).toBeUndefined();
  expect(await run('five', 'MATCH (n:Kept) RETURN n.is')).toEqual(['there']);
}, 900_000);

it('a restore that is killed while it loads leaves the database as it was, and the next start says so', async () => {
  const to = join(folder, 'of-six');
  // The folder of the database has this name in the data folder of a service.
  const name = join('six', 'neo4j');
  await run(name, "CREATE (n:Kept {is: 'in the backup'}) RETURN n.is");
  await backUp(to, optionsOf(name));
  await run(name, "MATCH (n:Kept) SET n.is = 'as it was' RETURN n.is");
  const { base, restoring } = foldersOf(join(folder, name));

  cpSync(jarsFile, join(folder, 'six', 'neo4j-jars.json'));
  const environment = { ...process.env, HEARTWOOD_DATA_DIR: join(folder, 'six') };
  const child = spawn(process.execPath, [CLI, 'restore', to, '--replace'], { env: environment });
  child.stderr.setEncoding('utf8');
  const closed = once(child, 'close');
  for (let output = ''; !existsSync(join(restoring, 'home', 'data', 'databases', 'neo4j'));) {
    await sleep(10);
    output += String(child.stderr.read() ?? '');
    expect(child.exitCode, output).toBeNull();
  }
  child.kill('SIGKILL');
  await closed;
  // Neo4j's tool goes on loading, and the next start waits until it has ended.
  expect(lockOf(base)?.guardPid).toBeGreaterThan(0);

  expect(await run(name, 'MATCH (n:Kept) RETURN n.is')).toEqual(['as it was']);
  expect(said).toContain('Removing what an interrupted restore had loaded; the database is as it was before');
  expect(existsSync(restoring)).toBe(false);
  expect(readdirSync(join(folder, 'six')).sort()).toEqual(['neo4j', 'neo4j-jars.json']);

  await restore(to, { ...optionsOf(name), replace: true });
  expect(await run(name, 'MATCH (n:Kept) RETURN n.is')).toEqual(['in the backup']);
}, 900_000);
