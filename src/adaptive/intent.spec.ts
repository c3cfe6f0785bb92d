import { describe, expect, it } from 'vitest';
import { intentOf } from './intent.js';

it("gives the object of the design's example", () => {
  expect(intentOf('Compute the first 1000 prime numbers')).toEqual({
    dataType: 'numbers',
    expectedFormat: 'raw_data',
    successCriteria: ['first 1000', 'prime numbers'],
    qualityRequirements: { accuracy: 0.95, completeness: 0.95 },
  });
});

it.each([
  ['Calculate the first 1000 prime numbers', 'numbers', 'raw_data', ['first 1000', 'prime numbers']],
  [
    'List the first 20 even numbers in descending order',
    'numbers',
    'raw_data',
    ['first 20', 'even numbers', 'in descending order'],
  ],
  [
    'Give me the numbers as JSON, not code: 5 primes between 10 and 100',
    'numbers',
    'json',
    ['5 primes', 'between 10 and 100'],
  ],
  ['How many inhabitants has Rome?', 'numbers', 'raw_data', []],
  ['Write a Python function that returns the first 10 primes', 'code', 'code', []],
  ['I need a script in Bash', 'code', 'code', []],
  ['Write a SQL query for the ten largest orders', 'code', 'code', []],
  ['Do not write code. Compute the first 10 squares', 'numbers', 'raw_data', ['first 10', 'squares']],
  ['List 12 European capitals', 'list', 'raw_data', ['12 items']],
  ['Top 5 ideas for a birthday, alphabetically', 'list', 'raw_data', ['top 5', 'alphabetically']],
  [
    'Make a table with the columns name, age and city and at least 3 rows',
    'table',
    'raw_data',
    ['with the columns name, age and city', 'at least 3 rows'],
  ],
  ['Export the orders of 2024 as CSV', 'table', 'csv', []],
  ['Return a JSON object with the weather', 'json', 'json', []],
  [
    'Create a Word document about prime numbers with sections Introduction and Proof',
    'document',
    'docx',
    ['with sections Introduction and Proof'],
  ],
  ['Write a report on our sales, at most 500 words', 'document', 'document', ['at most 500 words']],
  ['Put the numbers into an Excel sheet', 'document', 'xlsx', []],
  ['Analyze the first 100 orders of this report', 'analysis', 'text', []],
  ['What are the pros and cons of graphs?', 'analysis', 'text', []],
  [
    'Write a poem of at most 50 words mentioning "prime numbers"',
    'text',
    'text',
    ['at most 50 words', 'mentioning "prime numbers"'],
  ],
  ['Summarize the table in 3 sentences as markdown', 'text', 'markdown', ['3 sentences']],
  ['Say hello', 'text', 'text', []],
  ['', 'text', 'text', []],
])('reads %j', (prompt, dataType, expectedFormat, successCriteria) => {
  expect(intentOf(prompt)).toMatchObject({ dataType, expectedFormat, successCriteria });
});

describe('quality', () => {
  it.each([
    ['the exact numbers', { accuracy: 1, completeness: 0.95 }],
    ['all primes below 50', { accuracy: 0.95, completeness: 1 }],
    ['a rough estimate of the numbers', { accuracy: 0.8, completeness: 0.8 }],
  ])('of %j', (prompt, expected) => expect(intentOf(prompt).qualityRequirements).toEqual(expected));
});

it('reads no instruction out of a quotation', () => {
  expect(intentOf('Describe the phrase "write a Python script with 10 functions"').dataType).toBe('text');
});
