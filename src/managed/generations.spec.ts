import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseGeneration, copyDatabase, copyFolder, type GenerationChoice, storedGeneration } from './generations.js';
import { foldersOf } from './folders.js';
import { ManagedNeo4jError, startManagedNeo4j } from './managed-neo4j.js';

const javaOf = (version: number) => ({ kind: 'java', java: '/jdk/bin/java', version, maven: 'mvn' }) as const;
const DOCKER = { kind: 'docker', docker: 'docker' } as const;

describe('the generation of a managed database', () => {
  const choose = (choice: Partial<GenerationChoice> & Pick<GenerationChoice, 'source'>) =>
    chooseGeneration({ stored: undefined, folder: '/data/neo4j', ...choice });

  it.each([
    ['a new one on Java 17', { source: javaOf(17) }, '5.26'],
    ['a new one on Java 21', { source: javaOf(21) }, '2026'],
    ['a new one on Java 25', { source: javaOf(25) }, '2026'],
    ['a new one on Java 25 that is to be older', { source: javaOf(25), wanted: '5.26' }, '5.26'],
    ['a new one in Docker', { source: DOCKER }, '5.26'],
    ['an old one on Java 25', { source: javaOf(25), stored: '5.26', wanted: '2026' }, '5.26'],
    ['an old one that is to be upgraded', { source: javaOf(25), stored: '5.26', upgrade: true }, '2026'],
    ['an old one that is to be upgraded in Docker', { source: DOCKER, stored: '5.26', upgrade: true }, '2026'],
    ['one of 2026', { source: javaOf(25), stored: '2026' }, '2026'],
    ['one of 2026 that is to be upgraded', { source: javaOf(25), stored: '2026', upgrade: true }, '2026'],
    ['one of 2026 in Docker', { source: DOCKER, stored: '2026' }, '2026'],
  ] as const)('of %s', (_, choice, generation) => {
    expect(choose(choice)).toBe(generation);
  });

  it.each([
    [
      'data of 2026',
      { stored: '2026' },
      'The database in /data/neo4j is one of Neo4j 2026, which an older Neo4j cannot open. ' +
        'Neo4j 2026 needs Java 21 or later, and this is Java 17 (/jdk/bin/java). Set JAVA_HOME to a later one.',
    ],
    [
      'an upgrade',
      { stored: '5.26', upgrade: true },
      'Neo4j 2026 needs Java 21 or later, and this is Java 17 (/jdk/bin/java). Set JAVA_HOME to a later one. ' +
        'The database was not changed.',
    ],
    [
      'a new one of 2026',
      { wanted: '2026' },
      'Neo4j 2026 needs Java 21 or later, and this is Java 17 (/jdk/bin/java). Set JAVA_HOME to a later one.',
    ],
  ] as const)('is refused on Java 17 for %s', (_, choice, message) => {
    expect(() => choose({ ...choice, source: javaOf(17) })).toThrow(new ManagedNeo4jError(message));
  });
});

describe('a database on disk', () => {
  let base: string;
  beforeEach(() => {
    base = join(mkdtempSync(join(tmpdir(), 'generation-')), 'neo4j');
    mkdirSync(join(base, 'home', 'data', 'databases'), { recursive: true });
    mkdirSync(join(base, 'home', 'logs'));
    mkdirSync(join(base, 'conf'));
    writeFileSync(join(base, 'home', 'data', 'databases', 'store'), 'nodes');
    writeFileSync(join(base, 'password'), 'secret\n', { mode: 0o600 });
    for (const name of ['console.log', 'conf/neo4j.conf', 'home/logs/debug.log', 'sample-pending']) {
      writeFileSync(join(base, name), name);
    }
  });
  afterEach(() => rmSync(join(base, '..'), { recursive: true }));

  it('is of 5.26 where it does not say', () => {
    expect(storedGeneration(foldersOf(base))).toBe('5.26');
    writeFileSync(join(base, 'generation'), '2026\n');
    expect(storedGeneration(foldersOf(base))).toBe('2026');
    writeFileSync(join(base, 'generation'), '2031\n');
    expect(() => storedGeneration(foldersOf(base))).toThrow(
      `The database in ${base} is one of Neo4j 2031, which this version of Heartwood does not run.`,
    );
  });

  it('is left alone by a Java that cannot run it', async () => {
    writeFileSync(join(base, 'generation'), '2026\n');
    const before = readdirSync(base, { recursive: true }).sort();
    await expect(startManagedNeo4j({ dataDir: base, source: javaOf(17) })).rejects.toThrow(
      'which an older Neo4j cannot open',
    );
    expect(readdirSync(base, { recursive: true }).sort()).toEqual(before);
  });

  it('is copied with all it needs to be started again, and says what it is of', async () => {
    const folders = foldersOf(base);
    const copy = copyFolder(folders, '5.26', new Date('2026-11-23T04:05:06.789Z'));
    expect(copy).toBe(`${base}-5.26-2026-11-23T04-05-06`);
    await copyDatabase(folders, '5.26', copy);
    expect(readdirSync(copy).sort()).toEqual(['generation', 'home', 'password', 'sample-pending']);
    expect(readdirSync(join(copy, 'home'))).toEqual(['data']);
    expect(readFileSync(join(copy, 'home', 'data', 'databases', 'store'), 'utf8')).toBe('nodes');
    expect(storedGeneration(foldersOf(copy))).toBe('5.26');
    expect(statSync(join(copy, 'password')).mode & 0o777).toBe(0o600);
  });

  it('leaves no half of a copy that could not be made', async () => {
    rmSync(join(base, 'home'), { recursive: true });
    mkdirSync(join(base, 'home'));
    // The target is inside the copied folder.
    const copy = join(base, 'home', 'copy');
    await expect(copyDatabase(foldersOf(base), '5.26', copy)).rejects.toThrow(
      'The copy that is made first could not be written, and the database was not changed',
    );
    expect(existsSync(copy)).toBe(false);
  });
});
