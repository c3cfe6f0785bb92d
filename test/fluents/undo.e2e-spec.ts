import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client, type RulesTestService, startRules } from './support.js';

let running: RulesTestService;
beforeAll(async () => {
  running = await startRules();
});
afterAll(async () => {
  await running?.close();
});

const DOMAIN = 'domain:house';
const SAVE = `mutation ($name: String!, $rules: String!, $description: String) {
  saveFluent(domain: "house", name: $name, rules: $rules, description: $description) { fluent { id } } }`;
const IMPORT = `mutation ($rules: String!, $mode: ImportMode!) {
  importRules(domain: "house", rules: $rules, mode: $mode) { added removed } }`;
const UNDO = 'mutation ($id: ID!) { undo(changeId: $id) { changeId restored kept { ref field byChange } } }';
const begins = (name: string, event: string, and = '') =>
  `initiatedAt(${name}(D)=true, T) :- happensAt(${event}(D), T)${and}.`;

interface Undone {
  undo: {
    changeId: string;
    restored: string[];
    kept: { ref: string; field: string | null; byChange: string | null }[];
  };
}

function house() {
  const { ask, refuse, ...rest } = client(running.service);
  const undo = async (id: string) => (await ask<Undone>(UNDO, { id })).undo;
  /** Ids of changes with their operations, newest first. */
  const changes = async () =>
    (await ask<{ changes: { nodes: { id: string; door: string }[] } }>('{ changes(first: 50) { nodes { id door } } }'))
      .changes.nodes;
  const exported = async () => (await ask<{ exportRules: string }>('{ exportRules(domain: "house") }')).exportRules;
  const needs = async (name: string) => {
    const { dependencies } = await ask<{ dependencies: { fluents: { name: string }[]; missing: string[] } }>(
      'query ($name: String!) { dependencies(domain: "house", name: $name) { fluents { name } missing } }',
      { name },
    );
    return [...dependencies.fluents.map((each) => each.name), ...dependencies.missing].sort();
  };
  return { ...rest, ask, refuse, undo, changes, exported, needs };
}

describe('undo of rules', () => {
  it('takes one save back, and brings it back', async () => {
    const { ask, undo, changes, exported, needs } = house();
    await ask(SAVE, { name: 'open', rules: begins('open', 'opens'), description: 'Ajar.' });
    const right = await exported();
    await ask(SAVE, {
      name: 'open',
      rules: begins('open', 'opens', ', holdsAt(lit(D)=true, T)'),
      description: 'Wide.',
    });
    const wrong = await exported();
    expect(await needs('open')).toEqual(['lit', 'opens']);
    const [saved] = await changes();

    const first = await undo(saved?.id ?? '');
    expect(first).toMatchObject({ restored: ['fluent:house/open'], kept: [] });
    expect(await exported()).toBe(right);
    expect(await needs('open')).toEqual(['opens']);
    expect(await ask('{ fluent(domain: "house", name: "open") { description trust values { value } } }')).toEqual({
      fluent: { description: 'Ajar.', trust: 1, values: [{ value: 'true' }] },
    });
    expect(await undo(saved?.id ?? '')).toEqual({ ...first, restored: [] });

    expect((await undo(first.changeId)).restored).toEqual(['fluent:house/open']);
    expect(await exported()).toBe(wrong);
    expect((await changes()).map(({ door }) => door)).toEqual(['UNDO', 'UNDO', 'SAVE_FLUENT', 'SAVE_FLUENT']);
  });

  it('takes a whole import back; fluents that it brought stay as names without rules', async () => {
    const { ask, undo, changes, exported } = house();
    const rules = ['limit(1).', begins('open', 'opens'), begins('warm', 'heats')].join('\n');
    await ask(IMPORT, { rules, mode: 'MERGE' });
    const before = await exported();
    await ask(IMPORT, {
      rules: ['limit(2).', begins('open', 'unlocks'), begins('lit', 'lights')].join('\n'),
      mode: 'REPLACE',
    });
    const [replaced] = await changes();

    expect(await undo(replaced?.id ?? '')).toMatchObject({
      restored: [DOMAIN, 'fluent:house/lit', 'fluent:house/open', 'fluent:house/warm'],
      kept: [],
    });
    expect(await exported()).toBe(before);
    expect(await ask('{ fluent(domain: "house", name: "lit") { rules fluentKind } }')).toEqual({
      fluent: { rules: null, fluentKind: 'UNDEFINED' },
    });
  });

  it('leaves what was written since', async () => {
    const { ask, undo, changes, exported } = house();
    await ask(IMPORT, { rules: [begins('open', 'opens'), begins('warm', 'heats')].join('\n'), mode: 'MERGE' });
    const [imported] = await changes();
    await ask(SAVE, { name: 'warm', rules: begins('warm', 'boils') });
    const [later] = await changes();
    expect(await undo(imported?.id ?? '')).toMatchObject({
      restored: ['fluent:house/open'],
      kept: [{ ref: 'fluent:house/warm', field: 'rules', byChange: later?.id }],
    });
    expect(await exported()).toBe(`${begins('warm', 'boils')}\n`);
  });

  it('refuses what RTEC could not order, and what no version keeps, and changes nothing', async () => {
    const { ask, refuse, changes, exported } = house();
    const derived = (name: string, from: string) => `holdsFor(${name}(D)=true, I) :- holdsFor(${from}(D)=true, I).`;
    await ask(SAVE, { name: 'a', rules: derived('a', 'b') });
    await ask(SAVE, { name: 'a', rules: derived('a', 'c') });
    const [second] = await changes();
    await ask(SAVE, { name: 'b', rules: derived('b', 'a') });
    const before = await exported();
    expect((await refuse(UNDO, { id: second?.id })).extensions.code).toBe('CONFLICT');
    expect(await exported()).toBe(before);

    await ask('mutation { describeActivities(domain: "house", descriptions: { a: "First." }) { name } }');
    await ask('mutation { deleteFluent(domain: "house", name: "b", force: true) }');
    const [deleted, described] = await changes();
    for (const change of [deleted, described]) {
      const { extensions } = await refuse(UNDO, { id: change?.id });
      expect(extensions, change?.door).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: [{ path: 'changeId', rule: 'isUndoable' }],
      });
    }
  });

  it('has nothing left to do in a domain that is deleted', async () => {
    const { ask, undo, changes } = house();
    await ask(SAVE, { name: 'open', rules: begins('open', 'opens') });
    const [saved] = await changes();
    await ask('mutation { deleteDomain(domain: "house", confirm: "house") }');
    expect(await undo(saved?.id ?? '')).toMatchObject({ restored: [], kept: [] });
    expect(await ask('{ domain(name: "house") { name } }')).toEqual({ domain: null });
  });
});
