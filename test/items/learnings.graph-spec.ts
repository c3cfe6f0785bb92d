import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ItemOrder, LearningKind } from '../../src/items/items.model.js';
import type { ListItemsOptions } from '../../src/items/items.service.js';
import type { LearningInput } from '../../src/items/items.inputs.js';
import { itemTrust } from '../../src/items/trust.js';
import { freshNamespace } from '../support/graph.js';
import { failure, type Kb, record, startKb } from './support.js';

let service: Kb;
let replica: Kb;
beforeAll(async () => {
  [service, replica] = await Promise.all([startKb(), startKb()]);
});
afterAll(() => Promise.all([service.close(), replica.close()]));

const correction = (itemId: string, fields: Partial<LearningInput> = {}): LearningInput => ({
  itemId,
  kind: LearningKind.HUMAN_INTERRUPT,
  task: 'Open a log',
  stepNum: 2,
  originalAction: { tool_name: 'Click-Tool' },
  correctedAction: { tool_name: 'Shortcut-Tool' },
  humanReasoning: 'Use the keyboard.',
  ...fields,
});
const trustOf = async (namespace: string, id: string) => (await service.kb.findItem(namespace, id))?.trust;
const learningsOf = async (namespace: string, id: string, first = 500) =>
  (await service.kb.listLearnings(namespace, id, { first })).nodes;
const evidenceOf = async (namespace: string, id: string) =>
  (await service.evidence.list(namespace, `item:${id}`, 500)).nodes;

async function withItems(...ids: string[]): Promise<string> {
  const namespace = freshNamespace();
  await service.catalog.importCatalog(
    namespace,
    ids.map((id) => record(id)),
  );
  return namespace;
}

describe('attaching a learning', () => {
  it('lowers the trust by 5 % and keeps what was observed', async () => {
    const namespace = await withItems('a');
    const attached = await service.kb.attachLearning({ namespace, agent: 'tester' }, failure('a'));
    expect(attached).toMatchObject({ itemId: 'a', trustBefore: 1, trustAfter: 0.95 });
    expect(await service.kb.getLearning(namespace, attached.learningId)).toMatchObject({
      kind: 'SELF_EXPLORATION',
      itemId: 'a',
      task: 'Open a log',
      stepNum: 2,
      originalAction: { tool_name: 'Click-Tool', kb_source: 'a' },
      originalError: 'Element not found',
      recoveryApproach: null,
      correctedAction: null,
      verified: false,
      awaitingRecovery: true,
      timestamp: service.clock.now(),
    });
    expect(await evidenceOf(namespace, 'a')).toMatchObject([
      {
        kind: 'STEP_FAILURE',
        positive: false,
        weight: 0.95,
        state: 'APPLIED',
        appliedAt: service.clock.now(),
        at: service.clock.now(),
        trustBefore: 1,
        trustAfter: 0.95,
        agent: 'tester',
        comment: 'Element not found',
      },
    ]);
    expect(await service.evidence.trustHistory(namespace, 'item:a', 10)).toMatchObject([
      { trust: 1, evidenceId: null },
      { trust: 0.95 },
    ]);
  });

  it('of a human is verified, and of a known recovery awaits none', async () => {
    const namespace = await withItems('a');
    await service.kb.attachLearning({ namespace }, correction('a'));
    await service.kb.attachLearning({ namespace }, failure('a', { recoveryApproach: 'Use the menu.' }));
    expect(
      (await learningsOf(namespace, 'a')).map(({ verified, awaitingRecovery }) => [verified, awaitingRecovery]),
    ).toEqual([
      [true, false],
      [false, false],
    ]);
    expect((await evidenceOf(namespace, 'a')).map(({ kind, sequence }) => [kind, sequence])).toEqual([
      ['STEP_FAILURE', 1],
      ['HUMAN_CORRECTION', 0],
    ]);
    expect(await trustOf(namespace, 'a')).toBeCloseTo(0.9025, 12);
  });

  it('never goes below one half', async () => {
    const namespace = await withItems('a');
    for (let n = 0; n < 16; n++) await service.kb.attachLearning({ namespace }, failure('a'));
    expect(await trustOf(namespace, 'a')).toBe(0.5);
  });

  it('to an item that does not exist is NOT_FOUND, beside others that do', async () => {
    const namespace = await withItems('a');
    const [known, unknown] = await Promise.allSettled([
      service.kb.attachLearning({ namespace }, failure('a')),
      service.kb.attachLearning({ namespace }, failure('nowhere')),
    ]);
    expect(known.status).toBe('fulfilled');
    expect(unknown).toMatchObject({ reason: { code: 'NOT_FOUND', message: 'KnowledgeItem "nowhere" does not exist' } });
  });

  it.each([
    [failure('a', { originalError: undefined }), [['originalError', 'isRequired']]],
    [failure('a', { humanReasoning: 'no' }), [['humanReasoning', 'isForeign']]],
    [
      correction('a', { correctedAction: undefined, humanReasoning: undefined }),
      [
        ['correctedAction', 'isRequired'],
        ['humanReasoning', 'isRequired'],
      ],
    ],
    [correction('a', { recoveryApproach: 'no' }), [['recoveryApproach', 'isForeign']]],
    [failure('a', { timestamp: new Date('2100-01-01') }), [['timestamp', 'notInFuture']]],
  ])('refuses fields that do not fit its kind (%#)', async (input, fields) => {
    const namespace = await withItems('a');
    await expect(service.kb.attachLearning({ namespace }, input)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: fields.map(([path, rule]) => ({ path, rule })),
    });
    expect(await trustOf(namespace, 'a')).toBe(1);
  });
});

describe('a repeated report', () => {
  it('gives the first answer and changes nothing', async () => {
    const namespace = await withItems('a');
    const report = failure('a', { idempotencyKey: 'step-3' });
    const first = await service.kb.attachLearning({ namespace }, report);
    await service.kb.attachLearning({ namespace }, failure('a'));
    const before = await service.kb.findItem(namespace, 'a');
    service.clock.advance(1_000);
    expect(await service.kb.attachLearning({ namespace }, report)).toEqual(first);
    expect(await service.kb.findItem(namespace, 'a')).toEqual(before);
    expect(await learningsOf(namespace, 'a')).toHaveLength(2);
  });

  it('with other content is a CONFLICT, also on another item', async () => {
    const namespace = await withItems('a', 'b');
    await service.kb.attachLearning({ namespace }, failure('a', { idempotencyKey: 'k' }));
    for (const other of [failure('a', { idempotencyKey: 'k', stepNum: 3 }), failure('b', { idempotencyKey: 'k' })]) {
      await expect(service.kb.attachLearning({ namespace }, other)).rejects.toMatchObject({ code: 'CONFLICT' });
    }
    expect([await trustOf(namespace, 'a'), await trustOf(namespace, 'b')]).toEqual([0.95, 1]);
  });

  it('that races itself on two replicas counts once', async () => {
    const namespace = await withItems('a');
    const report = failure('a', { idempotencyKey: 'raced' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? service : replica).kb.attachLearning({ namespace }, report)),
    );
    expect(new Set(answers.map(({ learningId }) => learningId)).size).toBe(1);
    expect(await trustOf(namespace, 'a')).toBe(0.95);
  });
});

describe('the trust of an item', () => {
  it('counts each of 64 failures that two replicas report at once', async () => {
    const namespace = freshNamespace();
    await service.catalog.importCatalog(namespace, [record('hot')]);
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) =>
        (n % 2 ? service : replica).kb.attachLearning({ namespace }, failure('hot')),
      ),
    );
    expect(new Set(answers.map(({ learningId }) => learningId)).size).toBe(64);
    const evidence = (await evidenceOf(namespace, 'hot')).toReversed();
    expect(evidence.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 64 }, (_, n) => n));
    evidence.forEach(({ trustBefore }, n) => expect(trustBefore).toBe(n === 0 ? 1 : evidence[n - 1]?.trustAfter));
    expect(answers.map(({ trustAfter }) => trustAfter).filter((trust) => trust > 0.5)).toHaveLength(13);
    expect(await learningsOf(namespace, 'hot')).toHaveLength(64);
    expect(await trustOf(namespace, 'hot')).toBe(0.5);
  });

  it('is always what a replay of its evidence gives', async () => {
    const report = fc.record({
      itemId: fc.constantFrom('a', 'b', 'c'),
      human: fc.boolean(),
      key: fc.option(fc.constantFrom('k1', 'k2', 'k3'), { nil: undefined }),
      replica: fc.boolean(),
    });
    const rounds = fc.array(fc.array(report, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0.5, max: 1, noNaN: true }), rounds, async (initial, sequence) => {
        const namespace = freshNamespace();
        await service.catalog.importCatalog(
          namespace,
          ['a', 'b', 'c'].map((id) => record(id, { trust_score: initial })),
        );
        let counted = 0;
        const keys = new Set<string>();
        for (const reports of sequence) {
          const answers = await Promise.allSettled(
            reports.map(({ itemId, human, key, replica: elsewhere }) =>
              (elsewhere ? replica : service).kb.attachLearning(
                { namespace },
                (human ? correction : failure)(itemId, { idempotencyKey: key }),
              ),
            ),
          );
          answers.forEach((answer, n) => {
            const key = reports[n]?.key;
            if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'CONFLICT' });
            else if (key === undefined) counted += 1;
            else keys.add(key);
          });
        }
        let stored = 0;
        for (const id of ['a', 'b', 'c']) {
          const evidence = (await evidenceOf(namespace, id)).toReversed();
          stored += evidence.length;
          const trust = await trustOf(namespace, id);
          expect(trust).toBe(itemTrust('none').fold({ trust: initial, since: service.clock.now() }, evidence).trust);
          expect(
            (await service.evidence.trustHistory(namespace, `item:${id}`, 100)).map((point) => point.trust),
          ).toEqual([initial, ...evidence.map(({ trustAfter }) => trustAfter)]);
          expect(await learningsOf(namespace, id)).toHaveLength(evidence.length);
        }
        expect(stored).toBe(counted + keys.size);
      }),
      { numRuns: 6 },
    );
  }, 120_000);
});

describe('learnings', () => {
  it('come verified first, then newest, those that await a recovery last, ties by id, page by page and by kind', async () => {
    const namespace = await withItems('a', 'b');
    const at = (day: number) => new Date(`2026-02-0${day}T00:00:00Z`);
    for (const day of [1, 3, 2, 3])
      await service.kb.attachLearning({ namespace }, failure('a', { timestamp: at(day) }));
    for (const day of [1, 2]) await service.kb.attachLearning({ namespace }, correction('a', { timestamp: at(day) }));
    for (const day of [1, 2]) {
      const known = { timestamp: at(day), recoveryApproach: 'Use the tab.' };
      await service.kb.attachLearning({ namespace }, failure('a', known));
    }
    const verified = await service.kb.attachLearning(
      { namespace },
      failure('a', { timestamp: at(1), originalError: 'verified' }),
    );
    await service.learnings.verify({ namespace, team: 'default', project: 'default' }, verified.learningId, true);
    const all = await learningsOf(namespace, 'a');
    expect(
      all.map(({ kind, timestamp, verified, awaitingRecovery }) =>
        [kind[0], timestamp.getUTCDate(), verified && '!', awaitingRecovery && '?'].filter(Boolean).join(''),
      ),
    ).toEqual(['H2!', 'H1!', 'S2', 'S1', 'S1!?', 'S3?', 'S3?', 'S2?', 'S1?']);
    expect((all[5]?.id ?? '') < (all[6]?.id ?? '')).toBe(true);

    const paged: string[] = [];
    let after: string | undefined;
    for (let pages = 0; pages < 10; pages++) {
      const page = await service.kb.listLearnings(namespace, 'a', { first: 2, after });
      paged.push(...page.nodes.map(({ id }) => id));
      expect(await page.totalCount).toBe(9);
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor ?? undefined;
    }
    expect(paged).toEqual(all.map(({ id }) => id));

    const ofKind = await service.kb.listLearnings(namespace, 'a', { first: 10, kind: LearningKind.HUMAN_INTERRUPT });
    expect([ofKind.nodes.length, await ofKind.totalCount]).toEqual([2, 2]);
    expect(await learningsOf(namespace, 'b')).toEqual([]);
    await expect(service.kb.listLearnings(namespace, 'a', { first: 2, after: 'x' })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
  });

  it('stand in the formatted item', async () => {
    const namespace = await withItems('a');
    await service.kb.attachLearning({ namespace }, failure('a'));
    const item = await service.kb.getItem(namespace, 'a');
    const text = await service.kb.formatItem(namespace, item);
    expect(text).toContain('KB ID: a\n');
    expect(text).toContain('PAST LEARNINGS (1 correction):');
    expect(text).not.toContain('CAUTION');
  });
});

describe('items', () => {
  it('are listed in every order and with every filter, page by page', async () => {
    const namespace = await withItems('a', 'b', 'c', 'd');
    for (const id of ['b', 'b', 'd']) {
      service.clock.advance(1_000);
      await service.kb.attachLearning({ namespace }, failure(id));
    }
    const list = async (options: Omit<ListItemsOptions, 'first' | 'after'>) => {
      const ids: string[] = [];
      let after: string | undefined;
      let total: number | undefined;
      for (let pages = 0; pages < 10; pages++) {
        const page = await service.kb.listItems(namespace, { first: 1, ...options, after });
        ids.push(...page.nodes.map(({ id }) => id));
        total = await page.totalCount;
        if (!page.pageInfo.hasNextPage) break;
        after = page.pageInfo.endCursor ?? undefined;
      }
      expect(total).toBe(ids.length);
      return ids.join('');
    };
    expect(await list({ orderBy: ItemOrder.ID })).toBe('abcd');
    expect(await list({ orderBy: ItemOrder.TRUST })).toBe('bdac');
    expect(await list({ orderBy: ItemOrder.UPDATED })).toBe('dbac');
    expect(await list({ orderBy: ItemOrder.LEARNINGS })).toBe('bdac');
    expect(await list({ orderBy: ItemOrder.ID, maxTrust: 0.95 })).toBe('bd');
    expect(await list({ orderBy: ItemOrder.TRUST, withLearnings: false })).toBe('ac');
    expect(await list({ orderBy: ItemOrder.LEARNINGS, withLearnings: true, maxTrust: 0.92 })).toBe('b');
    expect(await list({ orderBy: ItemOrder.UPDATED, maxTrust: 0.1 })).toBe('');
  });
});
