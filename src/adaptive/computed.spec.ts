import { describe, expect, it } from 'vitest';
import { expectSteadyTime } from '../../test/support/cpu-time.js';
import { readContent } from './content.js';
import { intentOf } from './intent.js';
import { draftOf, verdictOf } from './verdict.js';

function verdict(objective: string, answer: string) {
  const intent = intentOf(objective);
  const content = readContent([{ name: 'a.txt', content: answer }]);
  return verdictOf(intent, content, draftOf(intent, content, objective)).verdict;
}

describe('a value that a rule can work out', () => {
  it.each([
    ['What is the 5th prime number?', '11', '13'],
    ['Wie lautet die 5. Primzahl?', '11', '7'],
    ['Calculate 12% of 50', '12% of 50 is 6', '12% of 50 is 60'],
    ['Calcule 12,5 % de 50'.replace(',5', ''), '6', '6,5'],
    ['What is the average of 2, 4 and 9?', 'It is 5.', 'It is 7.5.'],
    ['Square root of 81', '9', '8'],
    ['How many seconds are 2 minutes?', '120', '60'],
    ['12 * 12 = ?', '144', '124'],
  ])('%s', (objective, right, wrong) => {
    expect([verdict(objective, right), verdict(objective, wrong)]).toEqual(['SUCCESS', 'FAILURE']);
  });
});

describe('a request that is put together', () => {
  it.each([
    ['List all primes below 20', '2, 3, 5, 7, 11, 13, 17, 19', '2, 3, 5, 7, 11, 13, 17'],
    ['All even numbers between 2 and 8', '2, 4, 6, 8', '2, 4, 6'],
    ['A table with 2 rows and the columns id, total', 'id,total\na,b\nc,d', 'id,name\na,b\nc,d'],
    ['Nenne drei Farben', 'rot, grün, blau', 'rot, grün'],
  ])('%s', (objective, right, wrong) => {
    expect([verdict(objective, right), verdict(objective, wrong)]).toEqual(['SUCCESS', 'FAILURE']);
  });

  it.each([
    'Fix the failing test',
    'Create a React component',
    'Korrigiere diesen Code: f(x) {',
    'A bash script to tidy up',
  ])('%s: is for code', (objective) => {
    expect(intentOf(objective)).toMatchObject({ dataType: 'code', expectedFormat: 'code' });
    expect(verdict(objective, 'Tidiness matters in every project of this size.')).toBe('FAILURE');
    expect(verdict(objective, '```js\nf(1);\n```')).toBe('UNDECIDED');
  });
});

it.each(['1, ', 'how many a ', '12 + ', 'with a, ', '"a" ', 'der und ', 'select ', 'f(', '5 gross '])(
  'reads the longest prompts in time that grows with their length: %j',
  (part) => expectSteadyTime((text) => void intentOf(text), part, 20_000, 333),
);
