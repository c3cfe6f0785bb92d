import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importCatalog } from '../../src/cli/import-catalog.js';
import { runCommand } from '../../src/cli/program.js';
import { type RunningService, startService } from '../../src/service.js';
import type { CommandOutput } from '../../src/cli/command.js';
import { record } from '../items/support.js';
import { freshNamespace, testConfig } from '../support/graph.js';
import { serving } from '../support/kinds.js';

const SAMPLE = 'sample/knowledge_catalog.json';
let service: RunningService;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'heartwood-cli-'));
  service = await startService(testConfig(), { features: [serving('ITEM')] });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

async function heartwood(args: string[], environment: Record<string, string> = { HEARTWOOD_URL: service.url }) {
  const written: string[] = [];
  const notes: string[] = [];
  const output: CommandOutput = {
    isTerminal: false,
    write: (text) => written.push(text),
    note: (line) => notes.push(line),
  };
  const code = await runCommand(args, environment, output);
  return { code, written: written.join(''), notes };
}

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

describe('import catalog', () => {
  it('brings a file in and export writes it out again', async () => {
    const namespace = freshNamespace();
    const first = await heartwood(['import', 'catalog', SAMPLE, '--namespace', namespace]);
    expect(first).toEqual({
      code: 0,
      written: '',
      notes: ['imported 120 of 120', '120 created, 0 updated, 0 unchanged, 0 skipped'],
    });
    const again = await heartwood(['import', 'catalog', SAMPLE, '--namespace', namespace]);
    expect(again.notes.at(-1)).toBe('0 created, 0 updated, 120 unchanged, 0 skipped');

    const out = join(folder, 'out.json');
    const export1 = await heartwood(['export', 'catalog', out, '--namespace', namespace]);
    expect(export1).toMatchObject({ code: 0, notes: [`120 items written to ${out}`] });
    const export2 = await heartwood(['export', 'catalog', '--namespace', namespace]);
    expect(export2).toMatchObject({ code: 0, notes: [], written: readFileSync(out, 'utf8') });
    const byId = (a: { knowledge_id: string }, b: { knowledge_id: string }) =>
      a.knowledge_id < b.knowledge_id ? -1 : 1;
    const sample = JSON.parse(readFileSync(SAMPLE, 'utf8')) as { knowledge_id: string }[];
    expect(JSON.parse(export2.written)).toEqual(sample.toSorted(byId));
  });

  it('names wrong and repeated records by their place in the file, whatever batch they are in', async () => {
    const namespace = freshNamespace();
    const path = file('wrong.json', [
      record('a', { description: 7 }),
      record('b'),
      record('a'),
      null,
      record('b'),
      record('c', { prerequisites: ['d', 'nowhere'] }),
      record('a'),
      record('d'),
    ]);
    const notes: string[] = [];
    const output: CommandOutput = { isTerminal: false, write: () => undefined, note: (line) => notes.push(line) };
    const address = { url: service.url, namespace };
    const options = { reset: false, limits: { maxBytes: 1_000_000, maxRecords: 3 } };
    expect(await importCatalog(path, address, options, output)).toBe(false);
    expect(notes.filter((note) => !note.startsWith('imported'))).toEqual([
      'skipped record 0 (a), description: description must be a string',
      'skipped record 3: the record must be an object',
      'skipped record 4 (b), knowledge_id: knowledge_id is already used at index 1; the first record of the list counts',
      'skipped record 6 (a), knowledge_id: knowledge_id is already used at index 2; the first record of the list counts',
      // There is no warning that d was missing when c was imported, because d came later in the same import.
      'warning: unresolved prerequisite: "c" names "nowhere", which is neither an item nor the output of one',
      '4 created, 0 updated, 0 unchanged, 4 skipped',
    ]);
    expect((await heartwood(['import', 'catalog', path, '--namespace', namespace])).code).toBe(2);
  });

  it('leaves out what is nested too deeply to be sent', async () => {
    const deep = JSON.stringify(record('deep', { more: 'DEEP' })).replace(
      '"DEEP"',
      '['.repeat(50_000) + ']'.repeat(50_000),
    );
    const path = file('deep.json', `[${JSON.stringify(record('a'))}, ${deep}]`);
    const { code, notes } = await heartwood(['import', 'catalog', path, '--namespace', freshNamespace()]);
    expect(code).toBe(2);
    expect(notes.slice(-2)).toEqual([
      'skipped record 1: the record is nested too deeply',
      '1 created, 0 updated, 0 unchanged, 1 skipped',
    ]);
  });

  it('sends less at once when the service takes no more', async () => {
    const small = await startService(testConfig({ BODY_LIMIT_BYTES: '20000' }), { features: [serving('ITEM')] });
    try {
      const path = file(
        'halved.json',
        Array.from({ length: 40 }, (_, n) => record(`i${n}`, { notes: 'x'.repeat(2_000) })),
      );
      const namespace = freshNamespace();
      const done = await heartwood(['import', 'catalog', path, '--namespace', namespace, '--url', small.url]);
      expect([done.code, done.notes.at(-1)]).toEqual([0, '40 created, 0 updated, 0 unchanged, 0 skipped']);
    } finally {
      await small.close();
    }
  });

  it('begins anew with --reset and takes an --application', async () => {
    const namespace = freshNamespace();
    const path = file('reset.json', [record('a', { trust_score: 0.75 })]);
    await heartwood(['import', 'catalog', file('first.json', [record('a')]), '--namespace', namespace]);
    const args = ['import', 'catalog', path, '--namespace', namespace, '--reset', '--application', 'editor'];
    expect((await heartwood(args)).notes.at(-1)).toBe('0 created, 1 updated, 0 unchanged, 0 skipped');
    const { written } = await heartwood(['export', 'catalog', '--namespace', namespace]);
    expect(JSON.parse(written)).toMatchObject([{ knowledge_id: 'a', trust_score: 0.75, application: 'editor' }]);
  });
});

describe('import learnings', () => {
  it('attaches each to its item once, and skips what names no item', async () => {
    const namespace = freshNamespace();
    const space = ['--namespace', namespace];
    await heartwood(['import', 'catalog', SAMPLE, ...space]);
    const first = await heartwood(['import', 'learnings', 'sample/learnings.json', ...space]);
    expect(first).toMatchObject({ code: 0, notes: ['attached 30 of 30', '30 attached, 0 skipped'] });
    await heartwood(['import', 'learnings', 'sample/learnings.json', ...space]);
    const { written } = await heartwood(['export', 'catalog', ...space]);
    const items = JSON.parse(written) as { knowledge_id: string; trust_score: number; kb_learnings: unknown[] }[];
    const openFiles = items.find(({ knowledge_id }) => knowledge_id === 'open_files');
    expect([openFiles?.trust_score, openFiles?.kb_learnings.length]).toEqual([0.9025, 2]);

    const [known] = JSON.parse(readFileSync('sample/learnings.json', 'utf8')) as { original_action: object }[];
    const lost = { ...known, original_action: { ...known?.original_action, kb_source: 'nowhere' } };
    const some = await heartwood(['import', 'learnings', file('some.json', [known, lost, 7]), ...space]);
    expect([some.code, some.notes.at(-1)]).toEqual([2, '1 attached, 2 skipped']);
    expect(some.notes[1]).toBe('skipped record 1: KnowledgeItem "nowhere" does not exist (NOT_FOUND)');
  });

  it('fails where every record was skipped, as the import of a catalog does', async () => {
    const space = ['--namespace', freshNamespace()];
    const learnings = await heartwood(['import', 'learnings', 'sample/learnings.json', ...space]);
    expect([learnings.code, learnings.notes.at(-1)]).toEqual([1, 'Nothing was imported: every record was skipped']);
    const catalog = await heartwood([
      'import',
      'catalog',
      file('none.json', [record('a', { description: 7 })]),
      ...space,
    ]);
    expect([catalog.code, catalog.notes.at(-1)]).toEqual([1, 'Nothing was imported: every record was skipped']);
  });
});

describe('a command that cannot be done', () => {
  it.each([
    ['[\n {"knowledge_id": "a",}\n]', 2, 23, 'unexpected "}"'],
    ['[1, 2', 1, 6, 'it ends too early, or the line does'],
    ['', 1, 1, 'it ends too early, or the line does'],
  ])('says where %j is not JSON', async (content, line, column, what) => {
    const path = file('broken.json', content);
    const { code, notes } = await heartwood(['import', 'catalog', path]);
    expect([code, notes]).toEqual([1, [`${path}:${line}:${column} is not JSON: ${what}`]]);
  });

  it.each([
    ['missing.json', undefined, 'does not exist'],
    ['object.json', '{"items": []}', 'must contain a JSON list of records'],
    ['.', undefined, 'is a folder; a file is needed'],
  ])('says what is wrong with the file %s', async (name, content, message) => {
    const path = content === undefined ? join(folder, name) : file(name, content);
    const { code, notes } = await heartwood(['import', 'catalog', path]);
    expect([code, notes]).toEqual([1, [`${path} ${message}`]]);
  });

  it('says that no service answers, and which address it tried', async () => {
    const gone = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => gone.once('listening', resolve));
    const url = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`;
    await new Promise((resolve) => gone.close(resolve));
    const { code, notes } = await heartwood(['export', 'catalog', '--url', url]);
    expect([code, notes]).toEqual([
      1,
      [`No service answers at ${url} (ECONNREFUSED). Is it running (npm start)? --url names another address`],
    ]);
    expect((await heartwood(['export', 'catalog', '--url', 'localhost'])).notes).toEqual([
      '"localhost" is not an address such as http://127.0.0.1:4000',
    ]);
  });

  it('says that something else answers', async () => {
    const other = createServer((_, response) => response.end('<html>')).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const { code, notes } = await heartwood(['export', 'catalog', '--url', url]);
    other.close();
    expect([code, notes]).toEqual([1, [`What answers at ${url} is not this service (HTTP 200)`]]);
  });

  it('gives the words of the service', async () => {
    const { code, notes } = await heartwood(['export', 'catalog', '--namespace', 'no/slash']);
    expect(code).toBe(1);
    expect(notes.join()).toContain('x-namespace must be 1–64');
  });

  it('leaves an older export untouched', async () => {
    const path = join(folder, 'nowhere', 'out.json');
    const { code, notes } = await heartwood(['export', 'catalog', path]);
    expect(code).toBe(1);
    expect(notes[0]).toContain(`${path} cannot be written`);
  });

  it('explains how it is called', async () => {
    const unknown = await heartwood(['import', 'catalogue', 'x']);
    expect([unknown.code, unknown.notes.join('\n')]).toEqual([
      1,
      expect.stringContaining("too many arguments for 'import'"),
    ]);
    const help = await heartwood(['import', 'catalog', '--help']);
    expect([help.code, help.written]).toEqual([0, expect.stringContaining('--application <name>')]);
  });
});

describe('the address of the service', () => {
  it('is found where it was started', async () => {
    file('heartwood.json', { url: service.url });
    const found = await heartwood(['export', 'catalog', '--namespace', freshNamespace()], {
      HEARTWOOD_DATA_DIR: folder,
    });
    expect([found.code, found.written]).toEqual([0, '[]\n']);
  });
});

describe('a service with API keys', () => {
  it('takes the key of --key or HEARTWOOD_API_KEY, which needs no namespace', async () => {
    const key = 'k'.repeat(20);
    const namespace = freshNamespace();
    const locked = await startService(testConfig({ API_KEYS: `${key}:${namespace}` }), { features: [serving('ITEM')] });
    try {
      const without = await heartwood(['export', 'catalog', '--url', locked.url]);
      expect([without.code, without.notes.join()]).toEqual([1, expect.stringContaining('An API key is needed')]);
      const given = await heartwood(['export', 'catalog', '--url', locked.url, '--key', key]);
      const environment = { HEARTWOOD_URL: locked.url, HEARTWOOD_API_KEY: key };
      const fromEnvironment = await heartwood(['export', 'catalog'], environment);
      expect([given, fromEnvironment]).toEqual(Array(2).fill({ code: 0, written: '[]\n', notes: [] }));
    } finally {
      await locked.close();
    }
  });
});
