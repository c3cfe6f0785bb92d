import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../src/cli/program.js';
import { contextService, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';

const OWN = { 'x-project': 'shop', 'x-team': 'web', 'x-agent': 'ann' };
const TEAM_MATE = { 'x-project': 'site', 'x-team': 'web' };
const STRANGER = { 'x-project': 'bank', 'x-team': 'core' };
const RECORD = 'mutation ($input: MemoryInput!) { recordMemory(input: $input) { id duplicateOf } }';
const MERGE = `mutation ($source: ID!, $target: ID!) {
  mergeMemories(source: $source, target: $target) { changeId source target message memory { id title tags mergedFrom } } }`;
const UNDO = 'mutation ($id: ID!) { undo(changeId: $id) { changeId restored kept { ref field byChange } } }';
const FEEDBACK = `mutation ($id: ID!, $key: String, $session: ID) {
  memoryFeedback(memoryId: $id, helpful: true, idempotencyKey: $key, session: $session) { applied newConfidence } }`;
const MEMORY = 'query ($id: ID!) { memory(id: $id) { id title tags mergedInto mergedFrom evidence { totalCount } } }';

type Headers = Readonly<Record<string, string>>;
interface Merged {
  readonly mergeMemories: { readonly changeId: string } & Readonly<Record<string, unknown>>;
}

let service: TestService;
let namespace: string;
beforeAll(async () => {
  service = await contextService();
});
afterAll(() => service.close());

const ask = <Data>(text: string, variables: object = {}, headers: Headers = OWN) =>
  service.data<Data>(namespace, text, variables, headers);
const refused = async (text: string, variables: object, headers: Headers = OWN) => {
  const { errors } = await service.graphql(namespace, text, variables, headers);
  return errors?.[0]?.extensions;
};

async function record(title: string, fields: object = {}, headers: Headers = OWN): Promise<string> {
  const input = {
    title,
    description: 'about kettles',
    content: `Descale the kettle: ${title}.`,
    outcome: 'SUCCESS',
    ...fields,
  };
  return (await ask<{ recordMemory: { id: string } }>(RECORD, { input }, headers)).recordMemory.id;
}

const merge = async (source: string, target: string, headers: Headers = OWN) =>
  (await ask<Merged>(MERGE, { source, target }, headers)).mergeMemories;
const read = async (id: string, headers: Headers = OWN) =>
  (await ask<{ memory: Readonly<Record<string, unknown>> | null }>(MEMORY, { id }, headers)).memory;
const found = async () => {
  const text = '{ memorySearch(query: "descale kettles", first: 20, minConfidence: 0) { memories { memory { id } } } }';
  const { memorySearch } = await ask<{ memorySearch: { memories: { memory: { id: string } }[] } }>(text);
  return memorySearch.memories.map(({ memory }) => memory.id).sort();
};
const listed = async () => {
  const { memories } = await ask<{ memories: { totalCount: number; nodes: { id: string }[] } }>(
    '{ memories(first: 20) { totalCount nodes { id } } }',
  );
  expect(memories.totalCount).toBe(memories.nodes.length);
  return memories.nodes.map(({ id }) => id).sort();
};
const given = async () => {
  const { context } = (await ask<{ context: { hits: { ref: string }[] } }>(
    '{ context(input: { query: "descale kettles", minTrust: 0 }) { hits { knowledge { ref } } } }',
  )) as unknown as { context: { hits: { knowledge: { ref: string } }[] } };
  return context.hits.map(({ knowledge }) => knowledge.ref).sort();
};

describe('a memory that is merged into another', () => {
  it('is found, listed and given no more, and its id stands for the other, which has the tags of both', async () => {
    namespace = freshNamespace();
    const source = await record('Use vinegar', { tags: ['acid', 'kitchen'] });
    const target = await record('Use citric acid', { tags: ['kitchen', 'lemon'] });
    expect(await found()).toEqual([source, target].sort());
    const merged = await merge(source, target);
    expect(merged).toMatchObject({
      source,
      target,
      message: `"${source}" stands for "${target}" from now on`,
      memory: { id: target, title: 'Use citric acid', tags: ['kitchen', 'lemon', 'acid'], mergedFrom: [source] },
    });
    expect(await found()).toEqual([target]);
    expect(await listed()).toEqual([target]);
    expect(await given()).toEqual([`memory:${target}`]);
    expect(await read(source)).toMatchObject({ id: target, mergedInto: null, mergedFrom: [source] });
    // The source shows into which memory it was merged.
    const { knowledge, versions } = await ask<{ knowledge: object; versions: { nodes: { content: object }[] } }>(
      'query ($id: ID!, $ref: String!) { knowledge(kind: MEMORY, id: $id) { ref ... on Memory { mergedInto } } versions(ref: $ref) { nodes { content } } }',
      { id: source, ref: `memory:${source}` },
    );
    expect(knowledge).toEqual({ ref: `memory:${source}`, mergedInto: target });
    expect(versions.nodes.map(({ content }) => (content as { mergedInto?: string | null }).mergedInto ?? null)).toEqual(
      [target, null],
    );
    // A repeated merge has the same answer and writes nothing.
    expect(await merge(source, target)).toEqual({ ...merged, message: 'They were merged before' });
    const { changes } = await ask<{ changes: { nodes: { id: string; door: string; refs: string[] }[] } }>(
      '{ changes(first: 20) { nodes { id door refs } } }',
    );
    expect(changes.nodes.filter(({ door }) => door === 'MERGE_MEMORIES')).toEqual([
      { id: merged.changeId, door: 'MERGE_MEMORIES', refs: [`memory:${source}`, `memory:${target}`].sort() },
    ]);
  });

  it('comes back by undo, and goes again by undoing that', async () => {
    namespace = freshNamespace();
    const source = await record('Use vinegar', { tags: ['acid'] });
    const target = await record('Use citric acid');
    const { changeId } = await merge(source, target);
    const { undo } = await ask<{ undo: { changeId: string; restored: string[] } }>(UNDO, { id: changeId });
    expect(undo.restored).toEqual([`memory:${source}`, `memory:${target}`].sort());
    expect(await found()).toEqual([source, target].sort());
    expect(await read(source)).toMatchObject({ id: source, tags: ['acid'], mergedInto: null });
    expect(await read(target)).toMatchObject({ id: target, tags: [], mergedFrom: [] });
    await ask(UNDO, { id: undo.changeId });
    expect(await found()).toEqual([target]);
    expect(await read(source)).toMatchObject({ id: target, tags: ['acid'] });
  });

  it('keeps its evidence; what is said of its id from then on is said of the other, once', async () => {
    namespace = freshNamespace();
    const source = await record('Use vinegar');
    const target = await record('Use citric acid');
    await ask(FEEDBACK, { id: source, key: 'k', session: 'one' });
    await merge(source, target);
    expect(await read(target)).toMatchObject({ evidence: { totalCount: 0 } });
    // Repeating an earlier report returns the first answer.
    await ask(FEEDBACK, { id: source, key: 'k', session: 'one' });
    expect(await read(target)).toMatchObject({ evidence: { totalCount: 0 } });
    await ask(FEEDBACK, { id: source, key: 'later', session: 'two' });
    await ask(FEEDBACK, { id: source, key: 'later', session: 'two' });
    expect(await read(target)).toMatchObject({ evidence: { totalCount: 1 } });
    const judge =
      'mutation ($id: ID!) { judgeMemories(judgements: [{ memoryId: $id, helpful: true }], session: "three") { applied newConfidence } }';
    // 0.8 + 0.3 + 0.3, limited to 1.
    expect(await ask(judge, { id: source })).toEqual({ judgeMemories: [{ applied: true, newConfidence: 1 }] });
    const { knowledge } = await ask<{ knowledge: object }>(
      'query ($id: ID!) { knowledge(kind: MEMORY, id: $id) { ... on Memory { evidence { totalCount } } } }',
      { id: source },
    );
    expect(knowledge).toEqual({ evidence: { totalCount: 1 } });
  });

  it('is written by its id no more: edits and promotions are of the other', async () => {
    namespace = freshNamespace();
    const [source, target] = [await record('Use vinegar'), await record('Use citric acid')];
    await merge(source, target);
    const edit = 'mutation ($id: ID!) { editMemory(id: $id, title: "Use any acid") { id title } }';
    expect(await ask(edit, { id: source })).toEqual({ editMemory: { id: target, title: 'Use any acid' } });
    const promote = 'mutation ($id: ID!) { promoteMemory(id: $id, scope: TEAM) { id scope } }';
    expect(await ask(promote, { id: source })).toEqual({ promoteMemory: { id: target, scope: 'TEAM' } });
    const restore = 'mutation ($ref: String!) { restore(ref: $ref, version: 1) { number } }';
    expect(await refused(restore, { ref: `memory:${source}` })).toMatchObject({ code: 'CONFLICT' });
    // A caller who may not see the merged memory is not led by its id to the other one, even if it may see that.
    expect(await read(target, TEAM_MATE)).toMatchObject({ id: target, mergedFrom: [] });
    expect(await read(source, TEAM_MATE)).toBeNull();
  });

  it('leads whoever records it again to the other', async () => {
    namespace = freshNamespace();
    const [source, target] = [await record('Use vinegar'), await record('Use citric acid')];
    await merge(source, target);
    const input = {
      title: 'use VINEGAR',
      description: 'd',
      content: 'descale the kettle: use vinegar',
      outcome: 'SUCCESS',
    };
    expect(await ask(RECORD, { input })).toMatchObject({ recordMemory: { duplicateOf: target } });
  });

  it('leads through several merges, and never in a circle', async () => {
    namespace = freshNamespace();
    const [a, b, c] = [await record('Use vinegar'), await record('Use citric acid'), await record('Use lemons')];
    const first = await merge(a, b);
    await merge(b, c);
    expect(await read(a)).toMatchObject({ id: c });
    expect(await refused(MERGE, { source: c, target: a })).toMatchObject({
      fields: [{ path: 'target', rule: 'notMerged' }],
    });
    const { undo } = await ask<{ undo: { changeId: string } }>(UNDO, { id: first.changeId });
    expect(await read(a)).toMatchObject({ id: a });
    await merge(c, a);
    // With the first merge restored, the merges would form the cycle a → b → c → a.
    expect(await refused(UNDO, { id: undo.changeId })).toMatchObject({ code: 'CONFLICT' });
    expect(await read(b)).toMatchObject({ id: a });
    expect(await found()).toEqual([a]);
  });

  it('keeps the other from being undone, and is deleted with it', async () => {
    namespace = freshNamespace();
    const [source, target] = [await record('Use vinegar'), await record('Use citric acid')];
    const { changeId } = await merge(source, target);
    const { versions } = await ask<{ versions: { nodes: { change: { id: string } | null }[] } }>(
      'query ($ref: String!) { versions(ref: $ref) { nodes { change { id } } } }',
      { ref: `memory:${target}` },
    );
    const made = versions.nodes.at(-1)?.change?.id;
    const { undo } = await ask<{ undo: { kept: object[] } }>(UNDO, { id: made });
    expect(undo.kept).toEqual([{ ref: `memory:${target}`, field: null, byChange: changeId }]);
    expect(await read(source)).toMatchObject({ id: target });
    expect(await ask('mutation ($ref: String!) { delete(ref: $ref) }', { ref: `memory:${target}` })).toEqual({
      delete: true,
    });
    expect(await read(source)).toBeNull();
    expect((await refused(UNDO, { id: changeId }))?.['code']).toBeUndefined();
    expect(await found()).toEqual([]);
  });

  it('may be deleted by itself, and leaves the other', async () => {
    namespace = freshNamespace();
    const [source, target] = [await record('Use vinegar'), await record('Use citric acid')];
    await merge(source, target);
    expect(await ask('mutation ($ref: String!) { delete(ref: $ref) }', { ref: `memory:${source}` })).toEqual({
      delete: true,
    });
    expect(await read(source)).toBeNull();
    expect(await read(target)).toMatchObject({ mergedFrom: [] });
  });
});

describe('a merge', () => {
  it('is refused by field where both are one, one is unknown, or their scopes differ; nothing is changed then', async () => {
    namespace = freshNamespace();
    const source = await record('Use vinegar');
    const wide = await record('Use citric acid', { scope: 'TEAM' });
    const theirs = await record('Use lemons', { scope: 'ORG' }, STRANGER);
    const hidden = await record('Use limes', {}, STRANGER);
    expect(await refused(MERGE, { source, target: source })).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: 'source', rule: 'notTarget' }],
    });
    expect(await refused(MERGE, { source, target: wide })).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: 'source', rule: 'sameScope' }],
    });
    expect(await refused(MERGE, { source: 'mem_none', target: source })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refused(MERGE, { source, target: hidden })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refused(MERGE, { source: theirs, target: wide })).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refused(MERGE, { source: '', target: source })).toMatchObject({ fields: [{ path: 'source' }] });
    expect(await read(source)).toMatchObject({ id: source, mergedFrom: [] });
    const other = await record('Use limes');
    await merge(source, other);
    const third = await record('Use soda');
    expect(await refused(MERGE, { source, target: third })).toMatchObject({
      fields: [{ path: 'source', rule: 'notMerged' }],
    });
  });

  it('counts once of several at the same moment, in whatever direction', async () => {
    namespace = freshNamespace();
    const [a, b] = [await record('Use vinegar'), await record('Use citric acid')];
    const pairs = [
      [a, b],
      [b, a],
      [a, b],
      [b, a],
    ] as const;
    const answers = await Promise.all(
      pairs.map(([source, target]) => service.graphql(namespace, MERGE, { source, target }, OWN)),
    );
    const changes = answers.flatMap(({ data }) => (data as Merged | null)?.mergeMemories?.changeId ?? []);
    expect(new Set(changes).size).toBe(1);
    expect(await found()).toHaveLength(1);
  });

  it('is there on the command line', async () => {
    namespace = freshNamespace();
    const [source, target] = [await record('Use vinegar'), await record('Use citric acid')];
    const [written, notes]: [string[], string[]] = [[], []];
    const output = {
      isTerminal: false,
      write: (line: string) => void written.push(line),
      note: (line: string) => void notes.push(line),
    };
    const args = ['memories', 'merge', source, target, '--namespace', namespace, '--project', 'shop'];
    expect(await runCommand(args, { HEARTWOOD_URL: service.url }, output)).toBe(0);
    expect(notes).toEqual([`"${source}" stands for "${target}" from now on`]);
    await ask(UNDO, { id: written[0]?.trim() });
    expect(await found()).toEqual([source, target].sort());
  });
});
