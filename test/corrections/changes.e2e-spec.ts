import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextService, saveItems, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';

// A correction by a person is recorded as a change, whether or not it writes content.

let service: TestService;
beforeAll(async () => {
  service = await contextService();
});
afterAll(async () => {
  await service.close();
});

const ATTACH = `mutation ($input: LearningInput!) { attachLearning(input: $input) { learning { id } } }`;
const FAILURE = {
  itemId: 'open_files',
  kind: 'SELF_EXPLORATION',
  task: 'Open a log',
  stepNum: 0,
  originalAction: { tool_name: 'Click' },
  originalError: 'No such menu',
};

async function world() {
  const namespace = freshNamespace();
  await saveItems(service, namespace);
  const data = <Data>(query: string, variables: object = {}) =>
    service.data<Data>(namespace, query, variables, { 'x-agent': 'alice' });
  const codeOf = async (query: string, variables: object = {}) =>
    (await service.graphql(namespace, query, variables, {})).errors?.[0]?.extensions['code'];
  const attach = async (input: object = {}) =>
    (await data<{ attachLearning: { learning: { id: string } } }>(ATTACH, { input: { ...FAILURE, ...input } }))
      .attachLearning.learning.id;
  const changes = async (ref?: string) =>
    (
      await data<{
        changes: { nodes: { id: string; by: string; keyId: string | null; door: string; refs: string[] }[] };
      }>('query ($ref: String) { changes(ref: $ref, first: 50) { nodes { id by keyId door refs } } }', { ref })
    ).changes.nodes;
  return { data, codeOf, attach, changes };
}

it('keeps what a learning said: an edit is a version, compared, undone and restored', async () => {
  const { data, codeOf, attach, changes } = await world();
  const id = await attach();
  const ref = `learning:${id}`;
  const edit = `mutation ($id: ID!, $error: String, $reason: String, $version: Int) {
    editLearning(id: $id, originalError: $error, humanReasoning: $reason, version: $version) { originalError verified } }`;
  expect(await data(edit, { id, error: 'The menu is called Datei', version: 1 })).toEqual({
    editLearning: { originalError: 'The menu is called Datei', verified: false },
  });
  expect(await codeOf(edit, { id, error: 'x', version: 1 })).toBe('CONFLICT');
  expect(await codeOf(edit, { id, reason: 'x' })).toBe('BAD_USER_INPUT');
  expect(await codeOf(edit, { id: 'nobody', error: 'x' })).toBe('NOT_FOUND');
  const read = `query ($ref: String!) {
    versions(ref: $ref) { totalCount nodes { number content change { by door } } }
    diff(ref: $ref, from: 1) { fields { field before after } } }`;
  expect(await data(read, { ref })).toMatchObject({
    versions: {
      totalCount: 2,
      nodes: [
        { number: 2, content: { originalError: 'The menu is called Datei' }, change: { by: 'alice', door: 'EDIT' } },
        { number: 1, content: { originalError: 'No such menu', originalAction: { tool_name: 'Click' } }, change: null },
      ],
    },
    diff: { fields: [{ field: 'originalError', before: 'No such menu', after: 'The menu is called Datei' }] },
  });
  const text = async () =>
    (await data<{ knowledgeItem: { formatted: string } }>('{ knowledgeItem(id: "open_files") { formatted } }'))
      .knowledgeItem.formatted;
  expect(await text()).toContain('The menu is called Datei');
  const [edited] = await changes(ref);
  await data('mutation ($id: ID!) { completeLearning(id: $id, recoveryApproach: "Use Datei") { id } }', { id });
  const undone = await data<{ undo: { changeId: string } }>(
    'mutation ($id: ID!) { undo(changeId: $id) { changeId restored kept { ref } } }',
    { id: edited?.id },
  );
  expect(undone.undo).toMatchObject({ restored: [ref], kept: [] });
  expect(await text()).toContain('No such menu');
  expect(await text()).toContain('Use Datei');
  const restore = 'mutation ($ref: String!) { restore(ref: $ref, version: 2) { number content } }';
  expect(await data(restore, { ref })).toMatchObject({
    restore: { number: 5, content: { originalError: 'The menu is called Datei', recoveryApproach: null } },
  });
  expect((await changes(ref)).map(({ door }) => door)).toEqual(['RESTORE', 'UNDO', 'COMPLETE_LEARNING', 'EDIT']);
  await data('mutation { delete(ref: "item:open_files") }');
  expect(await codeOf(read, { ref })).toBe('NOT_FOUND');
  // Its versions were deleted with it.
  expect(await data('mutation ($id: ID!) { undo(changeId: $id) { restored } }', { id: edited?.id })).toEqual({
    undo: { restored: [] },
  });
});

it('does not bring back from a catalog what was edited since', async () => {
  const { data } = await world();
  const record = (error: string) => ({
    knowledge_id: 'print',
    description: 'd',
    ui_location: 'u',
    action_sequence: ['a'],
    prerequisites: [],
    output_state: '',
    doc_citation: 'c',
    kb_learnings: [
      {
        task: 't',
        step_num: 0,
        original_action: {},
        original_error: error,
        recovery_approach: 'r',
        timestamp: '2026-01-01T00:00:00Z',
      },
    ],
  });
  const load = 'mutation ($items: [JSON!]!) { importCatalog(items: $items) { skipped { reason } } }';
  const list = '{ knowledgeItem(id: "print") { learnings { nodes { id originalError } } } }';
  interface Listed {
    knowledgeItem: { learnings: { nodes: { id: string; originalError: string }[] } };
  }
  await data(load, { items: [record('wrong')] });
  const [before] = (await data<Listed>(list)).knowledgeItem.learnings.nodes;
  await data('mutation ($id: ID!) { editLearning(id: $id, originalError: "right") { id } }', { id: before?.id });
  await data(load, { items: [record('wrong')] });
  await data(load, { items: [record('right')] });
  expect((await data<Listed>(list)).knowledgeItem.learnings.nodes).toEqual([
    { id: before?.id, originalError: 'right' },
  ]);
});

it('makes each retraction and decision one change, which names what it concerns; no retraction is undone', async () => {
  const { data, codeOf, attach, changes } = await world();
  const [first, second] = [await attach(), await attach({ originalError: 'Another' })];
  const plan = await data<{ savePlan: { id: string } }>(
    'mutation { savePlan(input: { task: "t", actions: [{ toolName: "X", kbSource: "open_files" }] }) { id } }',
  );
  const planId = plan.savePlan.id;
  const key = `planId: "${planId}", stepNum: 0`;
  await data(`mutation { reportStep(input: { ${key}, outcome: FAILURE, error: "No" }) { trustAfter } }`);
  const attribute = `mutation { attributeStep(${key}, itemId: "app_open", force: true) { trustAfter } }`;
  await data(attribute);
  await data(attribute); // a repetition is not a further change
  const withdraw = `mutation { retract(ref: "step:${planId}/0", reason: "Closed") { reason } }`;
  await data(withdraw);
  await data(withdraw);
  const verify = `mutation { verifyLearning(id: "${first}", verified: false) { verified } }`;
  await data(verify);
  await data(verify);
  const resolve = `mutation { resolveLearning(id: "${first}", into: "https://example.org/1") { state } }`;
  await data(resolve);
  await data(resolve);
  const found = await data<{ knowledgeItem: { evidence: { nodes: { id: string; comment: string; keyId: null }[] } } }>(
    '{ knowledgeItem(id: "open_files") { evidence(first: 50) { nodes { id comment keyId } } } }',
  );
  const wrong = found.knowledgeItem.evidence.nodes.find(({ comment }) => comment === 'Another');
  expect(wrong?.keyId).toBeNull();
  const retract = `mutation { retract(ref: "evidence:${wrong?.id}", reason: "No") { reason } }`;
  await data(retract);
  await data(retract);
  const made = (await changes()).filter(({ door }) => door !== 'SAVE_ITEM' && door !== 'IMPORT_CATALOG');
  expect(made.map(({ by, door, refs }) => [by, door, refs])).toEqual([
    ['alice', 'RETRACT_EVIDENCE', ['item:open_files', `learning:${second}`]],
    ['alice', 'RESOLVE_LEARNING', ['item:open_files', `learning:${first}`]],
    ['alice', 'VERIFY_LEARNING', [`learning:${first}`]],
    ['alice', 'RETRACT_REPORT', [`plan:${planId}`, 'item:app_open', expect.stringMatching(/^learning:/)]],
    ['alice', 'ATTRIBUTE_STEP', [`plan:${planId}`, 'item:app_open', 'item:open_files']],
  ]);
  expect((await changes('item:app_open')).map(({ door }) => door).slice(0, 2)).toEqual([
    'RETRACT_REPORT',
    'ATTRIBUTE_STEP',
  ]);
  const undo = 'mutation ($id: ID!) { undo(changeId: $id) { changeId } }';
  const codes = await Promise.all(made.map(async ({ door, id }) => [door, await codeOf(undo, { id })]));
  expect(codes).toEqual([
    ['RETRACT_EVIDENCE', 'BAD_USER_INPUT'],
    ['RESOLVE_LEARNING', 'BAD_USER_INPUT'],
    ['VERIFY_LEARNING', undefined],
    ['RETRACT_REPORT', 'BAD_USER_INPUT'],
    // The step was retracted since.
    ['ATTRIBUTE_STEP', 'CONFLICT'],
  ]);
});
