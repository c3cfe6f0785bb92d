import fc from 'fast-check';
import { expect, it } from 'vitest';
import { credits, driver, REFS, states, world } from './support.js';

/** Declares the test of so many random outcomes. */
export function sharesSoundly(count: number): void {
  it('has shares that sum to 1, and leaves every trust the fold of its evidence, whatever is reported', async () => {
    const { create, receipt, report, expectFolded } = world();
    await create();
    const drawn = fc.sample(
      fc.record({
        refs: fc.shuffledSubarray(REFS, { minLength: 1 }),
        scores: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 5, maxLength: 5 }),
        used: fc.option(fc.array(fc.nat(4), { maxLength: 5 })),
        success: fc.boolean(),
        session: fc.constantFrom('s', 't', 'u'),
      }),
      { numRuns: count, seed: 7 },
    );
    for (const { refs, scores, used, success, session } of drawn) {
      const receiptId = await receipt(refs, scores.slice(0, refs.length));
      const named = used?.flatMap((place) => refs[place] ?? []);
      const outcome = await report({ receiptId, success, session, ...(named && { used: named }) });
      const sum = credits(outcome).reduce((total, credit) => total + credit, 0);
      expect(sum).toBeCloseTo(named?.length === 0 ? 0 : 1, 12);
    }
    await expectFolded();
  });
}

/** Declares the test of so many random voices, each of which acts alone. */
export function movesNothingAlone(count: number): void {
  it('one alone moves no memory and settles none, whatever it does', async () => {
    const acts = fc.constantFrom('context', 'search', 'feedback', 'signal', 'outcome');
    const voice = fc.record({ agent: fc.constantFrom('', 'liar'), session: fc.constantFrom('', 's') });
    await fc.assert(
      fc.asyncProperty(voice, fc.array(fc.tuple(acts, fc.boolean()), { maxLength: 12 }), async (who, drawn) => {
        const { data, trusts, namespace, report } = world();
        const headers = { 'x-agent': who.agent, 'x-session': who.session };
        const { recordMemory } = await data<{ recordMemory: { id: string } }>(
          `mutation { recordMemory(input: { title: "A memory", description: "b", content: "c", outcome: SUCCESS }) { id } }`,
        );
        const { id } = recordMemory;
        const context = () =>
          data<{ context: { receiptId: string; hits: unknown[] } }>(
            '{ context(input: { query: "memory", kinds: [MEMORY], minMatch: 0 }) { receiptId hits { score } } }',
            {},
            headers,
          );
        // Three contexts are settled in any case, because they once sufficed.
        for (let n = 0; n < 3; n++) expect((await context()).context.hits).toHaveLength(1);
        for (const [act, helpful] of [...drawn, ['feedback', false] as const]) {
          if (act === 'context') await context();
          if (act === 'search') await data('{ memorySearch(query: "memory") { totalFound } }', {}, headers);
          if (act === 'feedback') {
            const judge =
              'mutation ($id: ID!, $helpful: Boolean!) { memoryFeedback(memoryId: $id, helpful: $helpful) { applied } }';
            expect(await data(judge, { id, helpful }, headers)).toEqual({ memoryFeedback: { applied: false } });
          }
          if (act === 'signal') {
            const signal = `mutation ($id: ID!, $helpful: Boolean!) {
              memoryFeedback(memoryId: $id, kind: CODE_STABILITY, helpful: $helpful) { applied } }`;
            expect(await data(signal, { id, helpful }, headers)).toEqual({ memoryFeedback: { applied: false } });
          }
          if (act === 'outcome') {
            const { receiptId } = (await context()).context;
            expect(states(await report({ receiptId, success: helpful }, headers))).toEqual(['PENDING']);
          }
        }
        expect((await trusts())[`memory:${id}`]).toBe(0.8);
        const { records } = await driver.executeQuery(
          'MATCH (memory:Memory {namespace: $namespace}) RETURN memory.settledVoices AS voices',
          { namespace },
        );
        expect(records[0]?.get('voices')).toBeNull();
      }),
      { numRuns: count },
    );
  });
}
