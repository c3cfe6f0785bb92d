import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { foldersOf, type Folders } from './folders.js';
import { endInterruptedRestore, putInPlace, recordLoaded } from './restoring.js';

const parent = mkdtempSync(join(tmpdir(), 'restoring-'));
afterAll(() => rmSync(parent, { recursive: true }));

let folders: Folders;
let copy: string;
let said: string[];
beforeEach(() => {
  const base = join(mkdtempSync(join(parent, 'case-')), 'neo4j');
  folders = foldersOf(base);
  copy = `${base}-copy`;
  said = [];
  mkdirSync(base);
});

/** Writes a database whose files contain this word. */
function write({ home, passwordFile, generationFile }: Folders, word: string): void {
  mkdirSync(join(home, 'data', 'databases'), { recursive: true });
  for (const file of [join(home, 'data', 'databases', 'store'), passwordFile, generationFile]) {
    writeFileSync(file, word);
  }
}

/** The word in each file of a database. */
function read({ home, passwordFile, generationFile }: Folders): string[] {
  const files = [join(home, 'data', 'databases', 'store'), passwordFile, generationFile];
  return files.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : 'missing'));
}

const endInterrupted = () => endInterruptedRestore(folders, ({ title }) => said.push(title));

describe('a restore that was killed', () => {
  it('while it loaded leaves the database as it was, and says so', async () => {
    write(folders, 'old');
    write(foldersOf(folders.restoring), 'half');
    await endInterrupted();
    expect(read(folders)).toEqual(['old', 'old', 'old']);
    expect(readdirSync(folders.base).sort()).toEqual(['generation', 'home', 'password']);
    expect(said).toEqual(['Removing what an interrupted restore had loaded; the database is as it was before']);
    await endInterrupted();
    expect(said).toHaveLength(1);
  });

  it('while it loaded leaves no database if there was none', async () => {
    write(foldersOf(folders.restoring), 'half');
    await endInterrupted();
    expect(readdirSync(folders.base)).toEqual([]);
    expect(said).toEqual(['Removing what an interrupted restore had loaded; there is no database, as before']);
  });

  it.each(['nothing', 'half a copy', 'the copy', 'the home', 'the generation', 'the password'])(
    'when %s was in its place is completed, and names the copy',
    async (last) => {
      const steps = ['nothing', 'half a copy', 'the copy', 'the home', 'the generation', 'the password'];
      const done = (step: string) => steps.indexOf(last) >= steps.indexOf(step);
      const loaded = foldersOf(folders.restoring);
      // Each file is written where it is at this moment.
      if (done('half a copy')) mkdirSync(copy);
      if (done('half a copy')) writeFileSync(join(copy, 'password'), 'ol');
      write(done('the copy') ? foldersOf(copy) : folders, 'old');
      for (const file of [folders.passwordFile, folders.generationFile]) writeFileSync(file, 'old');
      write(loaded, 'new');
      recordLoaded(folders, copy);
      const move = (from: string, to: string) => {
        rmSync(to, { recursive: true, force: true });
        renameSync(from, to);
      };
      if (done('the home')) move(loaded.home, folders.home);
      if (done('the generation')) move(loaded.generationFile, folders.generationFile);
      if (done('the password')) move(loaded.passwordFile, folders.passwordFile);

      await endInterrupted();
      expect(read(folders)).toEqual(['new', 'new', 'new']);
      expect(read(foldersOf(copy))).toEqual(['old', 'old', 'old']);
      expect(existsSync(folders.restoring)).toBe(false);
      expect(said).toEqual([`Completing a restore that was interrupted; the database as it was before is in ${copy}`]);
    },
  );

  it('while there was no database is completed, and replaces a first start that was interrupted', async () => {
    mkdirSync(join(folders.home, 'data', 'databases'), { recursive: true });
    writeFileSync(folders.newPasswordFile, 'never used');
    write(foldersOf(folders.restoring), 'new');
    recordLoaded(folders, undefined);
    await endInterrupted();
    expect(read(folders)).toEqual(['new', 'new', 'new']);
    expect(readdirSync(folders.base).sort()).toEqual(['generation', 'home', 'password']);
    expect(said).toEqual(['Completing a restore that was interrupted']);
  });
});

it('a restore that was not interrupted moves the database to its copy', () => {
  write(folders, 'old');
  write(foldersOf(folders.restoring), 'new');
  recordLoaded(folders, copy);
  putInPlace(folders);
  expect(read(folders)).toEqual(['new', 'new', 'new']);
  expect(read(foldersOf(copy))).toEqual(['old', 'old', 'old']);
});
