import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { featureModules } from '../../src/app.module.js';
import { kinds } from '../../src/kinds.js';
import { KnowledgeModule } from '../../src/knowledge/knowledge.module.js';
import { startTestService, type TestService } from '../server/support.js';
import { runbookKind } from './runbooks/runbooks.kind.js';
import { RunbooksModule } from './runbooks/runbooks.module.js';

// A new kind of knowledge needs only the folder beside this file; src is the same as for the five kinds.

let service: TestService;
beforeAll(async () => {
  service = await startTestService(
    {},
    { features: featureModules([...kinds, { kind: runbookKind, module: RunbooksModule }]) },
  );
});
afterAll(() => service.close());

async function data(query: string, variables: object = {}): Promise<Record<string, unknown>> {
  const { data: answered, errors } = await service.graphql(query, variables);
  expect(errors).toEqual([]);
  return answered ?? {};
}

const save = (id: string, alarm: string, steps: string) =>
  data(
    `mutation ($id: ID!, $alarm: String!, $steps: String!) {
      saveRunbook(id: $id, alarm: $alarm, steps: $steps) { ref id kind title text trust alarm createdAt }
    }`,
    { id, alarm, steps },
  );
const report = (id: string, success: boolean, idempotencyKey: string) =>
  data(
    `mutation ($id: ID!, $success: Boolean!, $idempotencyKey: ID!) {
      reportRunbook(id: $id, success: $success, idempotencyKey: $idempotencyKey) { trust }
    }`,
    { id, success, idempotencyKey },
  );
const search = async (query: string) => {
  const { search: result } = await data(
    `query ($query: String!) { search(query: $query, kinds: [RUNBOOK]) {
      hits { score explain { profile trust } knowledge { __typename ref kind trust ... on Runbook { alarm } } }
    } }`,
    { query },
  );
  return (result as { hits: unknown[] }).hits;
};

describe('a sixth kind of knowledge', () => {
  beforeAll(async () => {
    const { saveRunbook } = await save('old', 'disk full', 'Delete the oldest turbine recordings.');
    expect(saveRunbook).toMatchObject({
      ref: 'runbook:old',
      id: 'old',
      kind: 'RUNBOOK',
      title: 'disk full',
      text: 'Delete the oldest turbine recordings.',
      trust: 0.5,
      alarm: 'disk full',
    });
    await save('new', 'disk full', 'Delete the newest turbine recordings.');
    // 1 of 1: (1 + 1) / (1 + 2); 0 of 1: (0 + 1) / (1 + 2).
    expect(await report('new', true, 'a')).toEqual({ reportRunbook: { trust: 2 / 3 } });
    expect(await report('old', false, 'b')).toEqual({ reportRunbook: { trust: 1 / 3 } });
  });

  it('is a value of the API’s enum, with its description', async () => {
    const { __type: type } = await data('{ __type(name: "KnowledgeKind") { enumValues { name description } } }');
    expect((type as { enumValues: unknown[] }).enumValues).toContainEqual({
      name: 'RUNBOOK',
      description: 'What to do when an alarm rings.',
    });
  });

  it('is ranked by its trust, which its ledger moves once for each report', async () => {
    expect(await report('new', true, 'a')).toEqual({ reportRunbook: { trust: 2 / 3 } });
    expect(await search('turbine recordings')).toEqual([
      {
        score: expect.closeTo(2 / 3, 6),
        explain: { profile: 'procedural', trust: 2 / 3 },
        knowledge: { __typename: 'Runbook', ref: 'runbook:new', kind: 'RUNBOOK', trust: 2 / 3, alarm: 'disk full' },
      },
      expect.objectContaining({
        score: expect.closeTo(1 / 3, 6),
        knowledge: expect.objectContaining({ ref: 'runbook:old' }),
      }),
    ]);
  });

  it('comes into a context as its section writes it, beside the other kinds', async () => {
    await data(
      `mutation { saveKnowledgeItem(input: { id: "clean", description: "Clean up turbine recordings", uiLocation: "", actionSequence: [], prerequisites: [], outputState: "", docCitation: "" }) { id } }`,
    );
    const { context } = await data(
      '{ context(input: { query: "turbine recordings", minTrust: 0.5 }) { text hits { knowledge { ref } } sections { infoType } } }',
    );
    expect(context).toMatchObject({
      text: expect.stringMatching(/# Runbooks\n\nDelete the newest turbine recordings\.$/),
      hits: expect.arrayContaining([{ knowledge: { ref: 'runbook:new' } }, { knowledge: { ref: 'item:clean' } }]),
      sections: [{ infoType: 'knowledge_items' }, { infoType: 'runbooks' }],
    });
  });

  it('has evidence, a history of its trust and a calibration', async () => {
    const { knowledge, calibration } = await data(
      `{ knowledge(kind: RUNBOOK, id: "new") { evidence { nodes { kind positive trustBefore trustAfter } } trustHistory { trust } }
        calibration(kind: RUNBOOK, bins: 2) { samples } }`,
    );
    expect(knowledge).toEqual({
      evidence: { nodes: [{ kind: 'VALIDATION', positive: true, trustBefore: 0.5, trustAfter: 2 / 3 }] },
      trustHistory: [{ trust: 0.5 }, { trust: 2 / 3 }],
    });
    expect(calibration).toEqual({ samples: 2 });
  });
});

it('is refused where two kinds share a name or a prefix', () => {
  expect(() =>
    KnowledgeModule.of([...kinds, { kind: { ...runbookKind, refPrefix: 'item' }, module: RunbooksModule }]),
  ).toThrow('Two kinds of knowledge have the same refPrefix: item');
});
