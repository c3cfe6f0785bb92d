import { afterAll, beforeAll, expect, it } from 'vitest';
import { AuditKeeper } from '../../src/audit/audit.keeper.js';
import { newAct, record } from '../../src/audit/recording.js';
import { GraphService } from '../../src/graph/graph.service.js';
import type { RunningService } from '../../src/service.js';
import { freshNamespace } from '../support/graph.js';
import { sharedService } from '../support/shared-service.js';

let service: RunningService;
let graph: GraphService;
const namespace = freshNamespace();

beforeAll(async () => {
  service = await sharedService();
  graph = service.app.get(GraphService);
});
afterAll(() => service?.close());

interface Entry {
  readonly id: string;
  readonly source: string;
  readonly act: string;
  readonly at: string;
  readonly refs: readonly [string];
}
interface Audit {
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
  readonly nodes: readonly Entry[];
}

async function ask<Data = unknown>(
  query: string,
  variables: object = {},
  headers: Record<string, string> = {},
): Promise<Data> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-namespace': namespace, 'x-agent': 'alice', ...headers },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: readonly object[] };
  expect(errors).toBeUndefined();
  return data;
}

const AUDIT = `query ($ref: String, $by: String, $since: DateTime, $first: Int! = 100, $after: String) {
  audit(ref: $ref, by: $by, since: $since, first: $first, after: $after) {
    totalCount pageInfo { hasNextPage endCursor } nodes { id source act by keyId at refs refCount count } } }`;
const audit = async (variables: object = {}, headers = {}) =>
  (await ask<{ audit: Audit }>(AUDIT, variables, headers)).audit;
/** Leaves out keys and refusals of no namespace, which other test files cause and which are listed in all of them. */
const ownOf = ({ nodes }: Pick<Audit, 'nodes'>) => nodes.filter(({ refs: [ref] }) => !/^(?:key|operation):/.test(ref));
const acts = async (variables: object = {}, headers = {}): Promise<string[]> =>
  ownOf(await audit(variables, headers)).map(({ source, act, refs }) => `${source} ${act} ${refs.join(' ')}`);

const ITEM = `mutation ($id: ID!) { saveKnowledgeItem(input: { id: $id, description: "Opens files", uiLocation: "File",
  actionSequence: ["Click"], prerequisites: [], outputState: "s", docCitation: "d" }) { id } }`;
const DELETE = 'mutation ($ref: String!) { delete(ref: $ref) }';
const REMEMBER = `mutation ($title: String!) {
  recordMemory(input: { title: $title, description: "d", content: "c", outcome: SUCCESS }) { memory { id } } }`;
const FEEDBACK = 'mutation ($id: ID!) { memoryFeedback(memoryId: $id, helpful: true) { success } }';

it('lists changes, evidence and deletions as one list, newest first', async () => {
  const { recordMemory } = await ask<{ recordMemory: { memory: { id: string } } }>(REMEMBER, { title: 'Wrap errors' });
  const { id } = recordMemory.memory;
  await ask(FEEDBACK, { id }, { 'x-agent': 'bob' });
  const ref = `memory:${id}`;
  const kept = [`EVIDENCE EXPLICIT_FEEDBACK ${ref}`, `CHANGE RECORD_MEMORY ${ref}`];
  expect(await acts({ ref })).toEqual(kept);
  await ask(DELETE, { ref }, { 'x-agent': 'carol' });
  // Its evidence is deleted with it; the change and the audit record stay.
  expect(await acts({ ref })).toEqual([`RECORD DELETE ${ref}`, `CHANGE RECORD_MEMORY ${ref}`]);
  expect(await acts({ ref, by: 'carol' })).toEqual([`RECORD DELETE ${ref}`]);
  const [first] = (await audit({ ref })).nodes;
  expect(first).toMatchObject({ by: 'carol', keyId: null, refCount: 1, count: 1 });
  expect(await acts({ ref, since: new Date(new Date(first!.at).getTime() + 1).toISOString() })).toEqual([]);
});

it('records a deletion once, and none where nothing was deleted', async () => {
  await ask(ITEM, { id: 'open' });
  expect(await ask(DELETE, { ref: 'item:open' })).toEqual({ delete: true });
  expect(await ask(DELETE, { ref: 'item:open' })).toEqual({ delete: false });
  expect(await acts({ ref: 'item:open' })).toEqual(['RECORD DELETE item:open', 'CHANGE SAVE_ITEM item:open']);
});

it('records each item that an import of a catalog resets', async () => {
  const IMPORT = `mutation ($items: [JSON!]!, $reset: Boolean!) { importCatalog(items: $items, reset: $reset) { updated skipped { reason } } }`;
  const items = ['save', 'close'].map((id) => ({
    knowledge_id: id,
    description: id,
    ui_location: 'File',
    action_sequence: ['Click'],
    prerequisites: [],
    output_state: 's',
    doc_citation: 'd',
    application: 'app',
    trust_score: 0.9,
  }));
  await ask(IMPORT, { items, reset: false });
  await ask(IMPORT, { items: [{ ...items[0], trust_score: 0.8 }, items[1]], reset: true });
  expect((await acts({ ref: 'item:save' })).filter((act) => act.startsWith('RECORD'))).toEqual([
    'RECORD RESET item:save',
  ]);
  expect((await acts({ ref: 'item:close' })).filter((act) => act.startsWith('RECORD'))).toEqual([]);
});

it('records the deletion of every other thing', async () => {
  const own = { 'x-namespace': freshNamespace() };
  const change = (query: string, variables = {}) => ask<any>(query, variables, own); // eslint-disable-line @typescript-eslint/no-explicit-any -- answers of ten operations
  const node = (node_id: string) => ({ node_id, node_type: 'skill', label: node_id, properties: {} });
  const piece = (piece_id: string, entity_id?: string) => {
    return {
      piece_id,
      title: piece_id,
      content: 'c',
      knowledge_type: 'note',
      info_type: 'context',
      tags: [],
      entity_id,
    };
  };
  await change('mutation ($document: JSON!) { loadKnowledge(document: $document) { pieces } }', {
    document: {
      metadata: { 'user:al': { entity_type: 'user', properties: {} } },
      pieces: [piece('p1'), piece('p2', 'user:al')],
      graph: {
        nodes: [node('a'), node('b')],
        edges: [{ source_id: 'a', target_id: 'b', edge_type: 'NEEDS', properties: {} }],
      },
    },
  });
  const { entity } = await change('{ entity(id: "a") { relations(first: 1) { nodes { ref } } } }');
  const [{ ref: relation }] = entity.relations.nodes;
  const { ingestDocument } = await change(
    'mutation { ingestDocument(document: { source: "a.md", content: "Text." }) { document { id } } }',
  );
  const document = ingestDocument.document.id;
  await change(
    'mutation { addMessages(session: "s1", messages: [{ messageId: "m1", role: "user", content: "Hello" }]) { messages { __typename } } }',
  );
  const rules = 'initiatedAt(lit(X)=true, T) :- happensAt(on(X), T).';
  await change(
    'mutation ($rules: String!) { saveFluent(domain: "lab", name: "lit", rules: $rules) { fluent { id } } }',
    { rules },
  );
  const { fluent } = await change('{ fluent(domain: "lab", name: "lit") { id } }');

  const DELETIONS: readonly [mutation: string, ref: string][] = [
    ['delete(ref: "piece:p1")', 'piece:p1'],
    [`delete(ref: "${relation}")`, relation],
    ['delete(ref: "entity:user:al", withPieces: true)', 'entity:user:al'],
    [`delete(ref: "document:${document}")`, `document:${document}`],
    ['delete(ref: "conversation:s1")', 'conversation:s1'],
    ['deleteFluent(domain: "lab", name: "lit")', `fluent:${fluent.id}`],
    ['deleteDomain(domain: "lab", confirm: "lab")', 'domain:lab'],
  ];
  for (const [mutation, ref] of DELETIONS) {
    const [name] = mutation.split('(') as [string];
    expect(await change(`mutation { ${mutation} }`), mutation).toEqual({ [name]: true });
    const { nodes } = await audit({ first: 1, ref }, own);
    expect(nodes[0], mutation).toMatchObject({ source: 'RECORD', act: 'DELETE', refs: [ref], by: 'alice' });
  }
  const recorded = (await acts({}, own)).filter((act) => act.startsWith('RECORD DELETE'));
  expect(recorded).toHaveLength(DELETIONS.length);
});

it('gives the same list page by page, also for entries of one moment', async () => {
  const own = { 'x-namespace': freshNamespace() };
  const at = new Date('2026-01-02T03:04:05Z');
  const act = (id: string) => ({
    ...newAct({}, 'DELETE', { namespace: own['x-namespace'], ref: `item:${id}` }, at),
    id,
  });
  await graph.transaction((transaction) => record(transaction, ['a', 'b', 'c', 'd', 'e'].map(act)));
  // Creates a change and evidence with the same ids and times as the records.
  const statement = (text: string) =>
    graph.run({ name: 'test', mode: 'write', text } as never, { namespace: own['x-namespace'], at });
  await statement(`UNWIND ['b', 'c'] AS id
    CREATE (:Change {namespace: $namespace, id: id, at: $at, door: 'EDIT', refs: ['item:x']}) RETURN id`);
  await statement(`UNWIND ['c', 'f'] AS id
    CREATE (:Evidence {namespace: $namespace, id: id, at: $at, kind: 'VALIDATION'}) RETURN id`);
  const order = (page: Audit) => ownOf(page).map(({ id, source }) => `${id} ${source}`);
  const whole = await audit({}, own);
  expect(order(whole)).toEqual([
    'f EVIDENCE',
    'e RECORD',
    'd RECORD',
    'c RECORD',
    'c EVIDENCE',
    'c CHANGE',
    'b RECORD',
    'b CHANGE',
    'a RECORD',
  ]);
  expect(whole.totalCount).toBeGreaterThanOrEqual(9);
  for (const first of [1, 2, 4]) {
    const paged: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await audit({ first, after }, own);
      paged.push(...order(page));
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(paged).toEqual(order(whole));
  }
});

it('shows nothing of another namespace', async () => {
  const { nodes } = await audit({}, { 'x-namespace': freshNamespace() });
  expect(ownOf({ nodes })).toEqual([]);
});

it('deletes records that are older than the retention, and no others', async () => {
  const own = { 'x-namespace': freshNamespace() };
  const act = (at: string) => newAct({}, 'DELETE', { namespace: own['x-namespace'], ref: `item:${at}` }, new Date(at));
  const acts2 = ['1971-01-01T00:00:00Z', '2001-01-01T00:00:00Z'].map(act);
  await graph.transaction((transaction) => record(transaction, acts2));
  expect(await service.app.get(AuditKeeper).expire(new Date('1972-01-01T00:00:00Z'))).toBe(1);
  expect(await acts({}, own)).toEqual(['RECORD DELETE item:2001-01-01T00:00:00Z']);
});
