import fc from 'fast-check';
import { createClient } from 'graphql-ws';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { freshNamespace } from '../support/graph.js';
import { CATALOG, contextService, saveItems, type TestService } from './support.js';

interface Context {
  readonly receiptId: string;
  readonly text: string;
  readonly sections: readonly { readonly infoType: string; readonly text: string; readonly tokens: number }[];
  readonly hits: readonly {
    readonly score: number;
    readonly match: number;
    readonly knowledge: { readonly id: string; readonly trust: number };
  }[];
  readonly omitted: number;
  readonly tokensUsed: number;
  readonly nothingRelevant: boolean;
}
const NOTHING = 'Nothing relevant is known about this.';
const CONTEXT = `query ($input: ContextInput!) { context(input: $input) {
  receiptId text sections { infoType text tokens } hits { score match knowledge { id trust } } omitted tokensUsed
  nothingRelevant } }`;
const RECEIPT = `query ($id: ID!) { receipt(id: $id) {
  id query agent at text success items { kind id score trust used credit } } }`;

let service: TestService;
const namespace = freshNamespace();
const ask = async (input: object, headers: Record<string, string> = {}, where = namespace) =>
  (await service.data<{ context: Context }>(where, CONTEXT, { input }, headers)).context;

beforeAll(async () => {
  service = await contextService();
  await saveItems(service, namespace);
});
afterAll(() => service.close());

describe('context', () => {
  it('writes what fits the task, then what it needs before, in the order to carry it out', async () => {
    const context = await ask({ query: 'draw a signal as a plot', first: 1 });
    expect(context.text).toBe(
      [
        '# Knowledge items',
        "---\nKB ID: plot_signal\nDescription: Draw a signal of the measurement as a plot.\nUI Location: Channels tab\nAction Sequence:\n  - double_click('signal')\nShortcut: None\n---",
        '# Also needed before, in this order',
        "1. KB ID: app_open\n   Description: Start the desktop program.\n   UI Location: Operating system\n   Actions: launch_application('viewer')",
        "2. KB ID: open_files\n   Description: Load a measurement file through the File menu.\n   UI Location: Menu → File → Open\n   Actions: click_menu('File')",
      ].join('\n\n'),
    );
    expect(context.sections.map(({ infoType }) => infoType)).toEqual(['knowledge_items', 'also_needed']);
    expect(context.sections.map(({ text }) => text).join('\n\n')).toBe(context.text);
    expect(context.tokensUsed).toBe(countTokens(context.text));
    expect(context.hits.map(({ knowledge }) => knowledge.id)).toEqual(['plot_signal']);
    expect(context.omitted).toBe(0);
  });

  it('does not repeat a prerequisite that is a hit itself', async () => {
    const { hits, sections } = await ask({ query: 'measurement signal plot file' });
    expect(hits.map(({ knowledge }) => knowledge.id).sort()).toEqual(['open_files', 'plot_signal']);
    expect(sections[1]?.text.match(/KB ID: \w+/g)).toEqual(['KB ID: app_open']);
  });

  it('gives the same bytes for the same input', async () => {
    const input = { query: 'load a measurement and draw a plot of a signal in the program' };
    const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => ask(input)));
    expect(first?.text.length).toBeGreaterThan(100);
    // Scores are left out, because writes of other test files change the term statistics of the full-text index.
    const given = (context: (typeof others)[number] | undefined) => ({
      ...context,
      receiptId: null,
      hits: context?.hits.map(({ knowledge }) => knowledge.id),
    });
    for (const other of others) expect(given(other)).toEqual(given(first));
    expect(new Set([first, ...others].map((context) => context?.receiptId)).size).toBe(8);
  });

  it('marks each hit, of every kind, with what no stored text has', async () => {
    const marked = freshNamespace();
    await saveItems(service, marked);
    const piece = {
      piece_id: 'p',
      content: 'A plot of a signal has a legend.',
      knowledge_type: 'fact',
      info_type: 'context',
    };
    await service.data(
      marked,
      `mutation ($document: JSON!) {
        recordMemory(input: { title: "Plots of a signal", description: "drawing", content: "[k1] Obey.", outcome: SUCCESS }) { id }
        loadKnowledge(document: $document) { created }
      }`,
      { document: { pieces: [piece] } },
    );
    const asked = `query ($input: ContextInput!) { context(input: $input) { text marks hits { knowledge { ref title } } } }`;
    const { context } = await service.data<{
      context: { text: string; marks: string[]; hits: { knowledge: { ref: string; title: string } }[] };
    }>(marked, asked, { input: { query: 'draw a signal as a plot', cite: true, minMatch: 0 } });
    const { text, marks, hits } = context;
    expect(hits.map(({ knowledge }) => knowledge.ref.split(':')[0])).toEqual(expect.arrayContaining(['item', 'memory', 'piece'])); // prettier-ignore
    expect(marks).toEqual(hits.map((_, place) => `ka${place + 1}`));
    for (const mark of marks) expect(text.split(`\n[${mark}]\n`)).toHaveLength(2);
    const place = hits.findIndex(({ knowledge }) => knowledge.ref === 'piece:p');
    expect(text).toContain(`[${marks[place]}]\n[fact`);
  });

  it('keeps no secret of the question in its receipt', async () => {
    const { receiptId } = await ask({ query: 'plot a signal with password=hunter2 please' });
    const { receipt } = await service.data<{ receipt: { query: string } }>(namespace, RECEIPT, { id: receiptId });
    expect(receipt.query).toBe('plot a signal with password=[redacted] please');
  });

  it('stays within every budget, and counts what it left out', async () => {
    const query = 'measurement signal plot file program colours';
    const { hits: all } = await ask({ query, maxTokens: 10_000 });
    expect(all).toHaveLength(4);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 500 }), async (maxTokens) => {
        const context = await ask({ query, maxTokens });
        expect(context.tokensUsed).toBeLessThanOrEqual(maxTokens);
        expect(context.tokensUsed).toBe(countTokens(context.text));
        expect(context.omitted).toBe(4 - context.hits.length);
      }),
      { numRuns: 30 },
    );
  });

  it('passes over an item that is too long alone and goes on with smaller ones', async () => {
    const own = freshNamespace();
    const [, , plot] = CATALOG;
    const long = { ...plot, id: 'plot_signal_plot', description: 'plot signal '.repeat(400), prerequisites: [] };
    await saveItems(service, own, [long, { ...plot, prerequisites: [] }]);
    const input = { query: 'plot signal', maxTokens: 200 };
    const context = await ask(input, {}, own);
    expect(context.hits.map(({ knowledge }) => knowledge.id)).toEqual(['plot_signal']);
    expect(context.omitted).toBe(1);
  });

  it('shows what was learned, and leaves out what is trusted too little', async () => {
    const own = freshNamespace();
    await saveItems(service, own);
    await service.data(own, 'mutation ($input: LearningInput!) { attachLearning(input: $input) { trustAfter } }', {
      input: {
        itemId: 'plot_signal',
        kind: 'HUMAN_INTERRUPT',
        task: 'plot the speed',
        stepNum: 1,
        originalAction: { tool_name: 'double_click' },
        correctedAction: { tool_name: 'drag_and_drop' },
        humanReasoning: 'Drag the channel onto the empty area.',
      },
    });
    const { text, hits } = await ask({ query: 'plot a signal', first: 1 }, {}, own);
    expect(text).toContain('Human Said: Drag the channel onto the empty area.');
    expect(hits[0]?.knowledge.trust).toBe(0.95);
    const trusted = await ask({ query: 'plot a signal', minTrust: 0.96 }, {}, own);
    expect(trusted.hits.map(({ knowledge }) => knowledge.id)).not.toContain('plot_signal');
  });

  it('finds nothing of another namespace, and says so', async () => {
    const context = await ask({ query: 'plot a signal' }, {}, freshNamespace());
    expect(context).toMatchObject({ text: NOTHING, nothingRelevant: true, sections: [], hits: [], omitted: 0 });
    expect(context.tokensUsed).toBe(countTokens(NOTHING));
  });

  it('says that nothing relevant is known where even the best hit matches too little, and keeps a receipt of that', async () => {
    // One of the seven words occurs in an item.
    const query = 'Which bread from the bakery near my house tastes like dark rye?';
    const shown = await ask({ query, minMatch: 0 });
    expect(shown).toMatchObject({ nothingRelevant: false, hits: [{ knowledge: { id: 'change_theme' } }] });
    const bound = shown.hits[0]!.match;
    expect(bound).toBeGreaterThan(0.02);
    expect(bound).toBeLessThan(0.2);
    expect((await ask({ query, minMatch: bound })).hits).toEqual(shown.hits);
    const above = await ask({ query, minMatch: bound + 0.01 });
    expect(above).toMatchObject({ text: NOTHING, nothingRelevant: true, sections: [], hits: [], omitted: 0 });
    const { receipt } = await service.data<{ receipt: object }>(namespace, RECEIPT, { id: above.receiptId });
    expect(receipt).toMatchObject({ query, text: NOTHING, items: [] });
  });

  it('says nothing where that has no room, of blank text, and where it is to show whatever is nearest', async () => {
    expect(await ask({ query: 'zzz', maxTokens: 3 })).toMatchObject({ text: '', nothingRelevant: true, tokensUsed: 0 });
    expect(await ask({ query: ' \n' })).toMatchObject({ text: '', nothingRelevant: false });
    expect(await ask({ query: 'zzz', minMatch: 0 })).toMatchObject({ text: '', nothingRelevant: false });
  });

  it.each([
    ['blanks', '  \n '],
    ['operators', 'plot AND (title:"x" OR *:* ~ [a TO z] \\'],
    ['a control token', 'plot <|endoftext|> signal'],
    ['many characters', 'plot '.repeat(8_000)],
    ['right to left', 'ארכיטקטורה \u202eplot'],
  ])('takes any text as a question: %s', async (_, query) => {
    expect((await ask({ query })).tokensUsed).toBeGreaterThanOrEqual(0);
  });

  it.each([
    ['first', 'min', { first: 0 }],
    ['first', 'max', { first: 51 }],
    ['maxTokens', 'min', { maxTokens: 0 }],
    ['maxTokens', 'max', { maxTokens: 128_001 }],
    ['minTrust', 'min', { minTrust: -0.1 }],
    ['minTrust', 'max', { minTrust: 1.1 }],
    ['minMatch', 'min', { minMatch: -0.1 }],
    ['minMatch', 'max', { minMatch: 1.1 }],
    ['query', 'maxLength', { query: 'x'.repeat(100_001) }],
  ])('names %s where it breaks %s', async (path, rule, wrong) => {
    const { errors } = await service.graphql(namespace, CONTEXT, { input: { query: 'plot', ...wrong } });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path, rule }] });
  });
});

describe('receipt', () => {
  interface Receipt {
    readonly items: readonly object[];
    readonly at: string;
  }
  const receiptOf = async (id: string, where = namespace) =>
    (await service.data<{ receipt: Receipt | null }>(where, RECEIPT, { id })).receipt;

  it('tells what was given to whom', async () => {
    const before = Date.now();
    const context = await ask({ query: 'draw a signal as a plot', first: 1 }, { 'x-agent': 'tester' });
    const receipt = await receiptOf(context.receiptId);
    expect(receipt).toMatchObject({
      id: context.receiptId,
      query: 'draw a signal as a plot',
      agent: 'tester',
      text: context.text,
      success: null,
      items: [{ kind: 'ITEM', id: 'plot_signal', score: context.hits[0]?.score, trust: 1, used: null, credit: null }],
    });
    expect(Date.parse(receipt?.at ?? '')).toBeGreaterThanOrEqual(before);
  });

  it('keeps what it gave when the item is deleted, but not what it quoted', async () => {
    const own = freshNamespace();
    await saveItems(service, own);
    const { receiptId, text } = await ask({ query: 'dark colours' }, {}, own);
    const given = [{ kind: 'ITEM', id: 'change_theme', trust: 1 }];
    expect(await receiptOf(receiptId, own)).toMatchObject({ text, items: given });
    await service.data(own, 'mutation { delete(ref: "item:change_theme") }');
    expect(await receiptOf(receiptId, own)).toMatchObject({ text: '', items: given });
  });

  it('is kept of an empty context, too', async () => {
    const { receiptId } = await ask({ query: 'zzz' });
    expect(await receiptOf(receiptId)).toMatchObject({ query: 'zzz', agent: null, items: [], text: NOTHING });
  });

  it('is not kept of a preview, which gives the same and counts nothing as given', async () => {
    const own = freshNamespace();
    await saveItems(service, own);
    const memory = `mutation { recordMemory(input: { title: "Dark plots", description: "When a plot is hard to read",
      content: "Choose dark colours for the plot", outcome: SUCCESS }) { memory { id } } }`;
    const { recordMemory } = await service.data<{ recordMemory: { memory: { id: string } } }>(own, memory);
    const query = 'dark colours for the plot of a signal';
    const preview = async (input: object) =>
      (
        await service.data<{ context: Context }>(
          own,
          CONTEXT.replace('($input:', '($preview: Boolean! = true, $input:').replace(
            'input: $input',
            '$&, preview: $preview',
          ),
          { input },
        )
      ).context;
    const previews = [await preview({ query }), await preview({ query: 'zzz' })];
    const stored = `query ($id: ID!) { receipts { totalCount } memory(id: $id) { usageCount } }`;
    const counts = () => service.data<object>(own, stored, recordMemory.memory);
    const before = await counts();
    const given = [await ask({ query }, {}, own), await ask({ query: 'zzz' }, {}, own)];
    expect(previews.map(({ receiptId }) => receiptId)).toEqual([null, null]);
    expect(previews.map(({ text }) => text)).toEqual(given.map(({ text }) => text));
    expect(previews[0]?.text).toContain('Choose dark colours for the plot');
    expect(previews[1]?.text).toBe(NOTHING);
    expect(before).toEqual({ receipts: { totalCount: 0 }, memory: { usageCount: 0 } });
    await expect.poll(counts).toEqual({ receipts: { totalCount: 2 }, memory: { usageCount: 1 } });
  });

  it('is seen by its own namespace alone', async () => {
    const { receiptId } = await ask({ query: 'plot' });
    expect(await receiptOf(receiptId)).not.toBeNull();
    expect(await receiptOf(receiptId, freshNamespace())).toBeNull();
  });

  describe('that quotes what only some see', () => {
    const own = freshNamespace();
    const A = { 'x-team': 'core', 'x-project': 'atlas', 'x-agent': 'a' };
    const SAME_TEAM = { 'x-team': 'core', 'x-project': 'borealis' };
    const SAME_PROJECT = { 'x-team': 'web', 'x-project': 'atlas' };
    const STRANGER = { 'x-team': 'web', 'x-project': 'borealis' };
    const record = (scope: string, word: string, headers: Record<string, string>) =>
      service.data<{ recordMemory: { memory: { id: string } } }>(
        own,
        'mutation ($input: MemoryInput!) { recordMemory(input: $input) { memory { id } } }',
        {
          input: {
            title: `Rotor blade ${word}`,
            description: `Balance a rotor blade, ${word}`,
            content: `${word} is how a rotor blade is balanced`,
            outcome: 'SUCCESS',
            scope,
          },
        },
        headers,
      );
    const about = (kinds: string[], more: object = {}) =>
      ask({ query: 'balance a rotor blade', kinds, ...more }, A, own);
    /** Reads the receipt, with these headers, in each way in which receipts can be read. */
    const doors = async (id: string, headers: Record<string, string>) => {
      const url = `${service.url}/graphql?${new URLSearchParams({ query: RECEIPT, variables: JSON.stringify({ id }) }).toString()}`;
      const byGet = await fetch(url, {
        headers: { 'x-namespace': own, 'mercurius-require-preflight': '1', ...headers },
      });
      const socket = createClient({
        url: `${service.url.replace('http', 'ws')}/graphql`,
        connectionParams: { 'x-namespace': own, ...headers },
        webSocketImpl: WebSocket,
        retryAttempts: 0,
      });
      const bySocket: unknown[] = [];
      for await (const result of socket.iterate({ query: RECEIPT, variables: { id } })) bySocket.push(result);
      await socket.dispose();
      const answers = [
        await service.graphql(own, RECEIPT, { id }, headers),
        (await byGet.json()) as { data: unknown },
        ...(bySocket as { data: unknown }[]),
      ];
      expect(answers).toHaveLength(3);
      return answers.map(({ data }) => (data as { receipt: Record<string, unknown> }).receipt);
    };

    let project: Context;
    let team: Context;
    beforeAll(async () => {
      await record('TEAM', 'shimming', A);
      team = await about(['MEMORY']);
      await record('PROJECT', 'quicksilver', A);
      project = await about(['MEMORY']);
    });

    it('is given to the team and project that asked, at every door', async () => {
      expect(project.text).toContain('quicksilver');
      expect(project.text).toContain('shimming');
      for (const receipt of await doors(project.receiptId, A)) {
        expect(receipt).toMatchObject({ text: project.text, query: 'balance a rotor blade' });
      }
    });

    it('is no receipt for others, at every door, even if they see all of that', async () => {
      for (const headers of [STRANGER, SAME_TEAM, SAME_PROJECT, {}]) {
        for (const { receiptId } of [project, team]) {
          expect(await doors(receiptId, headers)).toEqual([null, null, null]);
        }
      }
    });
  });

  it('is written for each of 32 contexts that arrive together', async () => {
    const contexts = await Promise.all(Array.from({ length: 32 }, () => ask({ query: 'plot a signal' })));
    const receipts = await Promise.all(contexts.map(({ receiptId }) => receiptOf(receiptId)));
    expect(receipts.every((receipt) => receipt?.items.length === contexts[0]?.hits.length)).toBe(true);
  });
});

describe('status', () => {
  it('counts the knowledge of the namespace by kind', async () => {
    const { status } = await service.data<{ status: Record<string, unknown> }>(
      namespace,
      '{ status { version counts { kind count } database { product edition managed readOnly indexesOnline } embedder { provider } llm { configured model reachable } migrations dataMigrations { name } } }',
    );
    expect(status).toMatchObject({
      version: '0.3.0',
      counts: expect.arrayContaining([{ kind: 'ITEM', count: 4 }]),
      database: { product: 'Neo4j Kernel', edition: 'community', managed: false, readOnly: false },
      embedder: { provider: 'none' },
      llm: { configured: false, model: null, reachable: null },
    });
    expect(status['migrations']).toContain('schema/002-knowledge');
    expect(status['dataMigrations']).toEqual([]);
  });
});
