import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOptions, SETS } from './options.mjs';

let folder;
let own;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heartwood-options-'));
  for (const name of ['d', 'q', 'j']) writeFileSync(join(folder, name), `text of ${name}`);
  own = ['d', 'q', 'j'].flatMap((name, i) => [['--documents', '--queries', '--judgements'][i], join(folder, name)]);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('what the bench of retrieval is asked for', () => {
  it('is one service, or two that are compared', () => {
    expect(readOptions(['--set', 'EMBEDDER=none', '--set', 'TRUST_GAMMA=0']).configurations).toEqual([
      { name: 'EMBEDDER=none TRUST_GAMMA=0', environment: { EMBEDDER: 'none', TRUST_GAMMA: '0' } },
    ]);
    expect(readOptions(['--against', 'OPENAI_BASE_URL=http://x/?a=b']).configurations).toEqual([
      { name: 'default settings', environment: {} },
      { name: 'OPENAI_BASE_URL=http://x/?a=b', environment: { OPENAI_BASE_URL: 'http://x/?a=b' } },
    ]);
  });

  it('is the service as it comes beside words alone, unless something is set', () => {
    expect(readOptions([]).configurations).toEqual([
      { name: 'default settings', environment: {} },
      { name: 'EMBEDDER=none', environment: { EMBEDDER: 'none' } },
    ]);
  });

  it('is measured on all sets of the repository, some of them, or files', () => {
    expect(readOptions(['--set', 'EMBEDDER=none'])).toMatchObject({ sets: SETS, files: undefined });
    expect(readOptions(['--set', 'EMBEDDER=none', '--sets', 'tasks, two-hop']).sets).toEqual(['tasks', 'two-hop']);
    expect(readOptions([...own, '--set', 'EMBEDDER=none', '--as', 'catalog'])).toMatchObject({
      as: 'catalog',
      files: { documents: { name: join(folder, 'd'), text: 'text of d' } },
    });
    expect(readOptions(['--from', 'one', '--from', 'two']).folders).toEqual(['one', 'two']);
  });

  it.each([
    ['an unknown option', ['--sett', 'A=b'], "Unknown option '--sett'"],
    ['a setting without a value', ['--set', 'EMBEDDER'], '--set EMBEDDER: must be KEY=VALUE'],
    ['the address of a database', ['--set', 'NEO4J_URI=x'], 'each service has a database of its own'],
    ['an unknown set', ['--sets', 'tasks,poems'], '--sets: poems is none of'],
    ['a file without the others', ['--documents', 'd'], '--documents, --queries and --judgements go together'],
    ['sets beside those of a folder', ['--from', 'x', '--sets', 'tasks'], '--from has sets of its own'],
    ['a profile for the sets of the repository', ['--as', 'catalog'], '--as says what --documents are'],
    ['two things to compare with', ['--against', 'A=b', '--baseline', 'x'], '--against or --baseline, not both'],
    ['a baseline that is not there', ['--baseline', '/nowhere/x'], '/nowhere/x: cannot be read'],
  ])('is refused for %s', (_, given, rule) => {
    expect(() => readOptions(given)).toThrow(rule);
  });

  it('is refused for an unknown profile, or files and sets at once', () => {
    expect(() => readOptions([...own, '--as', 'poems'])).toThrow('--as must be one of factual, episodic');
    expect(() => readOptions([...own, '--sets', 'tasks'])).toThrow('--sets names sets of the repository');
    expect(() => readOptions(['--baseline', join(folder, 'd')])).toThrow('was not written by --save');
  });
});
