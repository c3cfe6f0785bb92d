import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { backUp, restore } from '../../src/managed/backup.js';
import { folder, optionsOf, run } from './backup-support.js';

it('a backup of the managed database takes its place again, or begins another one', async () => {
  const to = join(folder, 'kept');
  await expect(backUp(to, optionsOf('one'))).rejects.toThrow(/There is no database/);
  await run('one', "CREATE (n:Kept {is: 'there'}) RETURN n.is", async () => {
    // A running database cannot be backed up.
    await expect(backUp(to, optionsOf('one'))).rejects.toThrow(/already in use/);
  });
  await backUp(to, optionsOf('one'));
  expect(readdirSync(to).sort()).toEqual(['backup.json', 'neo4j.dump']);
  await expect(backUp(to, optionsOf('one'))).rejects.toThrow(/is not empty/);

  await run('one', 'MATCH (n:Kept) DETACH DELETE n');
  await expect(restore(to, { ...optionsOf('one'), replace: false })).rejects.toThrow(/holds a database/);
  const copy = await restore(to, { ...optionsOf('one'), replace: true });
  expect(copy).toMatch(/one-[\d.]+-2026-01-31T12-00-00$/);
  expect(await run('one', 'MATCH (n:Kept) RETURN n.is')).toEqual(['there']);

  expect(await restore(to, { ...optionsOf('two'), replace: false })).toBeUndefined();
  expect(await run('two', 'MATCH (n:Kept) RETURN n.is')).toEqual(['there']);

  const note = JSON.parse(readFileSync(join(to, 'backup.json'), 'utf8')) as object;
  writeFileSync(join(to, 'backup.json'), JSON.stringify({ ...note, generation: '4.4' }));
  await expect(restore(to, { ...optionsOf('two'), replace: true })).rejects.toThrow(/does not run/);
  rmSync(join(to, 'neo4j.dump'));
  await expect(restore(to, { ...optionsOf('two'), replace: true })).rejects.toThrow(/holds no backup/);
}, 900_000);
