import { expect, it } from 'vitest';
import { migrationFiles } from '../graph/migrations.js';
import { compareMigrations } from './migrating.js';

const names = migrationFiles().map(({ name }) => name);

it('says which migrations the data of an export lacks, and which are of later releases', () => {
  expect(compareMigrations(names)).toEqual({ lacking: [], unknown: [], isPossible: true });
  const old = names.filter((name) => name <= 'migrations/026-keep-objectives');
  expect(compareMigrations([...old, 'migrations/999-later'])).toEqual({
    lacking: names.slice(old.length),
    unknown: ['migrations/999-later'],
    isPossible: true,
  });
  expect(compareMigrations(names.slice(1))).toMatchObject({ lacking: names.slice(0, 1), isPossible: false });
});

it('can run each migration that an export may lack over one namespace, because that is where its key begins', () => {
  const { lacking } = compareMigrations(names.filter((name) => name <= 'migrations/026-keep-objectives'));
  const possible = migrationFiles().filter(({ name }) => lacking.includes(name));
  expect(possible.length).toBeGreaterThan(0);
  for (const { name, statement } of possible) {
    expect(statement.text, name).toMatch(/^RETURN CASE WHEN stop IS NULL THEN null ELSE \[stop\.namespace, /m);
  }
});
