import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextService, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';

// Memories are the same only if their outcome and content are: titles and meanings that are alike only propose.

interface Recorded {
  readonly id: string;
  readonly message: string;
  readonly duplicateOf: string | null;
  readonly sameTitle: string | null;
}

let service: TestService;
beforeAll(async () => {
  service = await contextService();
});
afterAll(() => service.close());

const RECORD = 'mutation ($input: MemoryInput!) { recordMemory(input: $input) { id message duplicateOf sameTitle } }';

function world() {
  const namespace = freshNamespace();
  const data = <Data>(query: string, variables: object = {}, headers: Record<string, string> = {}) =>
    service.data<Data>(namespace, query, variables, headers);
  return {
    data,
    record: async (title: string, content: string, more: object = {}, headers: Record<string, string> = {}) => {
      const input = { title, description: 'When connecting', content, outcome: 'SUCCESS', ...more };
      return (await data<{ recordMemory: Recorded }>(RECORD, { input }, headers)).recordMemory;
    },
    text: async (query: string) =>
      (
        await data<{ context: { text: string } }>(
          'query ($query: String!) { context(input: { query: $query }) { text } }',
          {
            query,
          },
        )
      ).context.text,
    found: async (query: string) =>
      (
        await data<{ memorySearch: { memories: { sameTitle: string | null; memory: { id: string } }[] } }>(
          'query ($query: String!) { memorySearch(query: $query) { memories { sameTitle memory { id } } } }',
          { query },
        )
      ).memorySearch.memories.map(({ sameTitle, memory }) => [memory.id, sameTitle]),
  };
}

describe('the same title with other content', () => {
  it('is another memory: both are shown, the newer first, each naming the newest other', async () => {
    const { record, text, found } = world();
    const old = await record('Staging database host', 'Connect to db-old.acme.test.');
    const moved = await record('Staging database host!', 'The host moved: connect to db-new.acme.test.');
    expect(moved).toMatchObject({
      duplicateOf: null,
      sameTitle: old.id,
      message: `Memory recorded; "${old.id}" has the same title, other content`,
    });
    const context = await text('connect to the staging database host');
    expect(context.indexOf('db-new')).toBeGreaterThan(0);
    expect(context.indexOf('db-old')).toBeGreaterThan(context.indexOf('db-new'));
    expect(context).toContain(`Same title, other content: ${moved.id}, recorded later`);
    expect(context).toContain(`Same title, other content: ${old.id}, recorded before`);
    expect(await found('staging database host')).toEqual([
      [moved.id, old.id],
      [old.id, moved.id],
    ]);
  });

  it('shows the anti-pattern beside the success', async () => {
    const { record, text } = world();
    await record('Restart the worker on OOM', 'Restart the worker with more memory.');
    const anti = await record('Restart the worker on OOM!', 'Restart the worker with more memory.', {
      outcome: 'FAILURE',
    });
    expect(anti.duplicateOf).toBeNull();
    const context = await text('the worker runs out of memory: restart it?');
    expect(context).toContain('failure – avoid this');
    expect(context).toContain('success – follow this');
  });
});

describe('contents', () => {
  // Half of the pairs were written before the rule was chosen, half after.
  it.each([
    ['The release is on the 15th of May.', 'The release is on the 16th of May.'],
    ['Postgres listens on port 5433.', 'Postgres listens on port 5434.'],
    ['Use node 20.', 'Use node 22.'],
    ['The limit is 500 EUR.', 'The limit is 5000 EUR.'],
    ['Write it in C.', 'Write it in C++.'],
    ['Write it in C++.', 'Write it in C#.'],
    ['Shift by +5 degrees.', 'Shift by -5 degrees.'],
    ['Use version 1.11.', 'Use version 11.1.'],
    ['Run the job with --force.', 'Run the job with --no-force.'],
    ['if a < b then stop', 'if a > b then stop'],
    ['The pump is on.', 'The pump is not on.'],
    ['Pin it to ^1.2.3.', 'Pin it to ~1.2.3.'],
    ['Read config from /etc/app.', 'Read config from /etc/App.'],
    ['Mount it at $HOME.', 'Mount it at HOME.'],
  ])('that differ are two memories: %s %s', async (a, b) => {
    const { record, found } = world();
    await record('One', a);
    expect((await record('Other', b)).duplicateOf).toBeNull();
    expect(await found(a)).toHaveLength(2);
  });

  it.each([
    ['Use the blue grease.', 'use blue grease'],
    ["Don't restart it.", 'Do not restart it!'],
    ['Deploy on 2026-01-02.', 'Deploy on 2 January 2026.'],
    ['It costs 1,000 EUR.', 'It costs 1000 €.'],
    ['Restart; then wait.', 'Restart,  then wait'],
    ['Wait 30 s.', 'Wait 30 seconds.'],
  ])('that differ in notation alone are the same: %s %s', async (a, b) => {
    const { record, found } = world();
    const first = await record('One', a);
    const second = await record('Other', b);
    expect(second).toMatchObject({ duplicateOf: first.id, message: `Memory recorded; "${first.id}" says the same` });
    expect(await found(a)).toHaveLength(1);
  });

  it('that are edited leave their group, and so does what pointed to them', async () => {
    const { data, record, found } = world();
    const first = await record('One', 'Use port 1.');
    const second = await record('Other', 'Use port 1!');
    await data('mutation ($id: ID!) { editMemory(id: $id, content: "Use port 2.") { id } }', { id: first.id });
    const { memory } = await data<{ memory: { duplicateOf: string | null } }>(
      'query ($id: ID!) { memory(id: $id) { duplicateOf } }',
      { id: second.id },
    );
    expect(memory.duplicateOf).toBeNull();
    expect(await found('use port')).toHaveLength(2);
  });
});

describe('supersedes', () => {
  it('replaces a memory, keeps it in the history, starts with a confidence of its own, and can be undone', async () => {
    const { data, record, found, text } = world();
    const old = await record('Staging host', 'Connect to db-old.acme.test.');
    await data(
      'mutation ($id: ID!) { a: memoryFeedback(memoryId: $id, helpful: true, session: "1") { applied } b: memoryFeedback(memoryId: $id, helpful: true, session: "2") { applied } }',
      { id: old.id },
    );
    const input = { supersedes: old.id, idempotencyKey: 'k' };
    const moved = await record('Staging host', 'Connect to db-new.acme.test.', input);
    expect(moved).toMatchObject({ sameTitle: old.id, duplicateOf: null });
    expect(await record('Staging host', 'Connect to db-new.acme.test.', input)).toMatchObject({ id: moved.id });
    expect(await found('staging host')).toEqual([[moved.id, null]]);
    expect(await text('staging host')).not.toContain('db-old');
    const { memory, changes } = await data<{
      memory: { id: string; confidence: number; mergedFrom: string[] };
      changes: { nodes: { id: string; door: string }[] };
    }>('query ($id: ID!) { memory(id: $id) { id confidence mergedFrom } changes(first: 1) { nodes { id door } } }', {
      id: old.id,
    });
    expect(memory).toEqual({ id: moved.id, confidence: expect.closeTo(0.8, 6) as number, mergedFrom: [old.id] });
    await data('mutation ($id: ID!) { undo(changeId: $id) { changeId } }', { id: changes.nodes[0]?.id });
    const ids = (await found('staging host')).map(([id]) => id);
    expect(ids).toContain(old.id);
    expect(ids).not.toContain(moved.id);
  });

  it('does not stand for what it replaced: that is another memory when it is recorded again', async () => {
    const { record } = world();
    const old = await record('Host', 'Connect to one.');
    await record('Host', 'Connect to two.', { supersedes: old.id });
    expect((await record('Host', 'Connect to one.')).duplicateOf).toBeNull();
  });

  it('needs the right to change the earlier one, of the same scope, which nothing replaced yet', async () => {
    const { data, record } = world();
    const old = await record('Host', 'Connect to one.', { scope: 'TEAM' });
    const wide = { scope: 'TEAM', supersedes: old.id };
    await expect(record('Host', 'Connect to two.', wide, { 'x-project': 'theirs' })).rejects.toThrow(
      'alone may change it',
    );
    await expect(record('Host', 'Connect to two.', { supersedes: old.id })).rejects.toThrow('sameScope');
    await record('Host', 'Connect to two.', wide);
    await expect(record('Host', 'Connect to three.', wide)).rejects.toThrow('notMerged');
    await expect(record('Host', 'Connect to four.', { supersedes: 'mem_none' })).rejects.toThrow('NOT_FOUND');
    const { memories } = await data<{ memories: { totalCount: number } }>('{ memories { totalCount } }');
    expect(memories.totalCount).toBe(1);
  });
});
