import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heartwood, HeartwoodError } from '../../clients/typescript/src/index.js';
import { contextService, saveItems, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';

let service: TestService;
beforeAll(async () => {
  service = await contextService();
});
afterAll(() => service.close());

const PUMPS = '# Pumps\n\nStop the pump before it is opened.\n';

describe('the client in TypeScript', () => {
  it('brings a document in, gives it in a context, and says what the outcome credited', async () => {
    const namespace = freshNamespace();
    const { ingest, context, outcome } = heartwood({ url: `${service.url}/`, namespace, agent: 'fitter' });
    const first = await ingest({ source: 'pumps & more.md', root: 'notes', content: PUMPS, title: 'All pumps' });
    expect(first).toMatchObject({
      outcome: 'CREATED',
      created: 1,
      redacted: [],
      document: { root: 'notes', source: 'pumps & more.md', mediaType: 'text/markdown', title: 'All pumps', chunks: 1 },
    });
    const bytes = new TextEncoder().encode(PUMPS);
    const again = await ingest({ source: 'pumps & more.md', root: 'notes', content: bytes, title: 'All pumps' });
    expect(again.outcome).toBe('UNCHANGED');
    const given = await context({ query: 'How is a pump opened?', maxTokens: 500, minMatch: 0 });
    expect(given.text).toContain('Stop the pump before it is opened.');
    const [hit] = given.hits;
    expect(hit).toMatchObject({ kind: 'PIECE', title: 'All pumps › Pumps', trust: 1 });
    const receiptId = given.receiptId ?? '';
    const report = { receiptId, success: false, used: [hit?.ref ?? ''] };
    const reported = await outcome(report);
    expect(reported).toEqual({ receiptId, credited: [{ ref: hit?.ref, share: 1, state: 'CREDITED' }] });
    expect(await outcome(report)).toEqual(reported);
    const after = await context({ query: 'How is a pump opened?', minMatch: 0, minTrust: 0 });
    expect(after.hits[0]?.trust).toBeLessThan(1);
  });

  it('records a memory, finds it, and says whether it helped', async () => {
    const namespace = freshNamespace();
    const client = heartwood({ url: service.url, namespace, agent: 'fitter' });
    const told = {
      title: 'Prime the pump',
      description: 'Before a start',
      content: 'Fill it.',
      outcome: 'SUCCESS',
    } as const;
    const { id, duplicateOf } = await client.remember(told);
    expect(duplicateOf).toBeNull();
    const hits = await client.search({ query: 'prime the pump', kinds: ['MEMORY'], minMatch: 0 });
    expect(hits.map(({ ref, kind }) => [ref, kind])).toContainEqual([`memory:${id}`, 'MEMORY']);
    expect(await client.search({ query: 'prime the pump', kinds: ['ITEM'] })).toEqual([]);
    const { feedback } = heartwood({ url: service.url, namespace, agent: 'someone else' });
    expect(await feedback({ memoryId: id, helpful: false })).toMatchObject({ newConfidence: expect.any(Number) });
    expect((await client.remember(told)).duplicateOf).toBe(id);
  });

  it('attaches a learning to an item, and takes the report of an outcome back', async () => {
    const namespace = freshNamespace();
    await saveItems(service, namespace);
    const { learn, context, outcome, retract } = heartwood({ url: service.url, namespace });
    const learned = await learn({
      kind: 'SELF_EXPLORATION',
      itemId: 'open_files',
      task: 'Open the measurement',
      stepNum: 0,
      originalAction: { tool_name: 'click_menu', tool_arguments: { menu: 'File' }, kb_source: 'open_files' },
      originalError: 'The menu was grey',
    });
    expect(learned.trustAfter).toBeLessThan(learned.trustBefore);
    const { receiptId, text, usedIn } = await context({ query: 'Load a measurement file', minMatch: 0 });
    const mark = /(\[k\d+\])\n---\nKB ID: open_files$/m.exec(text)?.[1];
    expect(usedIn('I looked around.')).toBeUndefined();
    await outcome({ receiptId: receiptId ?? '', success: false, used: usedIn(`I used the menu ${mark}.`) });
    const { changes } = await retract({ ref: `receipt:${receiptId}`, reason: 'The network was down' });
    expect(changes).toEqual([
      { ref: 'item:open_files', trustBefore: expect.any(Number), trustAfter: learned.trustAfter },
    ]);
    expect(changes[0]?.trustBefore).toBeLessThan(learned.trustAfter);
  });

  it('appends messages, and makes the ids that they lack', async () => {
    const { addMessages } = heartwood({ url: service.url, namespace: freshNamespace() });
    const said = { role: 'user', content: 'The north pump leaks.', messageId: 'm1' };
    const [first, second] = await addMessages({ session: 's', messages: [said, { role: 'user', content: 'Again.' }] });
    expect(first).toEqual({ messageId: 'm1', ref: expect.stringContaining('message:'), position: 0, created: true });
    expect(second).toMatchObject({ messageId: expect.stringMatching(/^[0-9a-f]{32}$/), position: 1, created: true });
    expect(await addMessages({ session: 's', messages: [said] })).toEqual([{ ...first, created: false }]);
  });

  it('tells what the service refuses by its code and fields', async () => {
    const client = heartwood({ url: service.url, namespace: freshNamespace() });
    const refused = async (call: Promise<unknown>) => {
      const error = await call.catch((reason: unknown) => reason);
      if (!(error instanceof HeartwoodError)) throw new Error(`Expected a refusal, got ${String(error)}`);
      return { code: error.code, rules: error.fields.map(({ rule }) => rule) };
    };
    expect(await refused(client.ingest({ source: 'a.md', content: ' ' }))).toEqual({
      code: 'BAD_USER_INPUT',
      rules: ['EMPTY'],
    });
    expect(await refused(client.ingest({ source: '../a.md', content: 'x' }))).toEqual({
      code: 'BAD_USER_INPUT',
      rules: ['isRelative'],
    });
    expect(await refused(client.outcome({ receiptId: 'none', success: true }))).toEqual({
      code: 'NOT_FOUND',
      rules: [],
    });
    expect(await refused(client.knowledgeProvider({ first: 0 })('x'))).toEqual({
      code: 'BAD_USER_INPUT',
      rules: ['min'],
    });
    const elsewhere = heartwood({ url: `${service.url}/nowhere` });
    expect(await refused(elsewhere.context('x'))).toEqual({ code: 'NOT_FOUND', rules: [] });
    expect(() => heartwood({ url: 'ftp://x' })).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT' }));
  });
});
