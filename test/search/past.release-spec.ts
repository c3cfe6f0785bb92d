import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Clock } from '../../src/common/clock.js';
import { MemoriesService } from '../../src/memories/memories.service.js';
import { freshNamespace } from '../support/graph.js';
import { june, type Knowledge, onDay, withKnowledge } from '../layers/support.js';

let service: Knowledge;
withKnowledge((started) => ({ service } = started));

let namespace: string;
beforeEach(() => {
  namespace = freshNamespace();
});
type Headers = Record<string, string>;
const ask = <Data>(query: string, variables: object = {}, headers: Headers = {}) =>
  service.data<Data>(namespace, query, variables, headers);

const on = <Result>(day: number, work: () => Promise<Result>) => onDay(service, day, work);

interface Hit {
  readonly score: number;
  readonly knowledge: { readonly ref: string; readonly title: string; readonly text: string; readonly trust: number };
}
const FIELDS = `knowledge { ref title text trust updatedAt
  ... on KnowledgeItem { description application shortcut } ... on Memory { content tags confidence archivedAt mergedInto }
  ... on Piece { content tags entity { id } } ... on Fluent { rules meaning: description } ... on Strategy { attempts } }`;
const SEARCH = `query ($query: String!, $asOf: DateTime, $validAt: DateTime, $kinds: [KnowledgeKind!], $filter: SearchFilter, $first: Int! = 10) {
  search(query: $query, kinds: $kinds, asOf: $asOf, validAt: $validAt, filter: $filter, first: $first) {
    totalFound hits { score match ${FIELDS} explain { relevance lexical vector graph chain trust } } } }`;
interface Asked {
  readonly asOf?: Date;
  readonly validAt?: Date;
  readonly kinds?: readonly string[];
  readonly filter?: object;
  readonly first?: number;
}
const search = async (query: string, asked: Asked = {}, headers: Headers = {}) =>
  (await ask<{ search: { totalFound: number; hits: Hit[] } }>(SEARCH, { query, ...asked }, headers)).search;
const refs = async (query: string, asked: Asked = {}, headers: Headers = {}) =>
  (await search(query, asked, headers)).hits.map(({ knowledge }) => knowledge.ref);

const saveItem = (id: string, description: string, more: object = {}) =>
  ask('mutation ($input: KnowledgeItemInput!) { saveKnowledgeItem(input: $input) { id } }', {
    input: {
      ...{ uiLocation: '', actionSequence: [], prerequisites: [], outputState: '', docCitation: '' },
      ...{ id, description, ...more },
    },
  });
const fail = (itemId: string, stepNum: number) =>
  ask(
    `mutation ($itemId: ID!, $stepNum: Int!) { attachLearning(input: { itemId: $itemId, kind: SELF_EXPLORATION, task: "Load",
    stepNum: $stepNum, originalAction: { action: "click" }, originalError: "no such menu", recoveryApproach: "Use the toolbar" }) { learning { id } } }`,
    {
      itemId,
      stepNum,
    },
  );
const recordMemory = async (title: string, content: string, headers: Headers = {}, more: object = {}) =>
  (
    await ask<{ recordMemory: { memory: { id: string } } }>(
      'mutation ($input: MemoryInput!) { recordMemory(input: $input) { memory { id } } }',
      { input: { title, description: title, content, outcome: 'SUCCESS', ...more } },
      headers,
    )
  ).recordMemory.memory.id;
const load = (document: object) => service.load(namespace, document);
const piece = (piece_id: string, content: string, more: object = {}) => ({ piece_id, content, ...more });

/**
 * Returns an answer of the present and one of another time. Word statistics may be counted anew between the two, since
 * other test files write to the same index; then both are requested again.
 */
async function bothOf<Answer>(today: () => Promise<Answer>, then: () => Promise<Answer>): Promise<[Answer, Answer]> {
  for (let attempt = 0; ; attempt++) {
    const before = await today();
    const other = await then();
    if (attempt === 5 || JSON.stringify(await today()) === JSON.stringify(before)) return [before, other];
  }
}

describe('a search of another time', () => {
  it('finds an item by the words that it had, with its text of then', async () => {
    await on(1, () => saveItem('open_file', 'Load measurements through the ribbon.', { shortcut: 'Ctrl+O' }));
    await on(10, () => saveItem('open_file', 'Import recordings through the toolbar.'));
    expect(await refs('ribbon')).toEqual([]);
    expect(await refs('toolbar')).toEqual(['item:open_file']);

    expect(await refs('toolbar', { asOf: june(5) })).toEqual([]);
    const [then] = (await search('ribbon', { asOf: june(5) })).hits;
    expect(then?.knowledge).toMatchObject({
      ref: 'item:open_file',
      description: 'Load measurements through the ribbon.',
      shortcut: 'Ctrl+O',
      text: expect.stringContaining('ribbon') as string,
      updatedAt: june(1).toISOString(),
    });
    expect(await refs('ribbon', { asOf: june(10) })).toEqual([]);
    expect(await refs('toolbar', { asOf: june(10) })).toEqual(['item:open_file']);
  });

  it('finds each thing once, in the version that stood', async () => {
    for (const [day, word] of [
      [1, 'ribbon'],
      [3, 'toolbar'],
      [5, 'palette'],
      [7, 'sidebar'],
    ] as const) {
      await on(day, () => saveItem('open_file', `Load measurements through the ${word}.`));
    }
    for (const [day, word] of [
      [2, 'ribbon'],
      [4, 'toolbar'],
      [6, 'palette'],
      [8, 'sidebar'],
    ] as const) {
      const { hits, totalFound } = await search('load measurements', { asOf: june(day) });
      expect(hits.map(({ knowledge: { text } }) => text)).toEqual([expect.stringContaining(word)]);
      expect(totalFound).toBe(1);
    }
  });

  it('does not know what was stored later, and not what it would do to the scores', async () => {
    await on(1, () => saveItem('open_file', 'Load measurements.'));
    const before = await on(2, () => search('load measurements of the ship', {}));
    await on(10, () => saveItem('open_ship', 'Load measurements of the ship.'));
    expect(await refs('load measurements of the ship')).toEqual(['item:open_ship', 'item:open_file']);
    const then = await search('load measurements of the ship', { asOf: june(5) });
    expect(then.hits.map(({ knowledge: { ref } }) => ref)).toEqual(['item:open_file']);
    expect(then.hits[0]?.score).toBeCloseTo(before.hits[0]?.score ?? 0, 9);
  });

  it('ranks by the trust of then', async () => {
    await on(1, () => saveItem('one', 'Load measurements with the ribbon.'));
    await on(1, () => saveItem('two', 'Load measurements with the ribbon.'));
    await on(3, () => fail('one', 0));
    await on(5, () => fail('two', 0));
    await on(6, () => fail('two', 1));
    const trusts = async (asked: Asked) =>
      Object.fromEntries(
        (await search('load measurements', asked)).hits.map(({ knowledge: { ref, trust } }) => [ref, trust]),
      );
    expect(await trusts({ asOf: june(2) })).toEqual({ 'item:one': 1, 'item:two': 1 });
    expect(await refs('load measurements', { asOf: june(4) })).toEqual(['item:two', 'item:one']);
    expect(await trusts({ asOf: june(4) })).toEqual({ 'item:two': 1, 'item:one': 0.95 });
    expect(await trusts({ asOf: june(5) })).toEqual({ 'item:one': 0.95, 'item:two': 0.95 });
    expect(await refs('load measurements')).toEqual(['item:one', 'item:two']);
    expect((await trusts({}))['item:two']).toBeCloseTo(0.9025, 12);
    expect(await refs('load measurements', { asOf: june(6), filter: { minTrust: 0.93 } })).toEqual(['item:one']);
    expect(await refs('load measurements', { asOf: june(4), filter: { minTrust: 0.96 } })).toEqual(['item:two']);
  });

  it('filters by the facets of then', async () => {
    await on(1, () => saveItem('open_file', 'Load measurements.', { application: 'viewer' }));
    await on(10, () => saveItem('open_file', 'Load measurements.', { application: 'editor' }));
    const of = (application: string, asOf?: Date) => refs('load', { filter: { application }, ...(asOf && { asOf }) });
    expect(await of('viewer')).toEqual([]);
    expect(await of('viewer', june(5))).toEqual(['item:open_file']);
    expect(await of('editor', june(5))).toEqual([]);
    expect(await of('editor')).toEqual(['item:open_file']);
  });

  it('finds memories with their content and confidence of then', async () => {
    const id = await on(1, () => recordMemory('Retry uploads', 'Wait for a minute before each attempt.'));
    await on(5, () =>
      ask('mutation ($id: ID!) { editMemory(id: $id, content: "Give up at once.", tags: ["net"]) { id } }', { id }),
    );
    expect(await refs('minute attempt')).toEqual([]);
    const [then] = (await search('minute attempt', { asOf: june(3) })).hits;
    expect(then?.knowledge).toMatchObject({
      ref: `memory:${id}`,
      content: 'Wait for a minute before each attempt.',
      tags: [],
    });
    // The confidence had decayed for two days; it falls by 0.05 in 30 days.
    expect(then?.knowledge.trust).toBeCloseTo(0.8 - (0.05 / 30) * 2, 9);
    expect(then?.knowledge).toHaveProperty('confidence', then?.knowledge.trust);
    expect(await refs('give up', { asOf: june(6) })).toEqual([`memory:${id}`]);

    await on(8, () => ask('mutation ($ref: String!) { delete(ref: $ref) }', { ref: `memory:${id}` }));
    expect(await refs('minute attempt', { asOf: june(3) })).toEqual([]);
  });

  it('finds memories that were merged or archived later, and not before they were', async () => {
    const source = await on(1, () => recordMemory('Retry uploads', 'Wait for a minute.'));
    const target = await on(1, () => recordMemory('Try again', 'Zebras may upload slowly.'));
    const merge =
      'mutation ($source: ID!, $target: ID!) { mergeMemories(source: $source, target: $target) { changeId } }';
    await on(5, () => ask(merge, { source, target }));
    expect(await refs('minute')).toEqual([]);
    expect(await refs('minute', { asOf: june(6) })).toEqual([]);
    const [then] = (await search('minute', { asOf: june(3) })).hits;
    expect(then?.knowledge).toMatchObject({ ref: `memory:${source}`, mergedInto: null });

    // 0.8 falls under 0.3 after ten months.
    const now = vi.spyOn(service.app.get(Clock), 'now').mockReturnValue(new Date('2026-06-01T00:00:00Z'));
    await service.app.get(MemoriesService).archiveFallen(() => Promise.resolve(true));
    now.mockRestore();
    expect(await refs('zebras')).toEqual([]);
    const [old] = (await search('zebras', { asOf: june(3) })).hits;
    expect(old?.knowledge).toMatchObject({ ref: `memory:${target}`, archivedAt: null });
    expect(await refs('zebras', { asOf: new Date('2026-07-01T00:00:00Z') })).toEqual([]);
  });

  it('finds strategies by the trust of then', async () => {
    const learn = (success: boolean, key: string) =>
      ask(
        `mutation ($success: Boolean!, $key: String!) { learnStrategy(success: $success, idempotencyKey: $key,
          intent: { dataType: "numbers", expectedFormat: "raw_data", successCriteria: [] },
          action: "ai.process: deliver") { id } }`,
        { success, key },
      );
    await on(1, () => learn(true, 'a'));
    await on(5, () => learn(false, 'b'));
    await on(6, () => saveItem('other', 'Zebra.'));
    const trusts = async (asOf?: Date) =>
      (await search('numbers', { kinds: ['STRATEGY'], ...(asOf && { asOf }) })).hits.map(
        ({ knowledge }) => knowledge.trust,
      );
    expect(await trusts()).toEqual([0.5]);
    expect(await trusts(june(5))).toEqual([0.5]);
    const [then] = await trusts(june(3));
    expect(then).toBeCloseTo(2 / 3, 12);
  });

  it('finds what an undo changed back, by the words of in between', async () => {
    await on(1, () => saveItem('open_file', 'Load through the ribbon.'));
    await on(5, () => saveItem('open_file', 'Load through the toolbar.'));
    const { changes } = await ask<{ changes: { nodes: { id: string }[] } }>(
      '{ changes(ref: "item:open_file", first: 1) { nodes { id } } }',
    );
    await on(8, () => ask('mutation ($id: ID!) { undo(changeId: $id) { restored } }', { id: changes.nodes[0]?.id }));
    expect(await refs('ribbon')).toEqual(['item:open_file']);
    expect(await refs('ribbon', { asOf: june(6) })).toEqual([]);
    expect(await refs('toolbar', { asOf: june(6) })).toEqual(['item:open_file']);
    expect(await refs('ribbon', { asOf: june(3) })).toEqual(['item:open_file']);
  });

  it('finds what an undo removed later, and not while it was removed', async () => {
    await on(1, () => saveItem('open_file', 'Load through the ribbon.', { application: 'viewer' }));
    await on(1, () => fail('open_file', 0));
    const id = await on(1, () => recordMemory('Retry uploads', 'Wait for a minute.'));
    await on(1, () => load({ pieces: [piece('p', 'The blades stall at noon.', { tags: ['wind'] })] }));
    const made = async (ref: string) =>
      (
        await ask<{ changes: { nodes: { id: string }[] } }>(
          'query ($ref: String!) { changes(ref: $ref, first: 50) { nodes { id } } }',
          { ref },
        )
      ).changes.nodes.at(-1)?.id;
    const undo = async (changeId: string | undefined) =>
      (
        await ask<{ undo: { changeId: string; restored: string[] } }>(
          'mutation ($id: ID!) { undo(changeId: $id) { changeId restored } }',
          { id: changeId },
        )
      ).undo;
    const all = [
      ['item:open_file', 'ribbon'],
      [`memory:${id}`, 'minute'],
      ['piece:p', 'blades'],
    ] as const;
    const undone: string[] = [];
    for (const [ref] of all) {
      const { changeId, restored } = await on(5, async () => undo(await made(ref)));
      expect(restored).toEqual([ref]);
      undone.push(changeId);
    }
    await on(6, () => saveItem('other', 'Zebra.'));
    for (const [ref, word] of all) {
      expect(await refs(word)).toEqual([]);
      expect(await refs(word, { asOf: june(3) })).toEqual([ref]);
      expect(await refs(word, { asOf: june(5) })).toEqual([]);
      expect(await refs(word, { asOf: june(6) })).toEqual([]);
    }
    const [then] = (await search('ribbon', { asOf: june(3), filter: { application: 'viewer' } })).hits;
    expect(then?.knowledge).toMatchObject({ trust: 0.95, description: 'Load through the ribbon.' });
    expect(await refs('blades', { asOf: june(3), filter: { tags: ['wind'] } })).toEqual(['piece:p']);
    expect(await refs('blades', { asOf: june(3), filter: { tags: ['sun'] } })).toEqual([]);
    const { context } = await ask<{ context: { text: string } }>(
      'query ($asOf: DateTime) { context(input: { query: "ribbon", asOf: $asOf, minMatch: 0 }) { text } }',
      { asOf: june(3) },
    );
    expect(context.text).toContain('Load through the ribbon.');
    expect(context.text).toContain('Use the toolbar');

    for (const changeId of undone) await on(8, () => undo(changeId));
    for (const [ref, word] of all) {
      expect(await refs(word)).toEqual([ref]);
      expect(await refs(word, { asOf: june(3) })).toEqual([ref]);
      expect(await refs(word, { asOf: june(6) })).toEqual([]);
      expect(await refs(word, { asOf: june(8) })).toEqual([ref]);
    }
  });

  it('may ask for the time of what an undo removed, also if nothing else was known then', async () => {
    await on(1, () => saveItem('open_file', 'Load through the ribbon.'));
    const { changes } = await ask<{ changes: { nodes: { id: string }[] } }>('{ changes(first: 1) { nodes { id } } }');
    await on(5, () => ask('mutation ($id: ID!) { undo(changeId: $id) { restored } }', { id: changes.nodes[0]?.id }));
    await on(6, () => saveItem('other', 'Zebra.'));
    expect(await refs('ribbon', { asOf: june(3) })).toEqual(['item:open_file']);
  });

  it('shows memories to those who may see them today, whoever saw the words', async () => {
    const theirs = { 'x-project': 'ship' };
    const id = await on(1, () => recordMemory('Retry uploads', 'Wait for a minute.', theirs));
    await on(5, () => ask('mutation ($id: ID!) { editMemory(id: $id, content: "Give up.") { id } }', { id }, theirs));
    expect(await refs('minute', { asOf: june(3) }, theirs)).toEqual([`memory:${id}`]);
    expect(await refs('minute', { asOf: june(3) }, { 'x-project': 'plane' })).toEqual([]);
  });

  it('finds pieces with their tags and entity of then, and what was valid', async () => {
    await on(1, () =>
      load({
        graph: { nodes: [{ node_id: 'ann', node_type: 'person', label: 'Ann' }] },
        pieces: [piece('p', 'The blades stall at noon.', { tags: ['wind'], valid_to: '2025-06-04' })],
      }),
    );
    await on(10, () =>
      load({ pieces: [piece('p', 'The rotor turns at night.', { tags: ['sun'], entity_id: 'ann' })] }),
    );
    expect(await refs('blades stall')).toEqual([]);
    const [then] = (await search('blades stall', { asOf: june(5), filter: { tags: ['wind'] } })).hits;
    expect(then?.knowledge).toMatchObject({ content: 'The blades stall at noon.', tags: ['wind'], entity: null });
    expect(await refs('blades stall', { asOf: june(5), filter: { tags: ['sun'] } })).toEqual([]);
    expect(await refs('blades stall', { asOf: june(5), validAt: june(3) })).toEqual(['piece:p']);
    expect(await refs('blades stall', { asOf: june(5), validAt: june(5) })).toEqual([]);
  });

  it('finds fluents by their rules of then', async () => {
    const save = (event: string) =>
      ask('mutation ($rules: String!) { saveFluent(domain: "D", name: "gap", rules: $rules) { fluent { id } } }', {
        rules: `initiatedAt(gap(Vessel)=true, T) :- happensAt(${event}(Vessel), T).`,
      });
    await on(1, () => save('silence_start'));
    await on(5, () => save('lost_contact'));
    const of = async (query: string, asOf?: Date) =>
      (await search(query, { kinds: ['FLUENT'], ...(asOf && { asOf }) })).hits.find(
        ({ knowledge: { ref } }) => ref === 'fluent:D/gap',
      );
    expect((await of('gap', june(3)))?.knowledge).toHaveProperty('rules', expect.stringContaining('silence_start'));
    expect((await of('gap'))?.knowledge).toHaveProperty('rules', expect.stringContaining('lost_contact'));
    expect(await refs('lost_contact', { kinds: ['FLUENT'], asOf: june(3) })).toEqual([]);
  });

  it('finds fluents by the kind that they had, also if they have no rules or other rules now', async () => {
    const save = (rules: string) =>
      ask('mutation ($rules: String!) { saveFluent(domain: "D", name: "gap", rules: $rules) { fluent { id } } }', {
        rules,
      });
    const kindThen = async (asOf?: Date) => {
      const asked = `query ($asOf: DateTime) { search(query: "gap", kinds: [FLUENT], asOf: $asOf) {
        hits { knowledge { ref ... on Fluent { fluentKind } } } } }`;
      const { search } = await ask<{ search: { hits: { knowledge: { ref: string; fluentKind: string } }[] } }>(asked, {
        asOf,
      });
      return search.hits.find(({ knowledge: { ref } }) => ref === 'fluent:D/gap')?.knowledge.fluentKind;
    };
    await on(1, () => save('initiatedAt(gap(Vessel)=true, T) :- happensAt(start(Vessel), T).'));
    await on(2, () => saveFluent('alarm', 'gap(V)=true'));
    await on(3, () => save('holdsFor(gap(Vessel)=true, I) :- holdsFor(far(Vessel)=true, I).'));
    expect([await kindThen(june(2)), await kindThen()]).toEqual(['SIMPLE', 'STATICALLY_DETERMINED']);
    const { changes } = await ask<{ changes: { nodes: { id: string }[] } }>(
      '{ changes(ref: "fluent:D/gap") { nodes { id } } }',
    );
    await on(5, async () => {
      for (const { id } of changes.nodes) await ask('mutation ($id: ID!) { undo(changeId: $id) { changeId } }', { id });
    });
    expect([await kindThen(june(2)), await kindThen(june(4)), await kindThen()]).toEqual([
      'SIMPLE',
      'STATICALLY_DETERMINED',
      'UNDEFINED',
    ]);
  });

  it('gives the bytes of today where nothing was written since, of every kind', async () => {
    await on(1, () => saveItem('one', 'Load measurements.'));
    await on(2, () => saveItem('one', 'Load all measurements.'));
    await on(2, () => fail('one', 0));
    await on(3, () =>
      load({
        graph: { nodes: [{ node_id: 'ann', node_type: 'person', label: 'Ann' }] },
        pieces: [
          piece('p', 'Ann loads measurements.'),
          piece('q', 'Ann is at sea.'),
          piece('r', 'The sea loads ships.'),
        ],
      }),
    );
    await on(4, () => recordMemory('Load measurements', 'One by one.'));
    for (const query of ['load measurements', 'what does Ann load', 'sea']) {
      const at = (asked: Asked) => () => on(9, () => search(query, asked));
      const [today, now] = await bothOf(at({}), at({ asOf: june(9) }));
      expect(now).toEqual(today);
      // Memories decay with time, while everything else stays the same.
      const kinds = ['ITEM', 'PIECE'];
      const [plain, then] = await bothOf(at({ kinds }), at({ kinds, asOf: june(4) }));
      expect(plain.hits.length).toBeGreaterThan(0);
      expect(JSON.stringify(then)).toBe(JSON.stringify(plain));
    }
  });

  it('gives the scores of today where only something else was written since', async () => {
    await on(1, () => saveItem('one', 'Load measurements.'));
    await on(2, () => fail('one', 0));
    await on(2, () => recordMemory('Load measurements', 'One by one.'));
    await on(3, () =>
      load({
        graph: { nodes: [{ node_id: 'ann', node_type: 'person', label: 'Ann' }] },
        pieces: [
          piece('p', 'Ann loads measurements.', { session: 's', position: 1 }),
          piece('q', 'Ann is at sea.', { session: 's', position: 2 }),
          piece('r', 'The sea loads ships.', { mentions: ['ann'] }),
        ],
      }),
    );
    // The text matches no query, but counts in the word statistics.
    await on(5, () => saveItem('other', 'Zebra.'));
    for (const query of ['load measurements', 'what does Ann load', 'sea']) {
      const [today, then] = await bothOf(
        () => on(4, () => search(query)),
        () => search(query, { asOf: june(4) }),
      );
      const rounded = (found: object) =>
        JSON.parse(JSON.stringify(found), (_, value: unknown) =>
          typeof value === 'number' ? Number(value.toFixed(3)) : value,
        ) as object;
      expect(rounded(then)).toEqual(rounded(today));
    }
  });

  it('keeps namespaces apart', async () => {
    await on(1, () => saveItem('one', 'Load with the ribbon.'));
    await on(5, () => saveItem('one', 'Load with the toolbar.'));
    const own = namespace;
    namespace = freshNamespace();
    await on(1, () => saveItem('one', 'Zebra.'));
    await on(5, () => saveItem('one', 'Giraffe.'));
    expect(await refs('ribbon', { asOf: june(3) })).toEqual([]);
    expect(await refs('zebra', { asOf: june(3) })).toEqual(['item:one']);
    namespace = own;
    expect(await refs('zebra', { asOf: june(3) })).toEqual([]);
  });

  it('has nothing of what a person deleted', async () => {
    await on(1, () => saveItem('one', 'Load with the ribbon.'));
    await on(5, () => saveItem('one', 'Load with the toolbar.'));
    await on(6, () => saveItem('two', 'Zebra.'));
    await on(7, () => ask('mutation { delete(ref: "item:one") }'));
    await on(8, () => saveItem('one', 'Load with the palette.'));
    expect(await refs('ribbon', { asOf: june(6) })).toEqual([]);
    expect(await refs('zebra', { asOf: june(6) })).toEqual(['item:two']);
  });

  it('is refused in the future and before the first record, with the earliest time', async () => {
    await on(5, () => saveItem('one', 'Load measurements.'));
    const refused = async (asOf: Date, root = 'search(query: "load", asOf: $asOf) { totalFound }') => {
      const { errors } = await service.graphql(namespace, `query ($asOf: DateTime) { ${root} }`, { asOf });
      return errors?.[0]?.extensions;
    };
    const CONTEXT = 'context(input: { query: "load", asOf: $asOf }) { text }';
    for (const root of [undefined, CONTEXT]) {
      expect(await refused(june(4), root)).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: [
          {
            path: 'asOf',
            rule: 'notBeforeFirst',
            message: expect.stringContaining('2025-06-05T00:00:00.000Z') as string,
          },
        ],
      });
      expect(await refused(new Date(Date.now() + 60_000), root)).toMatchObject({
        fields: [{ path: 'asOf', rule: 'notInFuture' }],
      });
    }
    expect(await refused(june(5))).toBeUndefined();
    // In a namespace without any data, the earliest time is unknown, and the search finds nothing.
    namespace = freshNamespace();
    expect(await refs('load', { asOf: june(1) })).toEqual([]);
  });
});

describe('a context of another time', () => {
  const context = async (query: string, input: object = {}) =>
    (
      await ask<{ context: { text: string } }>('query ($input: ContextInput!) { context(input: $input) { text } }', {
        input: { query, minMatch: 0, ...input },
      })
    ).context.text;

  it('says what was known', async () => {
    await on(1, () => saveItem('open_file', 'Load measurements through the ribbon.'));
    await on(2, () => fail('open_file', 0));
    await on(10, () => saveItem('open_file', 'Import recordings through the toolbar.'));
    const then = await context('load measurements', { asOf: june(5) });
    expect(then).toContain('ribbon');
    expect(then).not.toContain('toolbar.');
    expect(await context('import recordings')).not.toContain('ribbon');
  });

  it('has the relations and the profile of the active entity as of then', async () => {
    const node = (node_id: string) => ({ node_id, node_type: 'thing', label: node_id });
    const edge = (target_id: string) => ({ source_id: 'ann', target_id, edge_type: 'OWNS' });
    await on(1, () => load({ graph: { nodes: ['ann', 'boat', 'car'].map(node), edges: [edge('boat')] } }));
    await on(10, () => load({ graph: { edges: [edge('car')] } }));
    const of = (asOf?: Date) => context('what does Ann own', { entityId: 'ann', ...(asOf && { asOf }) });
    expect(await of()).toMatch(/car/);
    const then = await of(june(5));
    expect(then).toMatch(/boat/);
    expect(then).not.toMatch(/car/);
  });

  it('has the learnings and prerequisites that were known then', async () => {
    await on(1, () => saveItem('app_open', 'Start the old program.'));
    await on(1, () => saveItem('open_file', 'Load measurements.', { prerequisites: ['app_open'] }));
    await on(2, () => fail('open_file', 0));
    await on(8, () => fail('open_file', 1));
    await on(9, () => saveItem('app_open', 'Start the new program.'));
    const now = await context('load measurements', { first: 1 });
    expect(now).toContain('PAST LEARNINGS (2 corrections)');
    expect(now).toContain('Start the new program.');
    const then = await context('load measurements', { first: 1, asOf: june(5) });
    expect(then).toContain('PAST LEARNINGS (1 correction)');
    expect(then).toContain('Start the old program.');
    expect(then).not.toContain('Start the new program.');
    expect(await context('load measurements', { first: 1, asOf: june(1) })).not.toContain('PAST LEARNINGS');
    const LEARNINGS = `query ($asOf: DateTime) { search(query: "load measurements", first: 1, asOf: $asOf) { hits { knowledge {
      ... on KnowledgeItem { learnings { totalCount } requires { description } } } } } }`;
    expect(await ask(LEARNINGS, { asOf: june(5) })).toEqual({
      search: {
        hits: [{ knowledge: { learnings: { totalCount: 1 }, requires: [{ description: 'Start the old program.' }] } }],
      },
    });
  });

  it('leaves out origins by the ledger of then', async () => {
    const failIn = async (session: string) => {
      const { savePlan } = await ask<{ savePlan: { id: string } }>(
        'mutation ($input: PlanInput!) { savePlan(input: $input) { id } }',
        { input: { task: 'Load', actions: [{ toolName: 'Click', kbSource: 'open_file' }] } },
      );
      await ask(
        'mutation ($id: ID!) { reportStep(input: { planId: $id, stepNum: 0, outcome: FAILURE, error: "broken" }) { trustAfter } }',
        { id: savePlan.id },
        { 'x-session': session },
      );
      return savePlan.id;
    };
    await on(1, () => saveItem('open_file', 'Load measurements.'));
    await on(2, () => failIn('s1'));
    const plan = await on(3, () => failIn('s2'));
    await on(5, () => failIn('s3'));
    await on(7, () =>
      ask('mutation ($ref: String!) { retract(ref: $ref, reason: "wrong window") { reason } }', {
        ref: `step:${plan}/0`,
      }),
    );
    const trust = async (input: object) => {
      const { context } = await ask<{ context: { hits: { explain: { trust: number } }[] } }>(
        'query ($input: ContextInput!) { context(input: $input) { hits { explain { trust } } } }',
        { input: { query: 'load measurements', minMatch: 0, ...input } },
      );
      return context.hits.map(({ explain }) => Number(explain.trust.toFixed(9)));
    };
    const without = (...sessions: string[]) => ({ exclude: { sessions } });
    expect(await trust({ asOf: june(4) })).toEqual([0.9025]);
    expect(await trust({ asOf: june(4), ...without('s1') })).toEqual([0.95]);
    // It was retracted later.
    expect(await trust({ asOf: june(4), ...without('s2') })).toEqual([0.95]);
    expect(await trust({ asOf: june(4), ...without('s3') })).toEqual([0.9025]);
    expect(await trust({ asOf: june(6), ...without('s3') })).toEqual([0.9025]);
    expect(await trust({ asOf: june(6), ...without('s1', 's2') })).toEqual([0.95]);
    expect(await trust({ asOf: june(8), ...without('s1') })).toEqual([0.95]);
    expect(await trust(without('s1'))).toEqual([0.95]);
  });

  it('leaves out what excluded sessions brought and an undo removed later', async () => {
    const brought = (session: string) =>
      recordMemory(`Retry uploads in ${session}`, 'Wait for a minute.', { 'x-session': session });
    const [one, two] = [await on(1, () => brought('s1')), await on(1, () => brought('s2'))];
    await on(2, () => saveItem('other', 'Zebra.'));
    for (const id of [one, two]) {
      const { changes } = await ask<{ changes: { nodes: { id: string }[] } }>(
        'query ($ref: String!) { changes(ref: $ref, first: 1) { nodes { id } } }',
        { ref: `memory:${id}` },
      );
      await on(5, () => ask('mutation ($id: ID!) { undo(changeId: $id) { changeId } }', { id: changes.nodes[0]?.id }));
    }
    expect(await context('retry uploads', { kinds: ['MEMORY'] })).not.toContain('Retry uploads');
    const then = await context('retry uploads', { kinds: ['MEMORY'], asOf: june(3) });
    expect(then).toContain('Retry uploads in s1');
    expect(then).toContain('Retry uploads in s2');
    const apart = await context('retry uploads', { kinds: ['MEMORY'], asOf: june(3), exclude: { sessions: ['s1'] } });
    expect(apart).not.toContain('Retry uploads in s1');
    expect(apart).toContain('Retry uploads in s2');
  });

  it('has the definitions of then that a fluent needed', async () => {
    await on(1, () => saveFluent('gap', 'silent(V)=true'));
    await on(1, () => saveFluent('silent', 'far(V)=true'));
    await on(5, () => saveFluent('silent', 'night(V)=true'));
    const then = await context('gap', { kinds: ['FLUENT'], asOf: june(3), first: 1 });
    expect(then).toContain('holdsAt(far(V)=true, T)');
    expect(then).not.toContain('night');
    expect(await context('gap', { kinds: ['FLUENT'], first: 1 })).toContain('holdsAt(night(V)=true, T)');
  });
});

function saveFluent(name: string, condition: string) {
  return ask(
    'mutation ($name: String!, $rules: String!) { saveFluent(domain: "D", name: $name, rules: $rules) { fluent { id } } }',
    {
      name,
      rules: `initiatedAt(${name}(V)=true, T) :- happensAt(start(V), T), holdsAt(${condition}, T).`,
    },
  );
}

describe('dependencies of another time', () => {
  const DEPENDENCIES = `query ($name: String!, $asOf: DateTime, $transitive: Boolean! = true) {
    dependencies(domain: "D", name: $name, transitive: $transitive, asOf: $asOf) { fluents { name level rules } missing depth } }`;
  interface Found {
    readonly dependencies: {
      readonly fluents: readonly { name: string; level: number | null; rules: string | null }[];
    };
  }
  const needs = async (name: string, more: object = {}) =>
    (await ask<Found>(DEPENDENCIES, { name, ...more })).dependencies.fluents.map((fluent) => fluent.name).sort();

  it('follow the rules of then', async () => {
    await on(1, () => saveFluent('gap', 'silent(V)=true'));
    await on(2, () => saveFluent('silent', 'far(V)=true'));
    await on(5, () => saveFluent('gap', 'slow(V)=true'));
    await on(6, () => saveFluent('slow', 'near(V)=true'));
    expect(await needs('gap')).toEqual(['near', 'slow']);
    expect(await needs('gap', { asOf: june(6) })).toEqual(['near', 'slow']);
    expect(await needs('gap', { asOf: june(5) })).toEqual(['slow']);
    expect(await needs('gap', { asOf: june(3) })).toEqual(['far', 'silent']);
    expect(await needs('gap', { asOf: june(3), transitive: false })).toEqual(['silent']);
    expect(await needs('gap', { asOf: june(1) })).toEqual(['silent']);
    const then = await ask<Found>(DEPENDENCIES, { name: 'gap', asOf: june(1) });
    expect(then.dependencies.fluents.find(({ name }) => name === 'silent')).toMatchObject({ rules: null, level: null });
  });

  it('has those that needed a fluent then, with their rules of then', async () => {
    await on(1, () => saveFluent('gap', 'silent(V)=true'));
    await on(1, () => saveFluent('alarm', 'gap(V)=true'));
    await on(2, () => saveFluent('silent', 'far(V)=true'));
    await on(5, () => saveFluent('gap', 'slow(V)=true'));
    const DEPENDENTS = `query ($asOf: DateTime, $transitive: Boolean! = true) {
      dependents(domain: "D", name: "silent", transitive: $transitive, asOf: $asOf) { name rules } }`;
    const dependents = async (more: object = {}) =>
      (await ask<{ dependents: { name: string; rules: string }[] }>(DEPENDENTS, more)).dependents;
    expect(await dependents()).toEqual([]);
    expect((await dependents({ asOf: june(3) })).map(({ name }) => name)).toEqual(['gap', 'alarm']);
    const [gap, ...more] = await dependents({ asOf: june(3), transitive: false });
    expect([gap?.name, ...more]).toEqual(['gap']);
    expect(gap?.rules).toContain('silent(V)=true');
    expect(await dependents({ asOf: june(5) })).toEqual([]);
    const { errors } = await service.graphql(namespace, DEPENDENTS, { asOf: new Date('2020-01-01') });
    expect(errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
  });

  it('are those of today where nothing was written since, and where the rules stayed', async () => {
    await on(1, () => saveFluent('gap', 'silent(V)=true'));
    await on(2, () => saveFluent('silent', 'far(V)=true'));
    const today = JSON.stringify(await ask(DEPENDENCIES, { name: 'gap' }));
    expect(JSON.stringify(await ask(DEPENDENCIES, { name: 'gap', asOf: june(2) }))).toBe(today);
    await on(5, () => saveFluent('other', 'silent(V)=true'));
    expect(JSON.stringify(await ask(DEPENDENCIES, { name: 'gap', asOf: june(2) }))).toBe(today);
  });

  it('are refused where nothing was known, or not of this fluent', async () => {
    await on(5, () => saveFluent('gap', 'silent(V)=true'));
    await on(8, () => saveFluent('other', 'silent(V)=true'));
    const codeAt = async (name: string, asOf: Date) =>
      (await service.graphql(namespace, DEPENDENCIES, { name, asOf })).errors?.[0]?.extensions['code'];
    expect(await codeAt('gap', june(4))).toBe('BAD_USER_INPUT');
    expect(await codeAt('other', june(6))).toBe('NOT_FOUND');
    expect(await codeAt('gap', june(6))).toBeUndefined();
  });
});

it('retrieves pieces by the words that they had', async () => {
  await on(1, () => load({ pieces: [piece('p', 'The blades stall at noon.')] }));
  await on(10, () => load({ pieces: [piece('p', 'The rotor turns at night.')] }));
  const RETRIEVE = `query ($query: String!, $asOf: DateTime) { retrieve(query: $query, asOf: $asOf) {
    pieces { piece { content } } time { approximated } } }`;
  expect(await ask(RETRIEVE, { query: 'blades stall' })).toMatchObject({ retrieve: { pieces: [] } });
  expect(await ask(RETRIEVE, { query: 'blades stall', asOf: june(5) })).toEqual({
    retrieve: {
      pieces: [{ piece: { content: 'The blades stall at noon.' } }],
      time: {
        approximated: ['WORD_STATISTICS', 'VECTORS', 'RULE_MENTIONS', 'DECLARED_TYPES', 'UPDATED_RELATIONS'],
      },
    },
  });
});
