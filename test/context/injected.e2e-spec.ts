import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readsAsOwn } from '../../src/common/prompt-grammar.js';
import { visible } from '../../src/common/prompt-text.js';
import { freshNamespace } from '../support/graph.js';
import { contextService, type TestService } from './support.js';

// Tests the effects of hostile texts that imitate other parts of a prompt. docs/context.md has the table.

const SORTS = parse(readFileSync(new URL('injected-texts.yaml', import.meta.url), 'utf8')) as Record<string, string[]>;
const TEXTS = Object.entries(SORTS).flatMap(([sort, texts]) => texts.map((text) => ({ sort, text })));

const CONTEXT = `query ($input: ContextInput!) { context(input: $input) { text sections { infoType text } } }`;
const PROMPT = 'query ($input: PlanningInput!) { planningPrompt(input: $input) { user } }';
const RECORD = 'mutation ($input: MemoryInput!) { recordMemory(input: $input) { id } }';

/** Characters that some reader takes for the end of a line. */
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u;
/** Invisible letters, and those that reverse the order of others. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;

const linesOf = (text: string) => text.split(LINE_BREAK).map((line) => line.trimEnd());
/** Lines that the service writes itself. */
const ITS_OWN = ['# Memories', '# Knowledge items', 'USING KB ITEMS WITH LEARNINGS:', '---', '---'];
/** True if a line of the prompt begins, without indentation, with a line of the text. */
const beginsLine = (text: string, prompt: string) => {
  const own = linesOf(text.trim()).filter((line) => line.trim() !== '');
  const lines = linesOf(prompt);
  for (const line of ITS_OWN) if (lines.includes(line)) lines.splice(lines.indexOf(line), 1);
  return lines.some((line) => own.some((each) => line.startsWith(each)));
};

let service: TestService;
const namespace = freshNamespace();
/** The prompts made with each text, by the number of the text. */
const made: Record<'memory' | 'piece' | 'item and learning' | 'planning prompt', string>[] = [];

/** Does some work for each text, a few at a time. */
async function inTurns(work: (n: number) => Promise<void>): Promise<void> {
  const left = [...TEXTS.keys()];
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let n = left.shift(); n !== undefined; n = left.shift()) await work(n);
    }),
  );
}

beforeAll(async () => {
  service = await contextService();
  const items = TEXTS.map(({ text }, n) => ({
    knowledge_id: `item${n}`,
    description: `marker${n} ${text}`,
    ui_location: text,
    action_sequence: [text],
    prerequisites: [],
    output_state: `done${n}`,
    doc_citation: text,
    kb_learnings: [
      {
        task: text,
        step_num: 1,
        original_action: { tool_name: 'Click' },
        original_error: text,
        recovery_approach: text,
        timestamp: '2026-01-01T00:00:00Z',
      },
    ],
  }));
  const imported = await service.data(
    namespace,
    'mutation ($items: [JSON!]!) { importCatalog(items: $items) { skipped { index field reason } } }',
    { items },
  );
  expect(imported).toEqual({ importCatalog: { skipped: [] } });
  const pieces = TEXTS.map(({ text }, n) => ({ piece_id: `piece${n}`, title: `marker${n}`, content: text }));
  await service.data(namespace, 'mutation ($document: JSON!) { loadKnowledge(document: $document) { created } }', {
    document: { pieces },
  });
  await inTurns(async (n) => {
    const text = TEXTS[n]?.text ?? '';
    const input = { title: `marker${n}`, description: text, content: text, outcome: 'SUCCESS' };
    await service.data(namespace, RECORD, { input });
  });
  await inTurns(async (n) => {
    const { context } = await service.data<{ context: { sections: { infoType: string; text: string }[] } }>(
      namespace,
      CONTEXT,
      { input: { query: `marker${n}`, kinds: ['ITEM', 'MEMORY', 'PIECE'], maxTokens: 4_000, minMatch: 0 } },
    );
    const { planningPrompt } = await service.data<{ planningPrompt: { user: string } }>(namespace, PROMPT, {
      input: { task: `marker${n}`, first: 1 },
    });
    const section = (...names: string[]) =>
      context.sections.flatMap(({ infoType, text }) => (names.includes(infoType) ? [text] : [])).join('\n');
    const memory = section('memories');
    const item = section('knowledge_items');
    made[n] = {
      memory,
      piece: context.sections
        .flatMap(({ infoType, text }) => (['memories', 'knowledge_items'].includes(infoType) ? [] : [text]))
        .join('\n'),
      'item and learning': item,
      'planning prompt': planningPrompt.user,
    };
  });
});
afterAll(() => service.close());

const of = (n: number) => {
  const each = made[n];
  if (!each) throw new Error(`Nothing was made of text ${n}`);
  return each;
};
/** Returns the texts for which a condition holds, by kind of prompt. */
const where = (holds: (text: string, prompt: string) => boolean) =>
  Object.fromEntries(
    (['memory', 'piece', 'item and learning', 'planning prompt'] as const).map((place) => [
      place,
      TEXTS.filter(({ text }, n) => holds(text, of(n)[place])).map(({ text }) => text),
    ]),
  );

describe('texts that pose as something else', () => {
  it('are at least 40 of at least 8 sorts, and each is in all four prompts', () => {
    expect(TEXTS.length).toBeGreaterThanOrEqual(40);
    expect(Object.keys(SORTS).length).toBeGreaterThanOrEqual(8);
    // Texts are searched by their first word, since lines may be wrapped.
    const absent = where((text, prompt) => !prompt.includes(visible(text.trim()).split(/\s/u)[0] ?? ''));
    expect(absent).toEqual({ memory: [], piece: [], 'item and learning': [], 'planning prompt': [] });
  });

  it('begin no line in an item, a learning or a piece', () => {
    const began = where(beginsLine);
    expect(began.piece).toEqual([]);
    expect(began['item and learning']).toEqual([]);
    expect(began['planning prompt']).toEqual([]);
  });

  it('do not make more entries or sections than there are', () => {
    for (const n of TEXTS.keys()) {
      const { memory, 'item and learning': item } = of(n);
      expect(item.match(/^KB ID: /gmu)).toHaveLength(1);
      expect(item.match(/^# /gmu)).toHaveLength(1);
      const memories = memory.match(/^Memory: /gmu)?.length ?? 0;
      expect(memories).toBeGreaterThanOrEqual(1);
      for (const label of ['ID', 'Outcome', 'Confidence', 'When']) {
        expect(memory.match(new RegExp(`^${label}: `, 'gmu'))).toHaveLength(memories);
      }
    }
  });

  it('are put in as they are: nothing in them is a placeholder', () => {
    for (const [n, { sort, text }] of TEXTS.entries()) {
      if (sort === 'placeholder of a template') expect(of(n).memory).toContain(text.split('\n').at(-1));
    }
  });

  it('begin a line of a memory with their first alone, where it reads as none of the service', () => {
    const own = (text: string) => linesOf(visible(text).trim()).filter((line) => line.trim() !== '');
    const beginsLater = (text: string, prompt: string) =>
      linesOf(prompt).some((line) =>
        own(text)
          .slice(1)
          .some((each) => line.startsWith(each.trimStart())),
      );
    const readsAsService = (text: string, prompt: string) =>
      readsAsOwn(own(text)[0] ?? '') && linesOf(prompt).includes(own(text)[0] ?? '');
    // Lines that the service writes itself are not counted as lines of the text.
    const withoutOwn = (prompt: string) =>
      prompt.replace(/^(?:# Memories|(?:Memory|ID|Outcome|Confidence|When): .*)$/gmu, '');
    expect(where((text, prompt) => beginsLater(text, withoutOwn(prompt))).memory).toEqual([]);
    expect(where((text, prompt) => readsAsService(text, withoutOwn(prompt))).memory).toEqual([]);
  });

  it('bring nothing that nobody sees', () => {
    const seen = where((_, prompt) => INVISIBLE.test(prompt));
    expect(seen).toEqual({ memory: [], piece: [], 'item and learning': [], 'planning prompt': [] });
  });
});
