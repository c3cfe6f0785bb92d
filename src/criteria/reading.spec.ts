import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PHRASES } from './grammar.js';
import { intentOf } from './intent.js';
import { readCriteria } from './reading.js';

describe('a request that is read to its last word', () => {
  it.each<[string, string, string, readonly string[]]>([
    ['Calculate the first 1000 prime numbers', 'numbers', 'raw_data', ['first 1000', 'prime numbers']],
    ['The first 1,000 primes, please!', 'numbers', 'raw_data', ['first 1,000', 'primes']],
    ['What are the first ten Fibonacci numbers?', 'numbers', 'raw_data', ['first ten', 'fibonacci numbers']],
    ['Give me all primes below 100', 'numbers', 'raw_data', ['all primes below 100']],
    ['List the even numbers from 10 to 50', 'numbers', 'raw_data', ['even numbers from 10 to 50']],
    ['Give me 5 even numbers', 'numbers', 'raw_data', ['5', 'even numbers']],
    ['First 5 squares as a JSON array', 'numbers', 'json', ['first 5', 'squares', 'json array']],
    ['A table with the columns name, age and 3 rows', 'table', 'raw_data', ['columns name, age', '3 rows']],
    ['Write a text of 50 to 80 words that mentions "sea"', 'text', 'text', ['50 to 80 words', 'mentions "sea"']],
    ['Summarise this text in two sentences', 'text', 'text', ['two sentences', 'Summarise this text in two sentences']],
    ['Translate into German: I am late.', 'text', 'text', ['Translate into German']],
    ['Sort these numbers: 3, -1, 20', 'list', 'raw_data', ['in this order: -1, 3, 20']],
    ['Sort these names by last name: Ada Lovelace, Alan Ade', 'list', 'raw_data', ['in this order: Alan Ade, Ada Lovelace']],
  ])('%j states its criteria', (prompt, dataType, expectedFormat, texts) => {
    const intent = intentOf(prompt);
    expect(intent).toMatchObject({ dataType, expectedFormat, unread: [] });
    expect(intent.criteria.map(({ text, stated }) => [text, stated])).toEqual(texts.map((text) => [text, true]));
  }); // prettier-ignore

  it('means exactly the terms of the sequence', () => {
    expect(intentOf('the first 5 primes above 100').criteria[0]?.check).toEqual({
      numbers: { first: 5, property: ['prime'], between: { above: 100 } },
    });
    expect(intentOf('multiples of 7 between 10 and 50').criteria).toEqual([
      {
        text: 'multiples of 7 between 10 and 50',
        check: { numbers: { all: true, property: ['multiple of 7'], between: { min: 10, max: 50 } } },
        stated: true,
      },
    ]);
  });
});

describe('a request with a word that is not read', () => {
  it.each([
    'How many primes are below 100?',
    'The sum of the first 10 primes',
    'The number of primes below 50',
    'The last 5 primes below 100',
    'Name five rivers',
    'List 12 rue des Lilas',
    'Prime numbers below 20 and even numbers below 10',
    'The first 10 primes and the first 5 squares',
    'Explain the first 10 primes',
    'Summarise the history of Rome in two sentences',
    'Sort these dates: 3 May, 1 April',
    'Sort these names: Ann, Bob, Ann',
    'Make a 7-day plan, one line per day',
    'Berechne die ersten 10 Primzahlen',
    'Give me all',
  ])('%j only gives guesses', (prompt) => {
    const { unread, criteria } = intentOf(prompt);
    expect(unread).not.toEqual([]);
    expect(criteria.filter(({ stated }) => stated)).toEqual([]);
  });

  it.each([
    ['Compute the mean of my grades', 'numbers', 'raw_data'],
    ['Create a Word document about primes', 'document', 'docx'],
    ['Write a function that sorts words', 'code', 'code'],
    ['Analyze the sales of this year', 'analysis', 'text'],
    ['Make a table of my friends', 'table', 'raw_data'],
    ['List my friends as JSON', 'json', 'json'],
    ['Write a summary of the function', 'text', 'text'],
    ['What is a CSV file?', 'text', 'text'],
    ['How do I read JSON in a table?', 'text', 'text'],
  ])('%j is guessed to ask for %s as %s', (prompt, dataType, expectedFormat) => {
    expect(intentOf(prompt)).toMatchObject({ dataType, expectedFormat });
  });
});

describe('criteria in words', () => {
  it.each<[string, object]>([
    ['at most 200 words', { count: { unit: 'WORDS', max: 200 } }],
    ['fewer than 50 words', { count: { unit: 'WORDS', max: 49 } }],
    ['more than 2 lines', { count: { unit: 'LINES', min: 3 } }],
    ['3 or more rows', { count: { unit: 'ROWS', min: 3 } }],
    ['between 2 and 4 sentences', { count: { unit: 'SENTENCES', min: 2, max: 4 } }],
    ['about 100 words', { count: { unit: 'WORDS', min: 90, max: 111 } }],
    ['no duplicates', { count: { unit: 'ITEMS', distinct: true } }],
    ['keys id, first name and email', { keys: ['id', 'first name', 'email'] }],
    ['sections Introduction, Results', { sections: ['Introduction', 'Results'] }],
    ['does not mention "a.b"', { lacks: ['a\\.b'] }],
    ['in descending order', { order: 'DESCENDING' }],
    ['prime', { numbers: { property: ['prime'] } }],
    ['numbers between 1 and 10', { numbers: { between: { min: 1, max: 10 } } }],
    ['valid JSON object', { jsonSchema: { type: 'object' } }],
    ['no code', { kind: 'DATA' }],
    ['rhymes', { judge: 'MODEL' }],
    ['prime numbers that are palindromes', { judge: 'MODEL' }],
    ['not prime numbers', { judge: 'MODEL' }],
  ])('%j is %j', (text, check) => expect(readCriteria([text], true)).toMatchObject([{ check, stated: true }]));

  it('are read together, in their order', () => {
    const texts = ['rhymes', 'first 10', 'prime numbers'];
    expect(readCriteria(texts, true).map(({ text }) => text)).toEqual(texts);
    expect(readCriteria(texts, true)[1]?.check).toEqual({ numbers: { first: 10, property: ['prime'] } });
  });
});

it('the table in docs/adaptive.md is that of the grammar', () => {
  const page = readFileSync(new URL('../../docs/adaptive.md', import.meta.url), 'utf8');
  const [, table = ''] = /\| phrase \| check \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(page) ?? [];
  expect(table).toBe(PHRASES.map(({ example, gives }) => `| ${example} | ${gives} |\n`).join(''));
});
