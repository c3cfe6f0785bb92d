import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';
import { getVariableValues } from 'graphql/execution/values.js';
import { describe, expect, it } from 'vitest';
import { load, search, settled } from './service.mjs';

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));

/**
 * Returns the answers in their order, for operations that are valid in the schema, and records the variables and
 * headers.
 */
function scripted(...answers) {
  const asked = [];
  const query = async (text, variables = {}) => {
    const document = parse(text);
    const [operation] = document.definitions;
    const errors = validate(schema, document);
    const given = getVariableValues(schema, operation.variableDefinitions, JSON.parse(JSON.stringify(variables)));
    if (errors.length > 0 || given.errors) throw new Error([...errors, ...(given.errors ?? [])].join('\n'));
    asked.push(given.coerced);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { client: { query, pauseMs: 1 }, asked };
}

describe('what the bench asks of a service', () => {
  it('is to take pieces, items and memories, as the schema has them', async () => {
    const none = { skipped: [] };
    const memory = { recordMemory: { id: 'M1' } };
    const { client, asked } = scripted({ loadKnowledge: none }, { importCatalog: none }, memory);
    const ids = await load(client, {
      documents: [
        { id: 'f', profile: 'factual', title: 'Fox', text: 'sleeps' },
        { id: 'e', profile: 'episodic', text: 'Hi', session: 's', position: 2, mentions: ['person:ada'] },
        { id: 'c', profile: 'catalog', text: 'Open a file' },
        { id: 'p', profile: 'procedural', title: 'Free disk space', text: 'Disk is full.\n1. Look.\n2. Delete.' },
      ],
    });
    expect(asked[0].document.pieces).toEqual([
      { piece_id: 'f', title: 'Fox', content: 'sleeps' },
      { piece_id: 'e', content: 'Hi', session: 's', position: 2, mentions: ['person:ada'] },
    ]);
    expect(asked[1].items).toMatchObject([{ knowledge_id: 'c', description: 'Open a file' }]);
    expect(asked[2].input).toMatchObject({
      title: 'Free disk space',
      description: 'Disk is full.',
      content: '1. Look.\n2. Delete.',
    });
    expect(ids).toEqual(new Map([['M1', 'p']]));
  });

  it('fails with the name of a document that the service refuses, unless the set may lack some', async () => {
    const skipped = [{ id: 'c', field: 'description', reason: 'must be at most 20000 characters long' }];
    const { client } = scripted({ importCatalog: { skipped } }, { importCatalog: { skipped } });
    const documents = [{ id: 'c', profile: 'catalog', text: 'x' }];
    await expect(load(client, { documents })).rejects.toThrow(
      'The service refused c: description must be at most 20000 characters long',
    );
    expect(await load(client, { documents, lacks: true })).toEqual(new Map());
  });

  it('is to take the messages of each session in their order, under ids of its own', async () => {
    const added = (...refs) => ({ addMessages: { messages: refs.map((ref) => ({ ref: `message:${ref}` })) } });
    const { client, asked } = scripted(added('M1', 'M2'), added('M3'));
    const message = (id, session) => ({ id, session, role: 'user', text: `text of ${id}`, profile: 'message' });
    const ids = await load(client, { documents: [message('a', 's'), message('b', 't'), message('c', 's')] });
    expect(asked.map(({ session, messages }) => [session, messages.map(({ content }) => content)])).toEqual([
      ['s', ['text of a', 'text of c']],
      ['t', ['text of b']],
    ]);
    expect(ids).toEqual(
      new Map([
        ['M1', 'a'],
        ['M2', 'c'],
        ['M3', 'b'],
      ]),
    );
  });

  it('is to search once no text waits for its vector or to be linked to the names in it', async () => {
    const state = (stale, done, embedder = { problem: null, preparing: false }) => ({
      status: { embedder: { stale, ...embedder } },
      automaticMentions: { done },
    });
    const fetching = { problem: 'The model is being made ready.', preparing: true };
    const { client, asked } = scripted(state(0, true, fetching), state(1, true), state(0, false), state(0, true), {
      search: { degraded: [], hits: [{ knowledge: { id: 'f' } }] },
    });
    await settled(client);
    expect(await search(client, 'Where is the fox?')).toEqual(['f']);
    expect(asked).toEqual([{}, {}, {}, {}, { query: 'Where is the fox?', first: 10 }]);
  });

  it('is not measured without the vectors that were asked for', async () => {
    const embedder = { stale: 0, problem: 'The model cannot be fetched.', preparing: false };
    const { client } = scripted({ status: { embedder }, automaticMentions: { done: true } });
    await expect(settled(client)).rejects.toThrow('EMBEDDER=none measures words alone): The model cannot be fetched.');
  });

  it('is asked again where the machine was too busy, and nowhere else', async () => {
    const failure = (code) => Object.assign(new Error(code), { code });
    const busy = scripted(failure('LIMIT_EXCEEDED'), { search: { degraded: [], hits: [] } });
    expect(await search(busy.client, 'fox')).toEqual([]);
    const [without, withVector] = [['EMBEDDER_BUSY'], []].map((degraded) => ({ search: { degraded, hits: [] } }));
    expect(await search(scripted(without, withVector).client, 'fox')).toEqual([]);
    const never = scripted(...Array.from({ length: 5 }, () => without));
    await expect(search(never.client, 'fox')).rejects.toThrow('less than it should be: EMBEDDER_BUSY');
    const broken = scripted(failure('INTERNAL'), { search: { degraded: [], hits: [] } });
    await expect(search(broken.client, 'fox')).rejects.toThrow('INTERNAL');
    expect(broken.asked).toHaveLength(1);
  });
});
