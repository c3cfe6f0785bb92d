import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Licences whose terms are met by shipping the text of the licence with the package. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Python-2.0',
  'Zlib',
]);

interface Exception {
  readonly packages: RegExp;
  readonly licence: RegExp;
  /** Whether an installation of the service may contain it. */
  readonly shipped: boolean;
  readonly why: string;
}
const EXCEPTIONS: readonly Exception[] = [
  { packages: /^format$/, licence: /^$/, shipped: true, why: 'its package.json names MIT under an older key' },
  { packages: /^duck$/, licence: /^BSD$/, shipped: true, why: 'its file LICENSE is BSD-2-Clause' },
  {
    packages: /^@img\/sharp-/,
    licence: /LGPL-3\.0-or-later/,
    shipped: false,
    why: 'draws the pictures of the documentation',
  },
  {
    packages: /^lightningcss(-|$)/,
    licence: /^MPL-2\.0$/,
    shipped: false,
    why: 'reduces the styles of the pages in size and is no part of the result',
  },
  { packages: /^axe-core$/, licence: /^MPL-2\.0$/, shipped: false, why: 'checks the pages in tests' },
];

interface Locked {
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** Only flat expressions, as all packages have today: a nested one is no allowed licence and fails. */
function isAllowed(expression: string): boolean {
  const flat = expression.replace(/^\(([^()]*)\)$/, '$1');
  return flat.split(' OR ').some((either) => either.split(' AND ').every((licence) => ALLOWED.has(licence)));
}

function lockedPackages(): [name: string, locked: Locked][] {
  const { packages } = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8')) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, locked]) => [path.replace(/^.*node_modules\//, ''), locked]);
}

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-or-later)', true],
  ['(MIT AND Zlib)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', false],
  ['GPL-3.0-only', false],
  ['MIT OR (GPL-2.0-only AND Zlib)', true],
  ['(GPL-2.0-only OR LGPL-3.0-only) AND MIT', false],
  ['', false],
])('the licence %j is allowed: %s', (expression, allowed) => {
  expect(isAllowed(expression)).toBe(allowed);
});

it('each package of the lock file has an allowed licence', () => {
  const packages = lockedPackages();
  expect(packages.length).toBeGreaterThan(300);
  const unknown = packages
    .filter(([name, { license = '', dev = false }]) => {
      if (isAllowed(license)) return false;
      return !EXCEPTIONS.some(
        ({ packages, licence, shipped }) => packages.test(name) && licence.test(license) && (dev || shipped),
      );
    })
    .map(([name, { license, dev }]) => `${name}: ${license ?? 'none'}${dev ? ' (development)' : ''}`);
  expect(unknown).toEqual([]);
});

it('npm run sbom lists what an installation contains, as CycloneDX', () => {
  const { bomFormat, components } = JSON.parse(
    execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 }),
  ) as { bomFormat: string; components: { name: string; version: string; hashes?: unknown[] }[] };
  expect(bomFormat).toBe('CycloneDX');
  const listed = new Set(components.map(({ name }) => name));
  const shipped = new Set(lockedPackages().flatMap(([name, { dev }]) => (dev ? [] : [name])));
  expect(listed).toContain('neo4j-driver');
  expect(listed).not.toContain('vitest');
  // An optional package for another system may be left out.
  expect([...listed].filter((name) => !shipped.has(name))).toEqual([]);
  expect(listed.size).toBeGreaterThan(200);
}, 60_000);
