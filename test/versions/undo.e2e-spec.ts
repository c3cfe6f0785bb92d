import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GraphService } from '../../src/graph/graph.service.js';
import { connectedGraph, freshNamespace } from '../support/graph.js';
import type { OpenAiServer } from '../support/openai-server.js';
import { sharedLlm } from '../support/shared-service.js';
import { INGEST, type Knowledge, knowledgeService } from '../layers/support.js';

let llm: OpenAiServer;
let service: Knowledge;
let graph: GraphService;
beforeAll(async () => {
  llm = await sharedLlm();
  service = await knowledgeService(llm.environment);
  graph = await connectedGraph();
});
afterAll(async () => {
  await service.close();
  await graph.onApplicationShutdown();
  await llm.close();
});

let namespace: string;
beforeEach(() => {
  namespace = freshNamespace();
  llm.reset();
});

interface Report {
  readonly changeId: string;
  readonly restored: readonly string[];
  readonly kept: readonly { readonly ref: string; readonly field: string | null; readonly byChange: string | null }[];
}
const OURS = { 'x-project': 'ours', 'x-team': 'one', 'x-agent': 'alice' };
const ask = <Data>(query: string, variables: object = {}, headers: Record<string, string> = OURS) =>
  service.data<Data>(namespace, query, variables, headers);
const UNDO = 'mutation ($id: ID!) { undo(changeId: $id) { changeId restored kept { ref field byChange } } }';
const undo = async (id: string, headers = OURS) => (await ask<{ undo: Report }>(UNDO, { id }, headers)).undo;
const lastChange = async (headers = OURS) =>
  (
    await ask<{ changes: { nodes: { id: string; door: string }[] } }>(
      '{ changes(first: 1) { nodes { id door } } }',
      {},
      headers,
    )
  ).changes.nodes[0]?.id ?? '';
const codeOf = async (id: string, headers: Record<string, string> = OURS) =>
  (await service.graphql(namespace, UNDO, { id }, headers)).errors?.[0]?.extensions['code'];

// undo.release-spec.ts tests arbitrary sequences of loads, ingestions, restores, merges and undos.

describe('the undo of a check-in', () => {
  it('writes back what it replaced, and to undo that brings the check-in back', async () => {
    const profile = (n: number) => ({ metadata: { 'user:al': { entity_type: 'user', properties: { n } } } });
    await service.load(namespace, profile(1));
    const piece = { piece_id: 'p', content: 'New.', knowledge_type: 'fact', info_type: 'notes', entity_id: 'user:al' };
    llm.reply({ content: JSON.stringify({ ...profile(2), pieces: [piece], graph: null }) });
    const args = { text: 'New.', entityId: 'user:al', replace: true };
    const { ingestText } = await ask<{ ingestText: { checkInId: string } }>(INGEST, args);
    const id = ingestText.checkInId;
    const state = () =>
      ask('{ entity(id: "user:al") { properties pieces { nodes { content } } } checkIns { nodes { id } } }');
    const after = await state();
    const report = await undo(id);
    expect(report).toMatchObject({ restored: ['entity:user:al', expect.stringMatching(/^piece:/)], kept: [] });
    expect(await state()).toEqual({ entity: { properties: { n: 1 }, pieces: { nodes: [] } }, checkIns: { nodes: [] } });
    expect(await undo(id)).toEqual({ changeId: report.changeId, restored: [], kept: [] });
    await undo(report.changeId);
    expect(await state()).toEqual(after);
    expect(after).toEqual({
      entity: { properties: { n: 2 }, pieces: { nodes: [{ content: 'New.' }] } },
      checkIns: { nodes: [{ id }] },
    });
  });
});

describe('the undo of a memory', () => {
  const record = (key?: string) =>
    ask<{ recordMemory: { id: string } }>('mutation ($input: MemoryInput!) { recordMemory(input: $input) { id } }', {
      input: { title: 'Calibrate the rotor', description: 'd', content: 'c', outcome: 'SUCCESS', idempotencyKey: key },
    });
  const read = (id: string) => ask<{ memory: { confidence: number } | null }>(`{ memory(id: "${id}") { confidence } }`);

  it('hides it with its evidence, which counts when it returns; nobody undoes what they do not see', async () => {
    const { id } = (await record('k')).recordMemory;
    const feedback = `mutation { memoryFeedback(memoryId: "${id}", helpful: true) { success } }`;
    for (let n = 0; n < 3; n++) await ask(feedback, {}, { ...OURS, 'x-agent': `a${n}` });
    const before = await read(id);
    const change = await lastChange();
    expect(await codeOf(change, { 'x-project': 'theirs', 'x-team': 'two' })).toBe('NOT_FOUND');
    const { changeId, restored } = await undo(change);
    expect(restored).toEqual([`memory:${id}`]);
    expect(await read(id)).toEqual({ memory: null });
    // Repeating a report is not a new report.
    await expect(record('k')).rejects.toThrow(/undone/);
    expect(await lastChange()).toBe(changeId);
    expect(await codeOf(changeId, { 'x-project': 'theirs', 'x-team': 'two' })).toBe('NOT_FOUND');
    await undo(changeId);
    expect((await read(id)).memory?.confidence).toBeCloseTo(before.memory?.confidence ?? 0, 6);
    const again = await undo(change);
    expect(await ask(`mutation { delete(ref: "memory:${id}") }`)).toEqual({ delete: true });
    expect(await undo(again.changeId)).toMatchObject({ restored: [], kept: [] });
    expect(await read(id)).toEqual({ memory: null });
  });
});

it('knows no other change', async () => {
  expect(await codeOf('nobody')).toBe('NOT_FOUND');
  expect(await codeOf('')).toBe('BAD_USER_INPUT');
});
