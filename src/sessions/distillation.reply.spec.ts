import { describe, expect, it } from 'vitest';
import { SessionOutcome } from './distillation.model.js';
import { brokenJson, problemOf, readReply } from './distillation.reply.js';

const read = (reply: string, outcome = SessionOutcome.SUCCESS, max = 3) => readReply(reply, outcome, max);

const SEED = `## Memory 1
**Title**: Wrap errors
**Description**: When an error crosses a package
**Content**: 1. Use fmt.Errorf.
2. Keep %w.

**Note**: a label the format does not know stays text.
**Tags**: go, errors, go
**Outcome**: success
**Turns**: 3, 7-9 and 8

## Memory 2
**Title**: Ignore return values
**Description**: Never do this
**Content**: It hides failures.
**Tags**:
**Outcome**: failure
`;

const FIRST = {
  number: 1,
  title: 'Wrap errors',
  description: 'When an error crosses a package',
  content: '1. Use fmt.Errorf.\n2. Keep %w.\n\n**Note**: a label the format does not know stays text.',
  tags: ['go', 'errors'],
  outcome: 'SUCCESS',
  turns: [3, 7, 8, 9],
};
const SECOND = {
  number: 2,
  title: 'Ignore return values',
  description: 'Never do this',
  content: 'It hides failures.',
  tags: [],
  outcome: 'FAILURE',
  turns: [],
};

describe('readReply', () => {
  it('reads the sections of the seed', () => {
    expect(read(SEED)).toEqual({ extractions: [FIRST, SECOND], problems: [] });
  });

  it.each([
    ['colons inside the bold', SEED.replaceAll(/(?<!Note)\*\*:/g, ':**')],
    [
      'no bold at all',
      SEED.replace('**Note**', 'Remark')
        .replaceAll(/\*\*(\w+)\*\*/g, '$1')
        .replace('Remark', '**Note**'),
    ],
    ['list marks', SEED.replaceAll(/^\*\*(?!Note)/gm, '- **')],
    [
      'a preamble and rules between',
      `Here they are:\n\n${SEED.replace('\n\n## Memory 2', '\n\n---\n\n### Memory 2: two')}\n---\n`,
    ],
    ['thoughts before', `<think>## Memory 1\n**Title**: not this</think>\n${SEED}`],
    ['Windows line ends', SEED.replaceAll('\n', '\r\n')],
  ])('reads them with %s', (_, reply) => {
    expect(read(reply)).toEqual({ extractions: [FIRST, SECOND], problems: [] });
  });

  it('takes labels inside a code block as text', () => {
    const reply =
      '## Memory 1\n**Title**: t\n**Description**: d\n**Content**: run\n```yaml\n**Tags**: x\n```\n**Tags**: y';
    expect(read(reply)).toMatchObject({ extractions: [{ content: 'run\n```yaml\n**Tags**: x\n```', tags: ['y'] }] });
  });

  it.each([
    ['a heading', '```md\n## Memory 2\n**Title**: x\n```'],
    ['a heading within a longer fence', '````md\n```\n## Memory 2\n```\n````'],
    ['a heading within another fence', '~~~\n```\n## Memory 2\n~~~'],
    ['a heading that speaks of memory', '## Memory usage\nIt grew.'],
  ])('does not part a memory at %s in its content', (_, code) => {
    const reply = `## Memory 1\n**Title**: t\n**Description**: d\n**Content**: run\n${code}\n**Tags**: y`;
    expect(read(reply)).toEqual({
      extractions: [expect.objectContaining({ content: `run\n${code}`, tags: ['y'] }) as unknown],
      problems: [],
    });
  });

  it('reads the memories after a fence that is not closed', () => {
    expect(read(SEED.replace('2. Keep %w.', '```go\nfmt'))).toMatchObject({ extractions: [{}, SECOND] });
  });

  it.each([
    ['bold', '**Tags**: go, errors\n**Confidence**: 0.9, high'],
    ['colons inside the bold', '**Tags**: go, errors\n**Applies to:** all, of it'],
    ['plain', '**Tags**: go, errors\nConfidence: high, or so'],
    ['in a list', '- **Tags**: go, errors\n- **Confidence**: high, or so'],
    ['in another language', '**Tags**: go, errors\n**Zuversicht**: hoch, meist'],
    ['with tags one a line', '**Tags**:\n- go\n- errors\n\n**Confidence**: high'],
    ['behind the outcome', '**Tags**: go, errors\n**Outcome**: success\n**Confidence**: fail-safe'],
  ])('keeps a label that it does not know out of the tags and the outcome: %s', (_, labels) => {
    const reply = `## Memory 1\n**Title**: t\n**Description**: d\n**Content**: c\n${labels}\n`;
    expect(read(reply)).toMatchObject({ extractions: [{ tags: ['go', 'errors'], outcome: 'SUCCESS' }], problems: [] });
  });

  it.each([
    ['a list without headings', '- **Title**: t\n- **Description**: d\n- **Content**: c'],
    ['a list with dashes', '## Memory 1\n- Title – t\n- Description – d\n- Content – c'],
    ['translated', '## Erinnerung 1\n**Titel**: t\n**Beschreibung**: d\n**Inhalt**: c'],
    ['translated but for the heading', '## Memory 1\n**Titre** : t\n**Contenu** : c'],
    ['words alone', 'I liked it.'],
  ])('tells what is wrong with labels as %s, so that the model is asked again', (_, reply) => {
    expect(problemOf(reply, SessionOutcome.SUCCESS)).toEqual({ problem: expect.stringMatching(/Memory 1/) as unknown });
  });

  it('has nothing to say of a reply that it reads', () => {
    for (const reply of [SEED, '[]', 'NO_EXTRACTIONS'])
      expect(problemOf(reply, SessionOutcome.SUCCESS)).toBeUndefined();
    expect(problemOf('[{"title": "a" "b"}]', SessionOutcome.SUCCESS)).toMatchObject({
      parserSays: expect.any(String) as unknown,
    });
  });

  const json = { ...FIRST, number: undefined };
  it.each([
    ['a list', JSON.stringify([{ ...json, outcome: 'success' }])],
    ['an object that holds one', JSON.stringify({ memories: [{ ...json, tags: 'go, errors', turns: '3, 7-9' }] })],
    ['a fenced list with words around', `Sure:\n\`\`\`json\n${JSON.stringify([json])}\n\`\`\`\nDone.`],
    ['a single memory', JSON.stringify(json)],
    [
      'words around, without a fence',
      `Here are the memories:\n\n${JSON.stringify([json], null, 2)}\n\nThat is all [1].`,
    ],
    ['a fence that ends on the last line', `\`\`\`json\n${JSON.stringify([json])}\`\`\``],
    [
      'a fence in capitals, and one inside a text',
      `\`\`\`JSON\n${JSON.stringify([json])}\n\`\`\`\nRun \`\`\`ls\`\`\`.`,
    ],
    ['a fence that is not closed', `\`\`\`json\n${JSON.stringify([json])}`],
    ['words before in the same line', `Sure: ${JSON.stringify([json])}`],
    ['brackets in the words before', `I read turns [3] and {7}:\n${JSON.stringify([json])}`],
  ])('reads JSON: %s', (_, reply) => {
    expect(read(reply)).toEqual({ extractions: [FIRST], problems: [] });
  });

  it.each(['NO_EXTRACTIONS', ' `NO_EXTRACTIONS`.\n', 'Nothing here.\n\nNO_EXTRACTIONS', '[]', '{"memories":[]}'])(
    'takes %j for nothing',
    (reply) => {
      expect(read(reply)).toEqual({ extractions: [], problems: [] });
    },
  );

  it.each(['I could not decide.', '{"answer": 42}', '[1', '', '## Memory 1\n**Title**: only a title'])(
    'cannot read %j',
    (reply) => {
      expect(read(reply)).toMatchObject({ unreadable: expect.stringMatching(/Memory 1/) as unknown });
    },
  );

  it('leaves out a memory that lacks a part, and keeps the number of the others', () => {
    expect(read(SEED.replace('**Content**: 1. Use', '**Approach**: 1. Use'))).toEqual({
      extractions: [SECOND],
      problems: ['Memory 1 is left out: it has no content'],
    });
    expect(read(JSON.stringify([{ title: 't' }, 7, json]))).toMatchObject({
      extractions: [{ number: 3 }],
      problems: [{}, {}],
    });
  });

  it('takes no more than it may', () => {
    expect(read(SEED, SessionOutcome.SUCCESS, 1)).toEqual({
      extractions: [FIRST],
      problems: ['Memory 2 is left out: at most 1 are taken of a session'],
    });
  });

  it('gives a memory without an outcome that of its session, where there is one', () => {
    const reply = SEED.replace('**Outcome**: failure', '');
    expect(read(reply, SessionOutcome.FAILURE)).toMatchObject({ extractions: [{}, { outcome: 'FAILURE' }] });
    expect(read(reply, SessionOutcome.UNKNOWN)).toMatchObject({
      problems: ['Memory 2 is left out: its outcome is neither success nor failure'],
    });
  });

  it('shortens what is over the bounds of a memory', () => {
    const reply = `## Memory 1\n**Title**: ${'t'.repeat(300)}\n**Description**: d\n**Content**: ${'c'.repeat(30_000)}`;
    const content = `${'c'.repeat(19_999)}…`;
    expect(read(reply)).toMatchObject({ extractions: [{ title: `${'t'.repeat(199)}…`, content }] });
  });

  it.each([
    ['1-1000000', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
    ['9-7', []],
    ['[4], turn 2', [2, 4]],
    ['all of them', []],
  ])('reads %j for the turns a memory rests on', (turns, numbers) => {
    const reply = SEED.replace('3, 7-9 and 8', turns);
    expect(read(reply)).toMatchObject({ extractions: [{ turns: numbers }, {}] });
  });

  it.each([
    ['alone', '[{"title": "a" "b"}]'],
    ['that ends too early', '{"memories": [{"title": "a"'],
    ['in a fence', '```json\n[{"title": "a",}]\n```'],
    ['in a fence that ends on the last line', '```json\n[{"title": "a",}]```'],
    ['in a fence that is not closed', 'Sure:\n```json\n[{"title": "a"'],
    ['after words', 'Here are the memories:\n\n[{"title": "a",}]'],
    ['after words in the same line', 'Sure: [{"title": "a",}]'],
    ['after thoughts', '<think>[1]</think>\n[{"title": "a",}]'],
  ])('names what is wrong with JSON %s', (_, reply) => {
    expect(brokenJson(reply)).toMatch(/JSON/);
  });

  it.each([
    'I could not decide.',
    SEED,
    `${SEED}\n{"a": }`,
    '[]',
    '{"answer": 42}',
    'NO_EXTRACTIONS',
    'As [1] says: no.',
    '[]\nThat is all.',
    '',
  ])('takes %j for no broken JSON', (reply) => {
    expect(brokenJson(reply)).toBeUndefined();
  });

  it('takes a time in proportion to the reply', () => {
    for (const part of [
      '## Memory ',
      '**Title**: ',
      '- ',
      '```',
      '<think>',
      '\n\n',
      '{',
      '[{"',
      '{"title":[',
      'NO_EXTRACTION ',
    ]) {
      expect(read(part.repeat(100_000 / part.length))).toBeDefined();
      brokenJson(part.repeat(100_000 / part.length));
    }
  });
});
