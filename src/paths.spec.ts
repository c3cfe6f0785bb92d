import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SRC = new URL('.', import.meta.url);

// Compiled, the code lies in dist, which holds no data files: a path that stays within src finds its file only in tests.
it('names the files that it reads by paths that lead out of its own folder of code', () => {
  const files = readdirSync(fileURLToPath(SRC), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.spec)\.ts$/.test(file),
  );
  const named = files.flatMap((file) => {
    const text = readFileSync(new URL(file, SRC), 'utf8');
    const paths = [...text.matchAll(/new URL\('([^']+)', import\.meta\.url\)/g)].map(([, path]) => path!);
    const out = '../'.repeat(file.split('/').length);
    // Code, in contrast, lies in dist.
    const ofData = paths.filter((path) => !path.endsWith('.js'));
    return ofData.map((path) => ({ file, path, leadsOut: path.startsWith(out) }));
  });
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(({ leadsOut }) => !leadsOut)).toEqual([]);
});
