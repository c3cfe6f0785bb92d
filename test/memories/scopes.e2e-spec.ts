import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../src/cli/program.js';
import { contextService, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';

const OWN = { 'x-project': 'shop', 'x-team': 'web' };
const TEAM_MATE = { 'x-project': 'site', 'x-team': 'web' };
const STRANGER = { 'x-project': 'bank', 'x-team': 'core' };
const RECORD = 'mutation ($input: MemoryInput!) { recordMemory(input: $input) { id } }';

type Headers = Readonly<Record<string, string>>;

async function record(service: TestService, namespace: string, headers: Headers, scope: string, said = 'it') {
  const input = { title: `Keep ${said} ${scope}`, description: `kettle ${said}`, content: `descaling ${said}`, scope };
  const { recordMemory } = await service.data<{ recordMemory: { id: string } }>(
    namespace,
    RECORD,
    { input: { ...input, outcome: 'SUCCESS', tags: [said] } },
    headers,
  );
  return recordMemory.id;
}

describe('memories that others see', () => {
  const namespace = freshNamespace();
  const WRITES: readonly (readonly [string, string])[] = [
    ['delete', 'mutation ($ref: String!) { delete(ref: $ref) }'],
    ['restore', 'mutation ($id: ID!) { restoreMemory(id: $id) { id } }'],
    ['promote', 'mutation ($id: ID!) { promoteMemory(id: $id, scope: ORG) { id } }'],
  ];
  let service: TestService;
  beforeAll(async () => {
    service = await contextService();
  });
  afterAll(() => service.close());

  const answer = async (write: string, id: string, headers: Headers) => {
    const { errors } = await service.graphql(namespace, write, { id, ref: `memory:${id}` }, headers);
    return errors?.[0]?.extensions['code'] ?? 'DONE';
  };

  it.each(WRITES)('are there to %s for their own project alone', async (_, write) => {
    const id = await record(service, namespace, OWN, 'TEAM', freshNamespace());
    expect(await answer(write, id, TEAM_MATE)).toBe('FORBIDDEN');
    const { memory } = await service.data<{ memory: object }>(
      namespace,
      'query ($id: ID!) { memory(id: $id) { scope } }',
      { id },
      TEAM_MATE,
    );
    expect(memory).toEqual({ scope: 'TEAM' });
    expect(await answer(write, id, OWN)).toBe('DONE');
  });

  it('are not told to who does not see them', async () => {
    const id = await record(service, namespace, OWN, 'TEAM', 'hidden');
    for (const [, write] of WRITES.slice(1)) {
      expect(await answer(write, id, STRANGER)).toBe('NOT_FOUND');
    }
    const { data } = await service.graphql(namespace, WRITES[0]![1], { ref: `memory:${id}` }, STRANGER);
    expect(data).toEqual({ delete: false });
  });
});

describe('a caller whose project was named by its folder', () => {
  it('sees the memories of the project "default", too, and nobody else does', async () => {
    const service = await contextService();
    const namespace = freshNamespace();
    const id = await record(service, namespace, {}, 'PROJECT', 'old');
    const ids = async (headers: Headers) => {
      const query = '{ memorySearch(query: "kettle", scope: PROJECT) { memories { memory { id } } } }';
      const { memorySearch } = await service.data<{ memorySearch: { memories: { memory: { id: string } }[] } }>(
        namespace,
        query,
        {},
        headers,
      );
      return memorySearch.memories.map(({ memory }) => memory.id);
    };
    const own = await record(service, namespace, { 'x-project': 'shop' }, 'PROJECT', 'new');
    expect((await ids({ 'x-project': 'shop', 'x-also-default-project': 'true' })).sort()).toEqual([id, own].sort());
    expect(await ids({ 'x-project': 'shop' })).toEqual([own]);
    expect(await ids({})).toEqual([id]);

    // After the move, the memory belongs only to the new project, and so does its title.
    const again = await record(service, namespace, {}, 'PROJECT', 'old');
    const notes: string[] = [];
    const output = { isTerminal: false, write: () => undefined, note: (line: string) => notes.push(line) };
    const move = ['memories', 'move', '--to', 'shop', '--namespace', namespace, '--url', service.url];
    expect(await runCommand(move, {}, output)).toBe(0);
    expect(await runCommand(move, {}, output)).toBe(0);
    expect(notes).toEqual(['2 memories moved from "default" to "shop"', '0 memories moved from "default" to "shop"']);
    expect(await ids({})).toEqual([]);
    const found = await ids({ 'x-project': 'shop' });
    // Of memories that say the same, one is shown.
    expect(found).toHaveLength(2);
    expect(found).toContain(own);
    expect([id, again]).toEqual(expect.arrayContaining(found.filter((one) => one !== own)));
    const third = await record(service, namespace, { 'x-project': 'shop' }, 'PROJECT', 'old');
    const { memory } = await service.data<{ memory: object }>(
      namespace,
      'query ($id: ID!) { memory(id: $id) { project duplicateOf } }',
      { id: third },
      { 'x-project': 'shop' },
    );
    expect(memory).toEqual({ project: 'shop', duplicateOf: id });
    await service.close();
  });
});
