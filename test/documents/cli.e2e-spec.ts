import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { runCommand } from '../../src/cli/program.js';
import { watchDocuments } from '../../src/cli/watch-documents.js';
import { contextService, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';
import { pdfOf } from './samples.js';

let service: TestService;
let folder: string;
let namespace: string;
beforeAll(async () => {
  service = await contextService();
});
afterAll(() => service.close());
beforeEach(() => {
  namespace = freshNamespace();
  folder = mkdtempSync(join(tmpdir(), 'heartwood-documents-'));
  // Unlike rmSync, `rm` deletes paths that are too long for a call of the system.
  return () => execFileSync('rm', ['-rf', folder]);
});

async function heartwood(...args: string[]) {
  const notes: string[] = [];
  const output = {
    isTerminal: false,
    write: (text: string) => notes.push(text),
    note: (line: string) => notes.push(line),
  };
  const code = await runCommand([...args, '--namespace', namespace], { HEARTWOOD_URL: service.url }, output);
  return { code, notes };
}
const put = (path: string, content: string | Uint8Array) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
};
const sources = async () => {
  const query = '{ documents(first: 100) { nodes { id root source } } }';
  const { documents } = await service.data<{ documents: { nodes: { id: string; root: string; source: string }[] } }>(namespace, query); // prettier-ignore
  return documents.nodes.map(({ root, source }) => `${root}/${source}`);
};

it('brings a folder in without what is ignored, and a second time changes nothing', async () => {
  put('notes.md', '# Notes\n\nPumps run all day.\n');
  put('src/pump.ts', 'export const pump = 1;\n');
  put('src/generated/out.ts', 'export const out = 1;\n');
  put('src/.gitignore', 'generated/\n');
  put('.gitignore', '*.log\n!kept.log\n');
  put('run.log', 'ran');
  put('kept.log', 'kept');
  put('.env', 'A=1');
  put('.git/config', 'x');
  put('node_modules/a/index.js', 'x');
  const outside = mkdtempSync(join(tmpdir(), 'heartwood-outside-'));
  writeFileSync(join(outside, 'other.md'), 'Not of this folder.');
  symlinkSync(outside, join(folder, 'linked'));
  symlinkSync(join(outside, 'other.md'), join(folder, 'other.md'));
  const { code, notes } = await heartwood('ingest', folder, '--root', 'team');
  rmSync(outside, { recursive: true });
  expect([code, notes]).toEqual([0, ['ingested 3 of 3', '3 created, 0 updated, 0 renamed, 0 unchanged, 0 refused']]);
  expect(await sources()).toEqual(['team/kept.log', 'team/notes.md', 'team/src/pump.ts']);
  const again = await heartwood('ingest', folder, '--root', 'team');
  expect([again.code, again.notes.at(-1)]).toEqual([0, '0 created, 0 updated, 0 renamed, 3 unchanged, 0 refused']);
});

it('skips files that hold only secrets by their names, says so, and takes documents about secrets', async () => {
  put('notes.md', 'Pumps run all day.');
  put('environment.md', 'The environment is set in prod.env.');
  put('keys/key.md', 'Keys are kept in the safe.');
  put('keys/server.pem', 'x');
  put('keys/id_rsa', 'x');
  put('deploy/prod.env', 'PUMP=on\n');
  put('deploy/credentials', 'pump on\n');
  put('deploy/secrets.yml', 'pump: on\n');
  put('.npmrc', 'x');
  const { code, notes } = await heartwood('ingest', folder, '--root', 'team');
  const skipped = 'team/deploy/credentials, team/deploy/prod.env, team/deploy/secrets.yml, team/keys/id_rsa, team/keys/server.pem'; // prettier-ignore
  expect([code, notes.slice(1)]).toEqual([
    0,
    [
      `skipped files that hold keys or passwords, by their names: ${skipped}`,
      '3 created, 0 updated, 0 renamed, 0 unchanged, 0 refused',
    ],
  ]);
  expect(await sources()).toEqual(['team/environment.md', 'team/keys/key.md', 'team/notes.md']);
  const only = await heartwood('ingest', join(folder, 'deploy'), '--root', 'deploy');
  expect([only.code, only.notes[0]]).toEqual([
    1,
    expect.stringMatching(/^There is no file to ingest; skipped .*prod.env/),
  ]);
});

it('follows every .gitignore of the repository, the innermost first', async () => {
  mkdirSync(join(folder, '.git'));
  put('.gitignore', '/docs/drafts/\n*.txt\nbuild/\n');
  put('docs/a.md', 'Pumps run all day.');
  put('docs/b.txt', 'Not for others.');
  put('docs/drafts/c.md', 'Not yet.');
  put('docs/kept/.gitignore', '!*.txt\n');
  put('docs/kept/d.txt', 'Valves open slowly.');
  put('build/e.md', 'Seals last a year.');
  expect((await heartwood('ingest', join(folder, 'docs'), '--root', 'team')).code).toBe(0);
  expect(await sources()).toEqual(['team/a.md', 'team/kept/d.txt']);
  // A folder that is ignored itself was named on purpose.
  expect((await heartwood('ingest', join(folder, 'build'), '--root', 'built')).code).toBe(0);
  expect(await sources()).toEqual(['built/e.md', 'team/a.md', 'team/kept/d.txt']);
});

it('names a folder that cannot be read, and takes the rest', async () => {
  put('a.md', 'Pumps run all day.');
  // A path that is too long for a call of the system cannot be read by anybody. It is put together from two halves.
  const half = join(...Array.from({ length: 9 }, () => 'd'.repeat(250)));
  put(join(half, 'b.md'), 'Too far down.');
  mkdirSync(join(folder, 'e', half), { recursive: true });
  renameSync(join(folder, 'd'.repeat(250)), join(folder, 'e', half, 'd'));
  const { code, notes } = await heartwood('ingest', folder, '--root', 'team');
  expect(code).toBe(2);
  expect(notes.find((note) => note.startsWith('refused'))).toMatch(
    /^refused team\/e\/d{250}\/.*: it cannot be read: ENAMETOOLONG/,
  );
  expect(notes.at(-1)).toBe('1 created, 0 updated, 0 renamed, 0 unchanged, 1 refused');
});

it.skipIf(process.getuid?.() === 0)('closes no document whose folder cannot be read', async () => {
  put('a.md', 'Pumps run all day.');
  put('sub/b.md', 'Valves open slowly.');
  await heartwood('ingest', folder, '--root', 'team');
  chmodSync(join(folder, 'sub'), 0);
  const { code, notes } = await heartwood('ingest', folder, '--root', 'team', '--prune');
  chmodSync(join(folder, 'sub'), 0o755);
  expect([code, notes.at(-1)]).toEqual([2, '0 created, 0 updated, 0 renamed, 1 unchanged, 1 refused']);
  expect(await sources()).toEqual(['team/a.md', 'team/sub/b.md']);
});

it('takes standard input under a name, and pages by their addresses', async () => {
  const ingest = async (input: string | Uint8Array, ...args: string[]) => {
    const cli = [join(process.cwd(), 'dist', 'cli.js'), 'ingest', ...args, '--namespace', namespace];
    const child = spawn(process.execPath, cli, { env: { ...process.env, HEARTWOOD_URL: service.url } });
    child.stdin.end(input);
    const [errors] = await Promise.all([text(child.stderr), text(child.stdout)]);
    return errors.trim().split('\n').at(-1);
  };
  const created = '1 created, 0 updated, 0 renamed, 0 unchanged, 0 refused';
  expect(await ingest('# Pumps\n\nThey run.\n', '-', '--name', 'pumps.md', '--root', 'team')).toBe(created);
  expect(await ingest(pdfOf([[['Valves close at night.']]]), '-', '--name', 'valves.pdf')).toBe(created);
  expect(await ingest('Seals last a year.', '-')).toBe(created);
  const pages = createServer((request, response) => {
    response.statusCode = request.url === '/seals' ? 200 : 404;
    response.setHeader('content-type', 'text/html').end('<h1>Seals</h1><p>They leak.</p>');
  }).listen(0, '127.0.0.1');
  await new Promise((ready) => pages.once('listening', ready));
  const at = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  const { code, notes } = await heartwood('ingest', `${at}/seals`, `${at}/gone`);
  pages.close();
  expect(code).toBe(2);
  expect(notes).toContain(`refused ${at}/gone: ${at}/gone cannot be read: HTTP 404`);
  expect(await sources()).toEqual([`/${at}/seals`, '/standard-input.txt', '/valves.pdf', 'team/pumps.md']);
});

it('names what is refused and cut out, and takes the rest', async () => {
  put('a.md', 'Pumps run all day.');
  put('b.pdf', pdfOf([[]]));
  put('c.md', `# Access\n\nIt is ghp_${'a1B2'.repeat(9)} for all.\n`);
  put('d.txt', Buffer.from([0, 1, 2, 3, 0, 200]));
  const { code, notes } = await heartwood('ingest', folder, '--root', 'team');
  expect(code).toBe(2);
  expect(notes.slice(1)).toEqual([
    'refused team/b.pdf: The document has pages but no text; a scanned one needs its text recognized first (NO_TEXT)',
    'cut out of team/c.md:3: what looks like a secret (github-pat)',
    'refused team/d.txt: The file is no text (BINARY)',
    '2 created, 0 updated, 0 renamed, 0 unchanged, 2 refused, 1 secret cut out',
  ]);
});

it('knows what was renamed and what is gone, and deletes that only where it is told to', async () => {
  put('a.md', 'Pumps run all day.');
  put('b.md', 'Valves open slowly.');
  put('copy.md', 'Valves open slowly.');
  expect((await heartwood('ingest', folder, '--root', 'team')).code).toBe(0);
  renameSync(join(folder, 'b.md'), join(folder, 'valves.md'));
  rmSync(join(folder, 'a.md'));
  const { notes } = await heartwood('ingest', folder, '--root', 'team');
  expect(notes.slice(1)).toEqual([
    '0 created, 0 updated, 1 renamed, 1 unchanged, 0 refused',
    'gone a.md',
    '1 documents have no file any more; --prune closes them',
  ]);
  expect((await heartwood('ingest', folder, '--root', 'team', '--prune')).notes.at(-1)).toBe('closed a.md');
  expect(await sources()).toEqual(['team/copy.md', 'team/valves.md']);
  expect((await heartwood('ingest', folder, '--root', 'team', '--prune')).notes.at(-1)).toBe('0 created, 0 updated, 0 renamed, 2 unchanged, 0 refused'); // prettier-ignore
});

it('opens a closed document with the chunks that it had when its file is back', async () => {
  put('a.md', '# Pumps\n\nPumps run all day.\n\n# Valves\n\nValves open slowly.\n');
  put('b.md', 'Seals last a year.');
  const found = async () => {
    const query = '{ search(query: "pumps valves seals", kinds: [PIECE]) { hits { knowledge { id text } } } }';
    const { search } = await service.data<{ search: { hits: { knowledge: { id: string; text: string } }[] } }>(namespace, query); // prettier-ignore
    return search.hits.map(({ knowledge }) => knowledge).sort((a, b) => (a.text < b.text ? -1 : 1));
  };
  await heartwood('ingest', folder, '--root', 'team');
  const before = await found();
  expect(before.map(({ text }) => text)).toEqual(['Pumps run all day.', 'Seals last a year.', 'Valves open slowly.']);
  rmSync(join(folder, 'a.md'));
  await heartwood('ingest', folder, '--root', 'team', '--prune');
  expect(await found()).toEqual([before[1]]);
  const closed = '{ documents(filter: { closed: true }) { totalCount nodes { source closedAt chunks } } }';
  expect(await service.data(namespace, closed)).toEqual({
    documents: { totalCount: 1, nodes: [{ source: 'a.md', closedAt: expect.any(String), chunks: 2 }] },
  });
  put('a.md', '# Pumps\n\nPumps run all day.\n\n# Valves\n\nValves open fast.\n');
  await heartwood('ingest', folder, '--root', 'team');
  const after = await found();
  expect(after.map(({ text }) => text)).toEqual(['Pumps run all day.', 'Seals last a year.', 'Valves open fast.']);
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(await service.data(namespace, closed)).toMatchObject({ documents: { totalCount: 0 } });
  expect(await sources()).toEqual(['team/a.md', 'team/b.md']);
});

it('follows what is written and what goes while it watches', async () => {
  put('a.md', 'Pumps run all day.');
  const notes: string[] = [];
  const stop = new AbortController();
  const output = { isTerminal: false, write: () => undefined, note: (line: string) => notes.push(line) };
  const settings = { root: 'team', maxFiles: 10 };
  const watching = watchDocuments([folder], settings, { url: service.url, namespace }, output, stop.signal);
  const until = async (line: string) => {
    await vi.waitUntil(() => notes.includes(line), { timeout: 20_000, interval: 50 });
    notes.length = 0;
  };
  await until('watching; end it with Ctrl+C');
  put('sub/b.md', 'Valves open slowly.');
  await until('1 created, 0 updated, 0 renamed, 0 unchanged, 0 refused');
  put('a.md', 'Pumps run all night.');
  await until('0 created, 1 updated, 0 renamed, 0 unchanged, 0 refused');
  rmSync(join(folder, 'sub'), { recursive: true });
  await until('closed sub/b.md');
  stop.abort();
  await watching;
  expect(await sources()).toEqual(['team/a.md']);
});

it('takes files by themselves, and says what is not there', async () => {
  put('a.md', 'Pumps run all day.');
  expect((await heartwood('ingest', join(folder, 'a.md'))).code).toBe(0);
  expect(await sources()).toEqual(['/a.md']);
  expect(await heartwood('ingest', join(folder, 'b.md'))).toEqual({ code: 1, notes: [`${join(folder, 'b.md')} does not exist`] }); // prettier-ignore
  put('id_rsa', 'x');
  symlinkSync(join(folder, 'id_rsa'), join(folder, 'plain.txt'));
  for (const name of ['id_rsa', 'plain.txt']) expect((await heartwood('ingest', join(folder, name))).code).toBe(1);
  put('c.md', 'More.');
  expect((await heartwood('ingest', folder, '--max-files', '1')).notes[0]).toMatch(/more than 1 files/);
});
