import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { GraphService } from '../../src/graph/graph.service.js';
import { contextService, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';
import { OpenAiServer } from '../support/openai-server.js';

const ADD = `mutation ($session: ID!, $messages: [MessageInput!]!, $scope: MemoryScope! = PROJECT) {
  addMessages(session: $session, messages: $messages, scope: $scope) {
    conversation { id scope team project messageCount }
    messages { messageId ref position created }
    redacted { path rule }
  }
}`;
const READ = `query ($id: ID!, $first: Int! = 50, $after: String) {
  conversation(id: $id) {
    messageCount
    messages(first: $first, after: $after) {
      totalCount pageInfo { hasNextPage endCursor }
      nodes { messageId role content position occurredAt session kind title }
    }
  }
}`;
const OWN = { 'x-project': 'shop', 'x-team': 'web' };
const OF_TEAM = { 'x-project': 'stock', 'x-team': 'web' };
const STRANGER = { 'x-project': 'bank', 'x-team': 'core' };

interface Added {
  readonly conversation: { readonly messageCount: number };
  readonly messages: readonly {
    readonly messageId: string;
    readonly ref: string;
    readonly position: number;
    readonly created: boolean;
  }[];
  readonly redacted: readonly { readonly path: string; readonly rule: string }[];
}
interface Read {
  readonly conversation: {
    readonly messageCount: number;
    readonly messages: {
      readonly totalCount: number;
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
      readonly nodes: readonly { readonly messageId: string; readonly position: number; readonly content: string }[];
    };
  } | null;
}

let llm: OpenAiServer;
let service: TestService;
beforeAll(async () => {
  llm = await OpenAiServer.start();
  service = await contextService(llm.environment);
});
afterEach(() => llm.reset());
afterAll(async () => {
  await service.close();
  await llm.close();
});

const said = (messageId: string, content: string, role = 'user') => ({ messageId, role, content });

describe('a conversation', () => {
  let namespace: string;
  const add = async (
    session: string,
    messages: readonly object[],
    headers: Readonly<Record<string, string>> = OWN,
    scope = 'PROJECT',
  ) => {
    const { addMessages } = await service.data<{ addMessages: Added }>(
      namespace,
      ADD,
      { session, messages, scope },
      headers,
    );
    return addMessages;
  };
  const refused = async (
    session: string,
    messages: readonly object[],
    headers: Readonly<Record<string, string>> = OWN,
    scope = 'PROJECT',
  ) => {
    const { data, errors } = await service.graphql(namespace, ADD, { session, messages, scope }, headers);
    expect(data?.['addMessages'] ?? null).toBeNull();
    return errors?.[0];
  };
  const read = async (id: string, headers: Readonly<Record<string, string>> = OWN, page = {}) =>
    (await service.data<Read>(namespace, READ, { id, ...page }, headers)).conversation;
  beforeAll(() => {
    namespace = freshNamespace();
  });

  it('keeps messages in the order given, from position 0, and pages through them', async () => {
    const first = await add('s1', [
      { ...said('a', 'The north pump squeaks.'), occurredAt: '2026-01-02T03:04:05.000Z' },
      said('b', 'Which bearing?', 'assistant'),
    ]);
    expect(first).toMatchObject({
      conversation: { id: 's1', scope: 'PROJECT', team: 'web', project: 'shop', messageCount: 2 },
      messages: [
        { messageId: 'a', position: 0, created: true },
        { messageId: 'b', position: 1, created: true },
      ],
      redacted: [],
    });
    await add('s1', [said('c', 'The lower one.')]);
    const page = await read('s1', OWN, { first: 2 });
    expect(page?.messages).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
    expect(page?.messages.nodes[0]).toEqual({
      messageId: 'a',
      role: 'user',
      content: 'The north pump squeaks.',
      position: 0,
      occurredAt: '2026-01-02T03:04:05.000Z',
      session: 's1',
      kind: 'MESSAGE',
      title: 'The north pump squeaks.',
    });
    const rest = await read('s1', OWN, { first: 2, after: page?.messages.pageInfo.endCursor });
    expect(rest?.messages).toMatchObject({
      pageInfo: { hasNextPage: false },
      nodes: [{ messageId: 'c', position: 2 }],
    });
  });

  it('gives a repeated message the place that it has, and writes nothing', async () => {
    const again = await add('s1', [said('b', 'Which bearing?', 'assistant'), said('d', 'I order a new one.')]);
    expect(again.messages).toMatchObject([
      { messageId: 'b', position: 1, created: false },
      { messageId: 'd', position: 3, created: true },
    ]);
    expect(again.conversation.messageCount).toBe(4);
  });

  it('refuses a message whose id stands for other content, with all that came with it', async () => {
    const error = await refused('s1', [said('new', 'Anything else?'), said('b', 'Which seal?', 'assistant')]);
    expect(error?.extensions['code']).toBe('CONFLICT');
    expect((await read('s1'))?.messageCount).toBe(4);
  });

  it('names what is wrong with a call', async () => {
    const twice = await refused('s1', [said('x', 'one'), said('x', 'two')]);
    expect(twice?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: 'messages.1.messageId', rule: 'isUnique' }],
    });
    const long = Array.from({ length: 21 }, (_, n) => said(`l${n}`, 'word '.repeat(9_900)));
    expect((await refused('s1', long))?.extensions).toMatchObject({
      fields: [{ path: 'messages', rule: 'maxTotalLength' }],
    });
    expect((await refused('s1', []))?.extensions).toMatchObject({ fields: [{ path: 'messages' }] });
  });

  it('cuts secrets out before anything is stored, and names them', async () => {
    const { redacted } = await add('secrets', [
      said('a', 'Nothing here.'),
      said('b', 'It is ghp_0123456789abcdefghijABCDEFGHIJ012345, do not tell.'),
    ]);
    expect(redacted).toEqual([{ path: 'messages.1.content', rule: expect.any(String) }]);
    expect(JSON.stringify(await read('secrets'))).not.toContain('ghp_');
  });

  it('counts without gaps under 64 writers, each of whom sends twice', async () => {
    const writers = Array.from({ length: 64 }, (_, writer) => [
      said(`${writer}-0`, `Writer ${writer} begins`),
      said(`${writer}-1`, `Writer ${writer} ends`),
    ]);
    const answers = await Promise.all([...writers, ...writers].map((messages) => add('busy', messages)));
    const placeOf = new Map<string, number>();
    for (const { messageId, position } of answers.flatMap(({ messages }) => messages)) {
      expect(placeOf.get(messageId) ?? position).toBe(position);
      placeOf.set(messageId, position);
    }
    expect([...placeOf.values()].sort((a, b) => a - b)).toEqual(Array.from({ length: 128 }, (_, n) => n));
    expect(answers.flatMap(({ messages }) => messages).filter(({ created }) => created)).toHaveLength(128);
    // The messages of one call follow each other directly.
    for (let writer = 0; writer < 64; writer++) {
      expect(placeOf.get(`${writer}-1`)).toBe((placeOf.get(`${writer}-0`) ?? 0) + 1);
    }
    const conversation = await read('busy', OWN, { first: 200 });
    expect(conversation?.messages.nodes.map(({ position }) => position)).toEqual(
      Array.from({ length: 128 }, (_, n) => n),
    );
    const graph = service.app.get(GraphService, { strict: false });
    const [chain] = await graph.run(
      {
        name: 'test/chain',
        mode: 'read',
        text: 'MATCH (m:Message {namespace: $namespace, session: $session})-[:NEXT]->(n) WHERE n.position = m.position + 1 RETURN count(*) AS links',
      },
      { namespace, session: 'busy' },
    );
    expect(chain).toEqual({ links: 127 });
  });

  it('is found by search and context, with its place in the session', async () => {
    const { search, context } = await service.data<{
      search: { hits: readonly { knowledge: object }[] };
      context: { text: string; hits: readonly object[] };
    }>(
      namespace,
      `{ search(query: "squeaking north pump") { hits { knowledge { kind ... on Message { session position role content } } explain { profile } } }
         context(input: { query: "squeaking north pump" }) { text hits { knowledge { kind } } } }`,
      {},
      OWN,
    );
    expect(search.hits[0]).toEqual({
      knowledge: {
        kind: 'MESSAGE',
        session: 's1',
        position: 0,
        role: 'user',
        content: 'The north pump squeaks.',
      },
      explain: { profile: 'episodic' },
    });
    expect(context.text).toContain('# Conversations\n\n[message: s1, 0, user, 2026-01-02] The north pump squeaks.');
  });

  it('leaves a session out of a context that must not know of it', async () => {
    const { context } = await service.data<{ context: { text: string } }>(
      namespace,
      '{ context(input: { query: "squeaking north pump", exclude: { sessions: ["s1"] } }) { text } }',
      {},
      OWN,
    );
    expect(context.text).not.toContain('squeaks');
  });

  describe('seen by its scope', () => {
    beforeAll(async () => {
      await add('team talk', [said('a', 'The zebra valve leaks.')], OWN, 'TEAM');
      await add('own talk', [said('a', 'The zebra gasket is worn.')], OWN);
      await add('open talk', [said('a', 'The zebra manual is out.')], OWN, 'ORG');
    });
    const found = async (headers: Readonly<Record<string, string>>) => {
      const { search } = await service.data<{ search: { hits: readonly { knowledge: { session: string } }[] } }>(
        namespace,
        '{ search(query: "zebra", kinds: [MESSAGE]) { hits { knowledge { ... on Message { session } } } } }',
        {},
        headers,
      );
      return search.hits.map(({ knowledge }) => knowledge.session).sort();
    };

    it.each([
      ['its project', OWN, ['open talk', 'own talk', 'team talk']],
      ['another project of the team', OF_TEAM, ['open talk', 'team talk']],
      ['strangers', STRANGER, ['open talk']],
    ])('%s', async (_, headers, sessions) => {
      expect(await found(headers)).toEqual(sessions);
      const readable = await Promise.all(
        ['open talk', 'own talk', 'team talk'].map(async (id) => ((await read(id, headers)) ? [id] : [])),
      );
      expect(readable.flat()).toEqual(sessions);
    });

    it('takes messages of its own project, team and scope alone', async () => {
      const message = [said('z', 'Hello')];
      for (const headers of [OF_TEAM, STRANGER]) {
        expect((await refused('team talk', message, headers, 'TEAM'))?.extensions['code']).toBe('CONFLICT');
      }
      expect((await refused('team talk', message, OWN))?.message).toBe('Session "team talk" is of another scope');
    });
  });

  describe('on its way to memories', () => {
    const DISTIL =
      'mutation ($id: ID!, $outcome: SessionOutcome!) { distilConversation(id: $id, outcome: $outcome) { id sessionId part firstTurn lastTurn status } }';
    const distil = async (id: string, outcome = 'SUCCESS', headers: Readonly<Record<string, string>> = OWN) => {
      const answer = await service.graphql(namespace, DISTIL, { id, outcome }, headers);
      return answer.data?.['distilConversation'] ?? answer.errors?.[0]?.extensions['code'];
    };

    it('is handed in as it is by now, and later with what was said since', async () => {
      await add('lesson', [said('a', 'The valve sticks.'), said('b', 'Warm it first.', 'assistant')]);
      const first = await distil('lesson');
      expect(first).toMatchObject({ sessionId: 'lesson', part: 1, firstTurn: 1, lastTurn: 2, status: 'QUEUED' });
      expect(await distil('lesson')).toEqual(first);
      await add('lesson', [said('c', 'That helped.')]);
      expect(await distil('lesson')).toMatchObject({ part: 2, firstTurn: 3, lastTurn: 3 });
    });

    it('stays with its own project', async () => {
      expect(await distil('lesson', 'SUCCESS', STRANGER)).toBe('NOT_FOUND');
      const queue = 'mutation ($input: SessionInput!) { queueSession(input: $input) { id } }';
      await add('theirs', [said('a', 'Ours.')]);
      const input = { sessionId: 'theirs', outcome: 'SUCCESS', trace: 'user: mine' };
      const { errors } = await service.graphql(namespace, queue, { input }, STRANGER);
      expect(errors?.[0]?.extensions['code']).toBe('CONFLICT');
      expect(await read('theirs')).toMatchObject({ messageCount: 1 });
    });

    it('takes messages of a session whose trace was handed in before', async () => {
      const queue = 'mutation ($input: SessionInput!) { queueSession(input: $input) { id } }';
      const input = { sessionId: 'traced', outcome: 'SUCCESS', trace: 'user: The trace' };
      await service.data(namespace, queue, { input }, OWN);
      expect(await read('traced')).toBeNull();
      expect((await add('traced', [said('a', 'Now a message.')])).messages[0]?.position).toBe(0);
      expect((await refused('traced', [said('b', 'No')], STRANGER))?.extensions['code']).toBe('CONFLICT');
    });
  });

  describe('when it is deleted', () => {
    const DELETE = 'mutation ($ref: String!) { delete(ref: $ref) }';
    const remove = async (id: string, headers: Readonly<Record<string, string>> = OWN) =>
      (await service.graphql(namespace, DELETE, { ref: `conversation:${id}` }, headers)).data?.['delete'];

    it('is gone with its traces, and takes nothing any more', async () => {
      await add('secret plan', [said('a', 'The walrus swims at noon.')]);
      const { distilConversation: job } = await service.data<{ distilConversation: { id: string } }>(
        namespace,
        'mutation { distilConversation(id: "secret plan") { id } }',
        {},
        OWN,
      );
      expect(await remove('secret plan', STRANGER)).toBe(false);
      expect(await remove('secret plan')).toBe(true);
      expect(await remove('secret plan')).toBe(false);
      expect(await read('secret plan')).toBeNull();
      const { retryDistillations } = await service.data<Record<string, unknown>>(
        namespace,
        'mutation ($id: ID!) { retryDistillations(filter: { jobIds: [$id] }) { retried } }',
        { id: job.id },
        OWN,
      );
      expect(retryDistillations).toEqual({ retried: 0 });
      const { distillationJob } = await service.data<Record<string, unknown>>(
        namespace,
        'query ($id: ID!) { distillationJob(id: $id) { status error } }',
        { id: job.id },
        OWN,
      );
      expect(distillationJob).toEqual({ status: 'FAILED', error: 'The conversation was deleted' });
      const { search: hits } = await service.data<{ search: { hits: unknown[] } }>(
        namespace,
        '{ search(query: "walrus") { hits { knowledge { ref } } } }',
        {},
        OWN,
      );
      expect(hits.hits).toEqual([]);
      expect((await refused('secret plan', [said('b', 'Again')]))?.message).toBe(
        'Conversation "secret plan" was deleted; begin one with another id',
      );
      const graph = service.app.get(GraphService, { strict: false });
      const left = await graph.run(
        {
          name: 'test/left',
          mode: 'read',
          text: 'MATCH (n) WHERE n.namespace = $namespace AND any(key IN keys(n) WHERE toStringOrNull(n[key]) CONTAINS "walrus") RETURN labels(n) AS labels',
        },
        { namespace },
      );
      expect(left).toEqual([]);
    });
  });
});
