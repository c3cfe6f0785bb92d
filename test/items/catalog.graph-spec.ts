import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LimitExceededError } from '../../src/common/errors.js';
import { freshNamespace } from '../support/graph.js';
import { deleteItem } from '../../src/items/items.statements.js';
import type { Statement } from '../../src/graph/statement.js';
import { exported, failure, type Kb, record, sampleCatalog, startKb } from './support.js';

let service: Kb;
beforeAll(async () => {
  service = await startKb();
});
afterAll(() => service.close());

describe('the sample catalog', () => {
  it('goes in whole, comes out as it was, and changes nothing the second time', async () => {
    const namespace = freshNamespace();
    const catalog = sampleCatalog();
    const counts = { updated: 0, skipped: [], warnings: [] };
    expect(await service.catalog.importCatalog(namespace, catalog)).toEqual({ created: 120, unchanged: 0, ...counts });
    const out = await exported(service.catalog, namespace);
    const byId = (a: Record<string, unknown>, b: Record<string, unknown>) =>
      String(a['knowledge_id']) < String(b['knowledge_id']) ? -1 : 1;
    expect(out).toEqual(catalog.toSorted(byId));
    expect(await service.catalog.importCatalog(namespace, out)).toEqual({ created: 0, unchanged: 120, ...counts });

    const other = freshNamespace();
    await service.catalog.importCatalog(other, out);
    expect(await exported(service.catalog, other)).toEqual(out);
  });
});

describe('importing what is too much for one transaction', () => {
  const chain = ['d', 'b', 'c', 'e', 'a'].map((id) =>
    record(id, { prerequisites: id === 'a' ? [] : [String.fromCharCode(id.charCodeAt(0) - 1), 'e'] }),
  );
  const parts = { whole: 4, part: 2 };

  it('gives the same catalog in parts, with its prerequisites across them, and changes nothing the second time', async () => {
    const [whole, parted] = [freshNamespace(), freshNamespace()];
    await service.catalog.importCatalog(whole, chain);
    expect(await service.catalog.importCatalog(parted, chain, { parts })).toMatchObject({ created: 5, skipped: [] });
    expect(await exported(service.catalog, parted)).toEqual(await exported(service.catalog, whole));
    expect((await service.kb.requires(parted, 'd', true)).map(({ id }) => id)).toEqual(
      (await service.kb.requires(whole, 'd', true)).map(({ id }) => id),
    );
    expect(await service.kb.unresolvedPrerequisites(parted, 'b')).toEqual([]);
    expect(await service.catalog.importCatalog(parted, chain, { parts })).toMatchObject({ created: 0, unchanged: 5 });
  });

  it('says what is stored when a part fails, and continues from there', async () => {
    const namespace = freshNamespace();
    const run = service.graph.transaction.bind(service.graph);
    let turns = 0;
    const breaking = vi.spyOn(service.graph, 'transaction').mockImplementation(async (work, options) => {
      turns += 1;
      if (turns === 2) throw new LimitExceededError('The database took longer than allowed');
      return run(work, options);
    });
    await expect(service.catalog.importCatalog(namespace, chain, { parts })).rejects.toThrow(
      'The database took longer than allowed: the first 2 of 5 records, by their ids, are stored; importing again continues from there',
    );
    breaking.mockRestore();
    expect((await exported(service.catalog, namespace)).map((each) => each['knowledge_id'])).toEqual(['a', 'b']);
    expect(await service.catalog.importCatalog(namespace, chain, { parts })).toMatchObject({
      created: 3,
      unchanged: 2,
    });
  });
});

describe('importing', () => {
  it('gives an item its words as title and text', async () => {
    const namespace = freshNamespace();
    await service.catalog.importCatalog(namespace, [record('open_files', { description: 'Load logs.' })], {
      application: 'asammdf',
    });
    expect(await service.kb.findItem(namespace, 'open_files')).toMatchObject({
      ref: 'item:open_files',
      kind: 'ITEM',
      title: 'open files',
      text: 'open files\nLoad logs.\nMenu → File\nopen files done',
      trust: 1,
      application: 'asammdf',
      createdAt: service.clock.now(),
      updatedAt: service.clock.now(),
    });
  });

  it('skips what breaks a rule, names index, id and field, and takes the rest', async () => {
    const namespace = freshNamespace();
    const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) as unknown;
    const report = await service.catalog.importCatalog(namespace, [
      record('good'),
      'nothing',
      record('', {}),
      { description: 'no id' },
      record('a\u0007b'),
      record('x'.repeat(513)),
      record('mistyped', { action_sequence: 'click', prerequisites: ['good', 7] }),
      record('distrusted', { trust_score: 0.4 }),
      record('trusted_as_text', { trust_score: '1' }),
      record('deep', { parameters: { deep } }),
      record('deep_extra', { unknown: deep }),
      record('huge', { description: 'x'.repeat(20_001) }),
      record('learned', { kb_learnings: [{ task: 'a task' }] }),
      record('from_the_future', {
        kb_learnings: [
          { task: 't', step_num: 0, original_action: {}, original_error: 'e', timestamp: '2026-03-02T00:00:00' },
        ],
      }),
      record('good', { description: 'The second of one id.' }),
    ]);
    expect(report).toMatchObject({ created: 1, updated: 0, unchanged: 0 });
    expect(report.skipped.map(({ index, id, field }) => [index, id === null ? null : id.slice(0, 20), field])).toEqual([
      [1, null, null],
      [2, '', 'knowledge_id'],
      [3, null, 'knowledge_id'],
      [4, null, 'knowledge_id'],
      [5, null, 'knowledge_id'],
      [6, 'mistyped', 'action_sequence'],
      [7, 'distrusted', 'trust_score'],
      [8, 'trusted_as_text', 'trust_score'],
      [9, 'deep', 'parameters'],
      [10, 'deep_extra', 'unknown'],
      [11, 'huge', 'description'],
      [12, 'learned', 'kb_learnings.0.step_num'],
      [13, 'from_the_future', 'kb_learnings.0.timestamp'],
      [14, 'good', 'knowledge_id'],
    ]);
    expect(report.skipped[5]?.reason).toBe(
      'action_sequence must be a list of strings; prerequisites.1 must be a string',
    );
    expect(report.skipped[13]?.reason).toContain('index 0');
    expect((await exported(service.catalog, namespace)).map((item) => item['description'])).toEqual(['How to good.']);
  });

  it('keeps unknown fields, whatever they are called, and gives back optional ones only where they were given', async () => {
    const namespace = freshNamespace();
    const records = [
      JSON.parse(
        JSON.stringify(record('a', { owner: { team: ['x', null, 1.5] }, constructor: 1 })).replace(
          '"owner"',
          '"__proto__":{"y":2},"owner"',
        ),
      ) as Record<string, unknown>,
      record('b', { shortcut: null, parameters: {}, kb_learnings: [], trust_score: 1 }),
      record('c', { shortcut: 'F2', parameters: { n: 1 }, trust_score: 0.75, application: 'editor' }),
      record('d'),
    ];
    await service.catalog.importCatalog(namespace, records);
    const out = await exported(service.catalog, namespace);
    expect(JSON.parse(JSON.stringify(out))).toEqual(records);
    expect(Object.keys(out[0] ?? {})).toContain('__proto__');
    expect(out[0]).not.toHaveProperty('shortcut');
  });

  it('takes over a changed documentation and keeps learned trust and learnings', async () => {
    const namespace = freshNamespace();
    await service.catalog.importCatalog(namespace, [record('a'), record('b')]);
    await service.kb.attachLearning({ namespace }, failure('a'));
    service.clock.advance(1_000);
    const changed = [record('a', { description: 'Better.', trust_score: 1 }), record('b')];
    expect(await service.catalog.importCatalog(namespace, changed)).toMatchObject({
      created: 0,
      updated: 1,
      unchanged: 1,
    });
    const item = await service.kb.findItem(namespace, 'a');
    expect(item).toMatchObject({ description: 'Better.', text: 'a\nBetter.\nMenu → File\na done', trust: 0.95 });
    expect(item?.updatedAt).toEqual(service.clock.now());
    expect(await (await service.kb.listLearnings(namespace, 'a', { first: 5 })).totalCount).toBe(1);
  });

  it('mends a text that a version before made of the same documentation, and calls that no change', async () => {
    const namespace = freshNamespace();
    await service.catalog.importCatalog(namespace, [record('a')]);
    const before = await service.kb.findItem(namespace, 'a');
    await service.graph.run(
      {
        name: 'test/old-form',
        mode: 'write',
        text: `MATCH (item:KnowledgeItem {namespace: $namespace}) SET item.text = 'How to a.\nMenu → File'`,
      },
      { namespace },
    );
    service.clock.advance(1_000);
    expect(await service.catalog.importCatalog(namespace, [record('a')])).toMatchObject({ updated: 0, unchanged: 1 });
    expect(before?.text).toBe('a\nHow to a.\nMenu → File\na done');
    expect(await service.kb.findItem(namespace, 'a')).toEqual(before);
  });

  it('begins anew when told to', async () => {
    const namespace = freshNamespace();
    await service.catalog.importCatalog(namespace, [record('a'), record('b'), record('kept')]);
    for (const id of ['a', 'kept']) await service.kb.attachLearning({ namespace }, failure(id));
    const report = await service.catalog.importCatalog(namespace, [record('a', { trust_score: 0.8 }), record('b')], {
      reset: true,
    });
    expect(report).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
    expect((await service.kb.findItem(namespace, 'a'))?.trust).toBe(0.8);
    expect(await (await service.kb.listLearnings(namespace, 'a', { first: 5 })).totalCount).toBe(0);
    expect(await (await service.evidence.list(namespace, 'item:a', 5)).totalCount).toBe(0);
    expect(await service.evidence.trustHistory(namespace, 'item:a', 5)).toMatchObject([
      { trust: 0.8, evidenceId: null },
    ]);
    expect((await service.kb.findItem(namespace, 'kept'))?.trust).toBe(0.95);
  });

  it('takes learnings of both shapes as they are, without evidence', async () => {
    const namespace = freshNamespace();
    const failed = {
      task: 'Join logs',
      step_num: 4,
      original_action: { tool_name: 'Click-Tool', kb_source: 'a' },
      original_error: 'no button',
      recovery_approach: 'menu',
      timestamp: '2025-01-20T09:12:00.123456',
      model: 'gpt',
    };
    const corrected = {
      task: 'Load logs',
      step_num: 2,
      original_action: { tool_name: 'Click-Tool' },
      corrected_action: { tool_name: 'Shortcut-Tool' },
      human_reasoning: 'Use the keyboard.',
      timestamp: '2025-01-20T10:03:00',
    };
    const catalog = [record('a', { kb_learnings: [corrected, failed, failed], trust_score: 0.9025 })];
    await service.catalog.importCatalog(namespace, catalog);
    expect(await service.kb.findItem(namespace, 'a')).toMatchObject({ trust: 0.9025 });
    const { nodes } = await service.kb.listLearnings(namespace, 'a', { first: 5 });
    expect(nodes.map(({ kind, verified, awaitingRecovery }) => [kind, verified, awaitingRecovery])).toEqual([
      ['HUMAN_INTERRUPT', true, false],
      ['SELF_EXPLORATION', false, false],
    ]);
    expect((await service.evidence.list(namespace, 'item:a', 5)).nodes).toEqual([]);
    const out = await exported(service.catalog, namespace);
    expect(out).toEqual([{ ...catalog[0], kb_learnings: [corrected, failed] }]);
    expect(await service.catalog.importCatalog(namespace, out)).toMatchObject({ updated: 0, unchanged: 1 });
  });

  it('knows a learning again that was attached and exported', async () => {
    const namespace = freshNamespace();
    await service.catalog.importCatalog(namespace, [record('a')]);
    await service.kb.attachLearning({ namespace }, failure('a', { applicationVersion: '8.8' }));
    const out = await exported(service.catalog, namespace);
    expect(out).toMatchObject([
      { trust_score: 0.95, kb_learnings: [{ task: 'Open a log', application_version: '8.8' }] },
    ]);
    expect(await service.catalog.importCatalog(namespace, out)).toMatchObject({ unchanged: 1 });
    expect(await (await service.kb.listLearnings(namespace, 'a', { first: 5 })).totalCount).toBe(1);
  });

  it('of one catalog may run twice at once', async () => {
    const namespace = freshNamespace();
    const catalog = sampleCatalog();
    const reports = await Promise.all([1, 2, 3].map(() => service.catalog.importCatalog(namespace, catalog)));
    expect(reports.map(({ created }) => created).sort()).toEqual([0, 0, 120]);
    expect(reports.map(({ unchanged }) => unchanged).sort()).toEqual([0, 120, 120]);
  });

  it('hands every changed text to the embedder, also one that somebody changes meanwhile', async () => {
    const namespace = freshNamespace();
    await service.catalog.importCatalog(namespace, [record('a'), record('b')]);
    const { embedding } = service;
    const prepare = embedding.prepare.bind(embedding);
    const prepared: string[][] = [];
    embedding.prepare = async (texts) => {
      prepared.push(texts.map(({ text }) => text));
      if (prepared.length === 1) {
        embedding.prepare = prepare; // for the concurrent writer
        await service.catalog.importCatalog(namespace, [record('a', { description: 'Theirs.' })]);
        embedding.prepare = async (texts) => {
          prepared.push(texts.map(({ text }) => text));
          return prepare(texts);
        };
      }
      return prepare(texts);
    };
    try {
      const report = await service.catalog.importCatalog(namespace, [
        record('a'),
        record('b', { description: 'New.' }),
      ]);
      expect(report).toMatchObject({ updated: 2, unchanged: 0 });
    } finally {
      embedding.prepare = prepare;
    }
    const [a, b] = ['a\nHow to a.\nMenu → File\na done', 'b\nNew.\nMenu → File\nb done'];
    expect(prepared).toEqual([[b], [a, b]]);
    expect((await service.kb.findItem(namespace, 'a'))?.text).toBe(a);
  });

  it('of nothing does nothing', async () => {
    expect(await service.catalog.importCatalog(freshNamespace(), [])).toEqual({
      created: 0,
      updated: 0,
      unchanged: 0,
      skipped: [],
      warnings: [],
    });
  });
});

describe('saving one item', () => {
  const input = (id: string) => ({
    id,
    description: 'Save it.',
    uiLocation: '',
    actionSequence: [],
    prerequisites: [],
    outputState: '',
    docCitation: '',
  });

  it('creates it, and replaces its documentation without losing what it does not name', async () => {
    const namespace = freshNamespace();
    await service.catalog.importCatalog(namespace, [record('a', { owner: 'x', shortcut: 'F2' })], {
      application: 'editor',
    });
    expect(await service.catalog.saveItem(namespace, input('a'))).toMatchObject({
      description: 'Save it.',
      shortcut: null,
      application: 'editor',
      extra: { owner: 'x' },
    });
    expect(await service.catalog.saveItem(namespace, { ...input('new'), parameters: { n: 1 } })).toMatchObject({
      id: 'new',
      trust: 1,
      parameters: { n: 1 },
      application: null,
    });
  });

  it('and deleting it leave no trace', async () => {
    const namespace = freshNamespace();
    await service.catalog.saveItem(namespace, input('a'));
    await service.kb.attachLearning({ namespace }, failure('a'));
    expect(await service.catalog.deleteItem(namespace, 'a')).toBe(true);
    expect(await service.catalog.deleteItem(namespace, 'a')).toBe(false);
    expect(await service.kb.findItem(namespace, 'a')).toBeUndefined();
    expect(await exported(service.catalog, namespace)).toEqual([]);
  });

  it('and deleting it takes all it learned, more than one transaction takes apart, and leaves others alone', async () => {
    const namespace = freshNamespace();
    await service.catalog.importCatalog(namespace, [record('a'), record('b', { prerequisites: ['a'] })]);
    await service.kb.attachLearning({ namespace }, failure('b'));
    const grow: Statement<object, object> = {
      name: 'test',
      mode: 'write',
      text: `MATCH (item:KnowledgeItem {namespace: $namespace, id: 'a'}) UNWIND range(1, 4100) AS i
        CREATE (item)-[:HAS_EVIDENCE]->(:Evidence {namespace: $namespace, id: 'grown' + i})`,
    };
    await service.graph.run(grow, { namespace });
    expect(await service.catalog.deleteItem(namespace, 'a')).toBe(true);
    expect(await left(namespace)).toEqual({ evidence: 1, learnings: 1, items: 1 });
    expect(await service.kb.unresolvedPrerequisites(namespace, 'b')).toEqual(['a']);
  });

  it('and a deletion that broke off is out of sight, and finished by whoever writes next', async () => {
    const namespace = freshNamespace();
    const learning = {
      task: 'a task',
      step_num: 0,
      original_action: {},
      original_error: 'e',
      timestamp: '2026-01-01T00:00:00',
    };
    const known = record('a', { kb_learnings: [learning] });
    await service.catalog.importCatalog(namespace, [known, record('b')]);
    // Leaves the state in which a process is killed at this point.
    await service.graph.run(deleteItem, { namespace, id: 'a' });
    expect(await service.kb.findItem(namespace, 'a')).toBeUndefined();
    expect((await exported(service.catalog, namespace)).map((each) => each['knowledge_id'])).toEqual(['b']);

    await service.catalog.importCatalog(namespace, [known]);
    expect(await left(namespace)).toEqual({ evidence: 0, learnings: 1, items: 2 });
    expect((await exported(service.catalog, namespace))[0]).toMatchObject({
      knowledge_id: 'a',
      kb_learnings: [learning],
    });
  });

  it('takes many at once, each with its prerequisites, and the last of those with one id', async () => {
    const namespace = freshNamespace();
    const saves = Array.from({ length: 40 }, (_, i) => ({
      ...input(`item_${i % 20}`),
      description: `version ${i}`,
      prerequisites: i % 20 === 0 ? [] : [`item_${(i % 20) - 1}`],
    }));
    await Promise.all(saves.map((save) => service.catalog.saveItem(namespace, save)));
    expect((await service.kb.getItem(namespace, 'item_7')).description).toBe('version 27');
    expect((await service.kb.requires(namespace, 'item_19', true)).map(({ id }) => id)).toEqual(
      Array.from({ length: 19 }, (_, i) => `item_${i}`),
    );
  });
});

/** Returns all data of a namespace, whether visible or not. */
async function left(namespace: string) {
  const count: Statement<object, { evidence: number; learnings: number; items: number }> = {
    name: 'test',
    mode: 'read',
    text: `RETURN COUNT { (e:Evidence {namespace: $namespace}) } AS evidence,
      COUNT { (l:Learning {namespace: $namespace}) } AS learnings,
      COUNT { (i:KnowledgeItem|DeletedItem {namespace: $namespace}) } AS items`,
  };
  const [row] = await service.graph.run(count, { namespace });
  return row;
}
