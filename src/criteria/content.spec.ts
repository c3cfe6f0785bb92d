import { describe, expect, it } from 'vitest';
import { cpuTime, expectCpuTime } from '../../test/support/cpu-time.js';
import { type Content, readContent } from './content.js';
import { countParagraphs, countSentences, countWords, headings } from './words.js';

const read = (content: string, name = 'answer.txt', mimeType?: string): Content =>
  readContent([{ name, content, mimeType }]);

describe('numbers', () => {
  it.each([
    ['JSON', '[2, 3, 5, 7]'],
    ['JSON of strings', '["2","3","5","7"]'],
    ['JSON with a name', '{"primes": [2, 3, 5, 7], "count": 4}'],
    ['JSON rows', '[{"n":1,"prime":2},{"n":2,"prime":3},{"n":3,"prime":5},{"n":4,"prime":7}]'],
    ['JSON in a fence', 'Here you are:\n```json\n[2, 3,\n5, 7]\n```\nThat was all 4.'],
    ['a fence without a language', '```\n2 3 5 7\n```'],
    ['a literal in a fence of a language', '```python\nprimes = [2, 3, 5, 7]\n```'],
    ['commas', '2,3,5,7'],
    ['commas and spaces', '2, 3, 5, 7'],
    ['spaces', '2 3 5 7'],
    ['lines', '2\n3\n5\n7\n'],
    ['rows of different length', '2 3 5\n7'],
    ['semicolons', '2; 3; 5; 7'],
    ['a sentence', 'The first 4 prime numbers are 2, 3, 5 and 7.'],
    ['a sentence in front', 'Here are the first 4 prime numbers:\n\n2, 3, 5, 7\n\nAll 4 were checked.'],
    ['labelled lines', 'First 2: 2, 3\nNext 2: 5, 7'],
    ['bullets', '- 2\n- 3\n- 5\n- 7'],
    ['a numbered list', '1. 2\n2. 3\n3. 5\n4. 7'],
    ['bold', '**2**, **3**, **5**, **7**'],
    ['CSV with a head', 'prime\n2\n3\n5\n7'],
    ['CSV with an index', 'index,prime\n1,2\n2,3\n3,5\n4,7'],
    ['a Markdown table', '| n | prime |\n|---|---|\n| 1 | 2 |\n| 2 | 3 |\n| 3 | 5 |\n| 4 | 7 |'],
  ])('are read from %s', (_, text) => {
    const content = read(text);
    expect(content.numbers).toEqual([2, 3, 5, 7]);
    expect(content.isNumeric).toBe(true);
    expect(content.type).toBe('numbers');
  });

  it.each([
    ['997, 1,009, 1,013', [997, 1009, 1013]],
    ['1,009\n1,013\n12,345,678', [1009, 1013, 12_345_678]],
    ['The sum is 1,234.', [1234]],
    ['101,103,107', [101, 103, 107]],
    ['101,103\n107,109', [101, 103, 107, 109]],
    ['-1, 2.5, 3e2, +4', [-1, 2.5, 300, 4]],
  ])('of %j are %j', (text, numbers) => expect(read(text).numbers).toEqual(numbers));

  it('of several documents are read in order', () => {
    const documents = [
      { name: 'a.csv', content: '2,3' },
      { name: 'b.csv', content: '5,7' },
    ];
    expect(readContent(documents).numbers).toEqual([2, 3, 5, 7]);
  });

  it('in an essay are no data', () => {
    const essay = `${'Trust in a method grows with evidence that speaks for it, and shrinks with what does not. '.repeat(6)}In 2024, 2025 it grew.`;
    expect(read(essay)).toMatchObject({ type: 'text', isNumeric: false });
  });
});

const PYTHON = `def is_prime(n):
    if n < 2:
        return False
    for d in range(2, int(n ** 0.5) + 1):
        if n % d == 0:
            return False
    return True

primes = [n for n in range(2, 7920) if is_prime(n)]
print(primes)`;

describe('code', () => {
  it.each([
    ['bare', PYTHON],
    [
      'in a fence',
      `Here is a script that prints the first 1000 primes:\n\n\`\`\`python\n${PYTHON}\n\`\`\`\n\nRun it with Python 3.`,
    ],
    ['in a fence without a language', `\`\`\`\n${PYTHON}\n\`\`\``],
    ['in an unclosed fence', `\`\`\`python\n${PYTHON}`],
    ['in one line', 'print([n for n in range(2, 7920) if all(n % d for d in range(2, n))])'],
    [
      'JavaScript',
      'const primes = [];\nfor (let n = 2; primes.length < 1000; n++) {\n  if (isPrime(n)) primes.push(n);\n}\nconsole.log(primes);',
    ],
    ['SQL', 'SELECT name FROM cities WHERE size > 3;'],
  ])('is seen: %s', (_, text) => expect(read(text)).toMatchObject({ type: 'code', isNumeric: false, numbers: [] }));

  it('beside its result is not what was delivered', () => {
    expect(read(`\`\`\`python\n${PYTHON}\n\`\`\`\nOutput:\n2, 3, 5, 7`)).toMatchObject({
      type: 'numbers',
      numbers: [2, 3, 5, 7],
    });
    expect(
      readContent([
        { name: 'primes.py', content: PYTHON },
        { name: 'primes.txt', content: '2 3 5' },
      ]),
    ).toMatchObject({ type: 'numbers', numbers: [2, 3, 5], setAside: ['primes.py'] });
  });

  it('is not seen in prose, lists or JSON', () => {
    for (const text of [
      'If you wait for it: nothing.\nReturn tomorrow.',
      '{"a": {\n"b": 1\n}}',
      '# Title\n\nSome words; more of them',
    ]) {
      expect(read(text).type).not.toBe('code');
    }
  });
});

describe('lists and tables', () => {
  it.each([
    ['["Berlin","Paris"]'],
    ['- Berlin\n- Paris'],
    ['Here are two:\n\n* **Berlin**\n* **Paris**'],
    ['1. Berlin\n2. Paris'],
    ['Berlin\nParis'],
    ['Two capitals: Berlin, Paris.'],
  ])('reads the entries of %j', (text) => expect(read(text).items).toEqual(['Berlin', 'Paris']));

  it('reads tables', () => {
    const table = {
      columns: ['city', 'note'],
      rows: [
        ['Berlin', 'on the "Spree", big'],
        ['Paris', 'Seine'],
      ],
    };
    expect(read('city,note\nBerlin,"on the ""Spree"", big"\nParis,Seine')).toMatchObject({ type: 'table', table });
    expect(read('[{"city":"Berlin","note":"on the \\"Spree\\", big"},{"city":"Paris","note":"Seine"}]').table).toEqual(
      table,
    );
    expect(read('| city | note |\n|:--|--:|\n| Berlin | x |').table).toEqual({
      columns: ['city', 'note'],
      rows: [['Berlin', 'x']],
    });
  });
});

describe('formats', () => {
  it.each([
    ['json', '{"a": 1}', true],
    ['json', '{"a": 1,}', false],
    ['csv', '2,3,5', true],
    ['csv', 'a,b\n1,2\n3', false],
    ['csv', 'Well, this is only a sentence with one comma.', false],
    ['markdown_table', '| a | b |\n|---|---|\n| 1 | 2 |', true],
    ['markdown', '# Title\n\nText', true],
    ['markdown', 'Text', false],
    ['html', '<h1>Title</h1>', true],
    ['xml', '<?xml version="1.0"?><a><b/></a>', true],
  ])('%s: %j %s', (format, text, expected) => expect(read(text).formats.has(format)).toBe(expected));

  it('knows files by their signature', () => {
    const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');
    expect(read(base64('%PDF-1.7 …')).type).toBe('pdf');
    expect(read(`data:application/pdf;base64,${base64('%PDF-1.7')}`).type).toBe('pdf');
    expect(read(base64('PK\u0003\u0004....word/document.xml')).type).toBe('word');
    expect(read(base64('PK\u0003\u0004....xl/workbook.xml')).type).toBe('excel');
    expect(read(base64('PK\u0003\u0004....'), 'talk.pptx').type).toBe('powerpoint');
    expect(read(base64('PK\u0003\u0004....')).type).toBe('binary');
  });

  it('has nothing to say of nothing', () => {
    expect(readContent([])).toMatchObject({ type: 'empty', formats: new Set() });
    expect(read(' \n ').type).toBe('empty');
  });
});

it('counts words, sentences and paragraphs, and finds headings', () => {
  const text = '# First part\n\nOne two three. Four!\n\n**Second part:**\n\nFive’s fine?';
  expect([countWords('One two-three, it’s 4.'), countSentences('One. Two! Three?'), countParagraphs(text)]).toEqual([
    4, 3, 3,
  ]);
  expect(headings(text)).toEqual(['First part', 'Second part']);
});

it('takes time in proportion to the text', () => {
  const hostile = ['```x\n', '1,', '| a ', '- ', '<a', '"', '1. ', ' \n', '9', '(', '- - - - '];
  for (const part of hostile) {
    expect(
      cpuTime(() => read(part.repeat(100_000 / part.length))),
      part,
    ).toBeLessThan(20_000);
  }
});

describe('content made to take long', () => {
  const LENGTH = 150_000;
  const fill = (unit: string) => unit.repeat(LENGTH / unit.length);
  const row = (index: number) => JSON.stringify({ [`k${index}`]: index });

  it.each([
    ['brackets', fill('[')],
    ['closed brackets', `${'['.repeat(LENGTH / 2)}${']'.repeat(LENGTH / 2)}`],
    ['nested objects', `${'{"a":'.repeat(25_000)}1${'}'.repeat(25_000)}`],
    ['rows of JSON without a common column', `[${Array.from({ length: 30_000 }, (_, index) => row(index)).join()}]`],
    ['numbers', `[${fill('1,')}1]`],
    ['empty lines', `a${fill('\n')}a`],
    ['carriage returns', `a${fill('\r')}a`],
    ['blanks', `a${fill(' ')}a`],
    ['CSV', fill('a,b,c,d\n')],
    ['CSV of one row', fill('a,')],
    ['CSV with quotes', `${'a'.repeat(LENGTH / 2)}${'"'.repeat(LENGTH / 2)}`],
    ['CSV with an open quote', `"${fill('a,b\n')}`],
    ['HTML', `<html>${fill('<table><tr><td>1</td></tr>')}`],
    ['HTML that is all begun', fill('<h1')],
    ['XML', `<a>${fill('<b c="d">1</b>')}</a>`],
    ['code', fill('```js\nx = 1\n```\n')],
    ['code in one line', `def ${fill('a')}`],
    ['lines that begin like code', fill(`public ${'a'.repeat(290)}\n`)],
    ['fences', fill('```\n')],
    ['a list', fill('- a\n')],
    ['dots', `${fill('.')}x`],
    ['marks', `x${fill(': ')}x`],
    ['links', fill('[a](')],
    ['bold', fill('** ')],
    ['primes', fill('2, 3, 5, 7, 11, 13\n')],
    ['numbers far apart', fill(`1${',;'.repeat(19)}x `)],
    ['thousands', fill('1,000,')],
    ['a rule of a table', `a|b\n${fill('-|')}x`],
    ['base64', `UEsDB${fill('A')}!`],
  ])('reads %s in time that grows with their length', (_, text) => {
    expectCpuTime(1_000, () => {
      const content = readContent([{ name: 'a.csv', content: text }]);
      countWords(content.text);
      countSentences(content.text);
      countParagraphs(content.text);
      headings(content.text);
    });
  });

  it('takes no rows from JSON that is nested too deeply or has other keys in each row', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(readContent([{ name: 'a', content: deep }])).toMatchObject({ type: 'json', items: [], table: undefined });
    const wide = JSON.stringify(Array.from({ length: 2_000 }, (_, index) => ({ [`k${index}`]: index })));
    const read = readContent([{ name: 'a', content: wide }]);
    expect(read).toMatchObject({ type: 'json', table: undefined });
    expect(read.items).toHaveLength(2_000);
  });
});
