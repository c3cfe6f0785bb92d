import { expect, it } from 'vitest';
import { migrationFiles } from '../graph/migrations.js';
import { compareMigrations } from './migrating.js';

const names = migrationFiles().map(({ name }) => name);

const compared = (exported: readonly string[]) => {
  const { lacking, ...rest } = compareMigrations(exported);
  return { lacking: lacking.map(({ name }) => name), ...rest };
};

it('says which migrations the data of an export lacks, and which are of later releases', () => {
  expect(compared(names)).toEqual({ lacking: [], unknown: [], isPossible: true });
  const old = names.filter((name) => name <= 'migrations/026-keep-objectives');
  expect(compared([...old, 'migrations/999-later'])).toEqual({
    lacking: names.slice(old.length),
    unknown: ['migrations/999-later'],
    isPossible: true,
  });
  expect(compared(names.slice(1))).toMatchObject({ lacking: names.slice(0, 1), isPossible: false });
});

it('can run each migration that an export may lack over one namespace, because that is where its key begins', () => {
  const { lacking } = compareMigrations(names.filter((name) => name <= 'migrations/026-keep-objectives'));
  expect(lacking.length).toBeGreaterThan(0);
  for (const { name, statement } of lacking) {
    expect(statement.text, name).toMatch(/^RETURN CASE WHEN stop IS NULL THEN null ELSE \[stop\.namespace, /m);
  }
});
