import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { client, type RulesTestService, startRules } from './support.js';

let running: RulesTestService;
let driver: Driver;
beforeAll(async () => {
  running = await startRules();
  const { TEST_NEO4J_URI = '', TEST_NEO4J_USER = 'neo4j', TEST_NEO4J_PASSWORD = '' } = process.env;
  driver = neo4j.driver(TEST_NEO4J_URI, neo4j.auth.basic(TEST_NEO4J_USER, TEST_NEO4J_PASSWORD));
});
afterAll(async () => {
  await running?.close();
  await driver?.close();
});

const SAVE = `mutation ($name: String!, $rules: String!, $description: String) {
  saveFluent(domain: "house", name: $name, rules: $rules, description: $description) { fluent { id } } }`;
const RESTORE = `mutation ($ref: String!, $version: Int!, $expected: Int) {
  restore(ref: $ref, version: $version, expected: $expected) { number content change { door } } }`;
const VERSIONS = `query ($ref: String!) { versions(ref: $ref) { totalCount nodes { number content change { by door } } } }`;
const DIFF = `query ($ref: String!, $from: Int!, $to: Int) { diff(ref: $ref, from: $from, to: $to) {
  fields { field before after } clauses { added removed moved } } }`;
const begins = (event: string) => `initiatedAt(open(D)=true, T) :- happensAt(${event}(D), T).`;
const ends = (event: string) => `terminatedAt(open(D)=true, T) :- happensAt(${event}(D), T).`;
const lines = (...clauses: string[]) => clauses.join('\n\n');

interface Listed {
  versions: {
    totalCount: number;
    nodes: { number: number; content: Record<string, unknown>; change: { by: string | null; door: string } | null }[];
  };
}

it('has its fluents versioned by ref: what they said, what differs by clause, and back', async () => {
  const { ask, refuse } = client(running.service);
  const ref = 'fluent:house/open';
  const first = lines(begins('opens'), ends('closes'));
  const second = lines(ends('closes'), begins('unlocks'), begins('opens'));
  await ask(SAVE, { name: 'open', rules: first, description: 'A door stands open.' }, { 'x-agent': 'alice' });
  await ask(SAVE, { name: 'open', rules: second }, { 'x-agent': 'bob' });
  await ask('mutation { describeActivities(domain: "house", descriptions: { open: "Ajar." }) { name } }');

  const { versions } = await ask<Listed>(VERSIONS, { ref });
  expect(versions).toEqual({
    totalCount: 3,
    nodes: [
      {
        number: 3,
        content: { rules: second, description: 'Ajar.' },
        change: { by: null, door: 'DESCRIBE_ACTIVITIES' },
      },
      {
        number: 2,
        content: { rules: second, description: 'A door stands open.' },
        change: { by: 'bob', door: 'SAVE_FLUENT' },
      },
      {
        number: 1,
        content: { rules: first, description: 'A door stands open.' },
        change: { by: 'alice', door: 'SAVE_FLUENT' },
      },
    ],
  });
  // The `versions` field of the fluent lists only versions of its rules.
  expect(
    await ask('{ fluent(domain: "house", name: "open") { versions { rules by } last: versions(first: 1) { by } } }'),
  ).toEqual({
    fluent: {
      versions: [
        { rules: second, by: 'bob' },
        { rules: first, by: 'alice' },
      ],
      last: [{ by: 'bob' }],
    },
  });
  expect(await ask(DIFF, { ref, from: 1, to: 2 })).toEqual({
    diff: {
      fields: [{ field: 'rules', before: first, after: second }],
      clauses: { added: [begins('unlocks')], removed: [], moved: [ends('closes')] },
    },
  });
  expect(await ask(DIFF, { ref, from: 2 })).toMatchObject({
    diff: { fields: [{ field: 'description' }], clauses: { added: [], removed: [], moved: [] } },
  });

  const late = await refuse(RESTORE, { ref, version: 1, expected: 2 });
  expect(late.extensions.code).toBe('CONFLICT');
  expect(await ask(RESTORE, { ref, version: 1, expected: 3 })).toEqual({
    restore: {
      number: 4,
      content: { rules: first, description: 'A door stands open.' },
      change: { door: 'RESTORE' },
    },
  });
  expect(await ask('{ dependencies(domain: "house", name: "open") { fluents { name } } }')).toEqual({
    dependencies: { fluents: [{ name: 'closes' }, { name: 'opens' }] },
  });
  expect(await ask(RESTORE, { ref, version: 4 }), 'what it says already').toMatchObject({ restore: { number: 4 } });
});

it('has versions of a domain: its fluents with their versions, its other clauses, and back to all of them', async () => {
  const { ask, refuse } = client(running.service);
  const ref = 'domain:house';
  const IMPORT = `mutation ($rules: String!, $mode: ImportMode!) {
    importRules(domain: "house", rules: $rules, mode: $mode) { added changed removed } }`;
  const warm = 'holdsFor(warm(D)=true, I) :- holdsFor(open(D)=false, I).';
  await ask(IMPORT, { rules: lines('limit(1).', 'limit(2).', begins('opens'), warm), mode: 'MERGE' });
  await ask(SAVE, { name: 'open', rules: lines(begins('opens'), ends('closes')) });
  await ask(IMPORT, { rules: lines('limit(2).', 'limit(1).', begins('unlocks')), mode: 'REPLACE' });
  const exported = async () => (await ask<{ exportRules: string }>('{ exportRules(domain: "house") }')).exportRules;

  const { versions } = await ask<Listed>(VERSIONS, { ref });
  expect(versions.nodes).toEqual([
    {
      number: 3,
      content: { fluents: ['fluent:house/open@3'], otherClauses: ['limit(2).', 'limit(1).'] },
      change: { by: null, door: 'IMPORT_RULES' },
    },
    {
      number: 2,
      content: { fluents: ['fluent:house/open@2', 'fluent:house/warm@1'], otherClauses: ['limit(1).', 'limit(2).'] },
      change: { by: null, door: 'SAVE_FLUENT' },
    },
    {
      number: 1,
      content: { fluents: ['fluent:house/open@1', 'fluent:house/warm@1'], otherClauses: ['limit(1).', 'limit(2).'] },
      change: { by: null, door: 'IMPORT_RULES' },
    },
  ]);
  expect(await ask(DIFF, { ref, from: 1 })).toMatchObject({
    diff: { clauses: { added: [begins('unlocks')], removed: [begins('opens'), warm], moved: ['limit(2).'] } },
  });

  expect((await refuse(RESTORE, { ref, version: 1, expected: 2 })).extensions.code).toBe('CONFLICT');
  expect(await ask(RESTORE, { ref, version: 2, expected: 3 })).toMatchObject({ restore: { number: 4 } });
  expect(await exported()).toBe(`${lines('limit(1).', 'limit(2).', begins('opens'), ends('closes'), warm)}\n`);

  // Deleting a fluent deletes its versions. A fluent that is created again is a new one.
  await ask('mutation { deleteFluent(domain: "house", name: "warm", force: true) }');
  await ask(SAVE, { name: 'warm', rules: 'initially(warm(D)=true).' });
  const gone = await refuse(RESTORE, { ref, version: 1 });
  expect(gone.extensions.code).toBe('CONFLICT');
  expect(gone.message).toContain('fluent:house/warm@1');

  // The deletion of a fluent cannot be undone; the error says so.
  const { changes } = await ask<{ changes: { nodes: { id: string; door: string }[] } }>(
    '{ changes(ref: "domain:house") { nodes { id door } } }',
  );
  expect(changes.nodes.map(({ door }) => door)).toEqual([
    'SAVE_FLUENT',
    'DELETE_FLUENT',
    'RESTORE',
    'IMPORT_RULES',
    'SAVE_FLUENT',
    'IMPORT_RULES',
  ]);
  const undo = await refuse('mutation ($id: ID!) { undo(changeId: $id) { restored } }', { id: changes.nodes[1]?.id });
  expect(undo.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: 'changeId', rule: 'isUndoable' }] });

  await ask('mutation { deleteDomain(domain: "house", confirm: "house") }');
  expect((await refuse(VERSIONS, { ref })).extensions.code).toBe('NOT_FOUND');
  await ask(SAVE, { name: 'open', rules: begins('opens') });
  expect((await ask<Listed>(VERSIONS, { ref })).versions.totalCount, 'nothing of it is left').toBe(1);
});

it('brings a fluent back to when it was only named', async () => {
  const { ask } = client(running.service);
  await ask('mutation { describeActivities(domain: "house", descriptions: { open: "Ajar." }) { name } }');
  await ask(SAVE, { name: 'open', rules: begins('opens'), description: 'Wide open.' });
  const ref = 'fluent:house/open';
  expect(await ask(RESTORE, { ref, version: 1 })).toMatchObject({
    restore: { number: 3, content: { rules: null, description: 'Ajar.' } },
  });
  expect(
    await ask('{ fluent(domain: "house", name: "open") { fluentKind rules description values { value } } }'),
  ).toEqual({
    fluent: { fluentKind: 'UNDEFINED', rules: null, description: 'Ajar.', values: [] },
  });
  expect(await ask(RESTORE, { ref, version: 2 })).toMatchObject({
    restore: { content: { description: 'Wide open.' } },
  });
  expect(await ask('{ domain(name: "house") { definedCount } }')).toEqual({ domain: { definedCount: 1 } });
});
