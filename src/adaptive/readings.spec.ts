import { describe, expect, it } from 'vitest';
import { readContent } from './content.js';
import { findRules } from './criteria-rules.js';
import { checkCriteria } from './criteria.js';
import { intentOf } from './intent.js';
import { draftOf, verdictOf } from './verdict.js';
import { countSentences, withoutRemarks } from './words.js';

// A rule may reject only if it is certain. Each rule is tested with content that meets it, that fails it, and that leaves it
// undecided.

const met = (criterion: string, content: string, expectsNumbers = false) =>
  checkCriteria([criterion], readContent([{ name: 'answer', content }]), expectsNumbers)[0]?.met;
const verdict = (objective: string, answer: string, name = 'a.txt') => {
  const intent = intentOf(objective);
  const content = readContent([{ name, content: answer }]);
  return verdictOf(intent, content, draftOf(intent, content, objective)).verdict;
};
const criteria = (objective: string) => intentOf(objective).successCriteria;

describe('a count', () => {
  it.each<[string, string, boolean | null]>([
    ['about 10 items', '- a\n'.repeat(11), true],
    ['about 10 items', '- a\n'.repeat(14), null],
    ['about 10 items', '- a\n'.repeat(3), false],
    ['likely 4 rows', 'n,m\na,b\nc,d\ne,f\ng,h', true],
    ['likely 4 rows', 'n,m\na,b\nc,d', null],
    ['2 rows', '| a | b |\n|---|---|\n| x | 1 |\n| y | 2 |\n| **Total** | 3 |', true],
    // What is asked for as rows may stand in the columns, unless these are stated.
    ['2 rows', '| a | b |\n|---|---|\n| x | 1 |\n| y | 2 |\n| z | 3 |', null],
    ['2 rows with the columns a, b', '| a | b |\n|---|---|\n| x | 1 |\n| y | 2 |\n| z | 3 |', false],
    ['2 items', '- a\n  - of it\n- b\n  - of it', true],
    ['3 items', '- a\n  - of it\n- b\n  - of it', false],
    ['3 items', '{"a": [1, 2], "b": [3]}', null],
    ['5 items', '{"a": [1, 2], "b": [3]}', false],
    ['2 items', 'Berlin, Germany\nParis, France', null],
    ['2 sentences', 'Mr. Hall paid 3.50 euros. He left.', true],
    ['1 sentence', 'He came. He saw.', false],
    ['at most 4 words', 'Sure, here it is:\n\nTwo wheels, one you.\n\nLet me know if it should be shorter.', true],
    ['at most 3 words', 'Sure, here it is:\n\nTwo wheels, one you.', false],
    ['3 paragraphs', 'Title\n\nOne.\n\nTwo.\n\nThree.', null],
    ['2 lines', 'One\n\nTwo', true],
    ['5 columns', '| Lesson | Mo | Tu | We | Th | Fr |\n|---|---|---|---|---|---|\n| 1 | a | b | c | d | e |', null],
    ['2 numbers', '2 and 3 (2 + 3 = 5)', null],
  ])('%j of %j: %s', (criterion, content, expected) => expect(met(criterion, content)).toBe(expected));

  it('of numbers is not that of entries with a number in one of them', () => {
    expect(met('3 items', '1. Why?\n2. Can you start at 3?\n3. How?')).toBe(true);
    expect(met('3 items', '1. Why?\n2. Can you start at 3?')).toBe(false);
  });

  it.each([
    ['one row per day', []],
    ['one row', ['one row']],
    ['the last 3 months', []],
    ['the last 3 orders', ['last 3']],
    ['first 3 digits', []],
  ])('in %j is %j', (text, phrases) => expect(findRules(text).map(({ phrase }) => phrase)).toEqual(phrases));
});

describe('how many entries a request asks for', () => {
  it.each([
    ['about 10 ideas for lunch', ['about 10 items']],
    ['Name at least 6 rivers', ['at least 6 items']],
    ['Mach mir eine Einkaufsliste mit mindestens 6 Zutaten', ['at least 6 items']],
    ['Cite cinq fruits', ['5 items']],
    ['List ideas for 2 guests', ['likely 2 items']],
    ['a few ideas for a rainy day', ['at least 2 items']],
    ['list the ideas', []],
    ['which months have 31 days? list them', ['likely 12 items']],
    ['List the months', ['12 items']],
    ['table of the squares from 1 to 8', ['likely 8 rows']],
  ])('%j: %j', (objective, expected) => expect(criteria(objective)).toEqual(expected));
});

describe('an order', () => {
  const table = '| Country | People |\n|---|---|\n| Germany | 84 |\n| France | 68 |\n| Italy | 59 |';
  it.each<[string, string, boolean | null]>([
    ['descending', table, true],
    ['descending', table.replace('84', '60'), false],
    ['descending', '- Everest (8,849 m)\n- K2 (8,611 m)', true],
    ['descending', '- Everest\n- K2', null],
    ['alphabetically', '- Zoe Adams\n- Ben Miller', null],
    ['alphabetically', '- The Birds\n- Casablanca', null],
    ['alphabetically', '- pear\n- apple', false],
  ])('%s of %j: %s', (criterion, content, expected) => expect(met(criterion, content)).toBe(expected));
});

describe('names', () => {
  it.each<[string, string, boolean | null]>([
    ['with the keys first name, age', '{"first_name": "A", "age": 3}', true],
    ['with the keys first name, age', '{"first_name": "A"}', false],
    ['object with name and age', '{"name": "A", "age": 3}', true],
    ['object with name and age', '{"full_name": "A", "years": 3}', null],
    ['object with name and age', '{"name": "A"}', false],
    ['columns planet, diameter', 'Planet,Diameter (km)\nEarth,12756\nMars,6792', true],
    ['columns price, name', 'price in euros,name\n3,a\n4,b', null],
    ['columns price, name', 'price,id\n3,a\n4,b', false],
    ['sections Method, Results', '# Method\n\nx\n\n# Results\n\ny', true],
    ['sections Method, Results', 'Method: x, and Results: y.', null],
    ['sections Method, Results', '# Method\n\nx', false],
    ['keeps "Ann", "12"', '| Ann | 12 |', true],
    ['keeps "Ann", "12"', '| Ann | 13 |', null],
  ])('%j of %j: %s', (criterion, content, expected) => expect(met(criterion, content)).toBe(expected));

  it('of columns that are to go are not asked for', () => {
    expect(criteria('Remove the columns a and b from this table')).toEqual([]);
    expect(criteria('A table with the columns a and b')).toEqual(['with the columns a and b']);
  });
});

describe('a number', () => {
  it.each([
    ['How many kilometers are 10 miles?', '10 miles are about 16.09 km (1 mile = 1.609 km).', 'SUCCESS'],
    ['How many kilometers are 10 miles?', 'Some 16 km.', 'UNDECIDED'],
    ['How many kilometers are 10 miles?', '6.2 km', 'FAILURE'],
    ['Wie viele Stunden sind 3 Tage?', '3 Tage sind 72 Stunden.', 'SUCCESS'],
    ['Wie viele Stunden sind 3 Tage?', '36 Stunden', 'FAILURE'],
    ['By what percentage did sales grow from 80 to 100?', 'By 25 %.', 'SUCCESS'],
    ['By what percentage did sales grow from 80 to 100?', 'By 20 %.', 'FAILURE'],
    ['What is the 10th prime?', 'It is 29. The 9th is 23.', 'UNDECIDED'],
    ['How much is 10% of 1,200?', '120', 'UNDECIDED'],
    ['What is the sum of the first 3 primes?', '10', 'SUCCESS'],
    ['What is the sum of the first 3 primes?', '2 + 3 + 5 = 11', 'FAILURE'],
    ['Is 91 a prime number?', 'No, 91 is 7 times 13.', 'UNDECIDED'],
    ['Powers of 2 up to 16', '1, 2, 4, 8, 16', 'SUCCESS'],
    ['Powers of 2 up to 16', '2, 4, 6, 8, 16', 'FAILURE'],
    ['Multiples of 6 below 30', '6, 12, 18, 24', 'SUCCESS'],
    ['Multiples of 6 below 30', '6, 12, 18', 'FAILURE'],
    ['Multiples of 6 below 30', '6, 12, 19', 'FAILURE'],
    ['How many eggs are in a dozen?', 'Twelve.', 'UNDECIDED'],
    ['How many eggs are in a dozen?', 'Eggs come in boxes of all sizes.', 'FAILURE'],
    ['Solve 2x + 3 = 11', 'x = 4', 'SUCCESS'],
  ])('%s %j: %s', (objective, answer, expected) => expect(verdict(objective, answer)).toBe(expected));
});

describe('type and format', () => {
  it.each([
    [
      'Give me a JSON object for a user with name and email',
      'Here it is:\n{"name": "A", "email": "b"}\nEnjoy!',
      'SUCCESS',
    ],
    ['Give me a JSON object for a user with name and email', '{name: A, email: b}', 'FAILURE'],
    ['3 entries as JSON lines', '{"a":1}\n{"a":2}\n{"a":3}', 'SUCCESS'],
    ['JSON array of 2 pets', '{"a":1}\n{"a":2}', 'UNDECIDED'],
    ['CSV with 2 rows and the columns a, b', 'Here is the CSV:\n\na,b\n1,x\n2,y\n\nEnjoy.', 'SUCCESS'],
    ['A slogan of at most 6 words', '"Two wheels, one happy you."', 'SUCCESS'],
    ['geojson point for Berlin', 'Berlin lies in Germany, in the north.', 'FAILURE'],
    ['List 2 git commands', 'git add .\ngit commit();', 'UNDECIDED'],
    [
      'Explain what f(2) does',
      'It adds one to the number that it is given:\n\n```js\nlet y = x + 1;\n```',
      'UNDECIDED',
    ],
    ['Explain what f(2) does', '```js\nlet y = x + 1;\n```', 'FAILURE'],
    ['Name three fruits', 'Pomme, poire et banane.', 'SUCCESS'],
    ['A table of 2 colours', 'red | 1\nblue | 2', 'UNDECIDED'],
    ['A table of 2 colours', 'Red and blue are colours.', 'FAILURE'],
    ['Create a PDF report', 'Saved as report.pdf.', 'UNDECIDED'],
    ['Create a PDF report', 'Sales went up by a third this year.', 'FAILURE'],
    ['convert to CSV: [{"a":1,"b":2},{"a":3,"b":4}]', 'a,b\n1,2\n3,4', 'SUCCESS'],
    ['Post with "deploy done" in #ops', 'Posted.', 'UNDECIDED'],
  ])('%s %j: %s', (objective, answer, expected) => expect(verdict(objective, answer)).toBe(expected));
});

describe('German and French requests', () => {
  it.each([
    ['Alle Vielfachen von 6 unter 50', 'numbers', ['all multiples of 6 below 50']],
    ['Sortiere alphabetisch: Pflaume, Apfel, Kiwi', 'list', ['exactly in this order: "Apfel", "Kiwi", "Pflaume"']],
    ['Behebe den Fehler: for (let i = 0; i <= a.length; i++) f(i);', 'code', []],
    ['Was ist der Durchschnitt von 1,5 und 2,5?', 'numbers', ['durchschnitt']],
    ['Cite 3 sources for this claim', 'list', ['3 items']],
  ])('%j are read as %s', (objective, dataType, expected) => {
    const intent = intentOf(objective);
    expect(intent.dataType).toBe(dataType);
    if (expected[0] !== 'durchschnitt') expect(intent.successCriteria).toEqual(expected);
  });
});

it('takes introductions and closing remarks off, and nothing else', () => {
  expect(withoutRemarks('Sure! Here you go:\n\nA poem.\n\nEnjoy it!')).toBe('A poem.');
  expect(withoutRemarks('Dear Ann,\n\nHow are you?\n\nTom')).toBe('Dear Ann,\n\nHow are you?\n\nTom');
  expect(countSentences(withoutRemarks('Only this one.'))).toBe(1);
});

describe('requests for numbers', () => {
  it.each([
    ['primes between 10 and 20', 'Here are the primes between 10 and 20: 11, 13, 17, 19', 'SUCCESS'],
    ['Nenne die ersten 4 Vielfachen von 2500', '2.500, 5.000, 7.500, 10.000', 'SUCCESS'],
    ['five multiples of 250 above 1000', '1,250\n1,500\n1,750\n2,000\n2,250', 'SUCCESS'],
    ['What is 1200 plus 75?', 'That is 1 275.', 'SUCCESS'],
    ['15% of 60 plus 10', '19', 'SUCCESS'],
    ['15% of 60 plus 10', '9', 'FAILURE'],
    ['3/4 als Prozent', '0,75 %', 'FAILURE'],
    ['10 km in miles', '10 km is about 6.21 miles', 'SUCCESS'],
    ['all even numbers between 10 and 16', '12, 14', 'SUCCESS'],
    ['all even numbers between 10 and 16', '10, 12, 14', 'FAILURE'],
    ['count from 5 to 1', '5, 4, 3, 2, 1', 'SUCCESS'],
    ['count from 5 to 1', '1, 2, 3, 4, 5', 'FAILURE'],
    ['numbers from 2 to 11 in steps of 3', '2, 5, 8, 11', 'SUCCESS'],
    ['numbers from 2 to 11 in steps of 3', '2, 5, 8', 'FAILURE'],
    ['3 numbers divisible by both 2 and 3', '6, 12, 18', 'SUCCESS'],
    ['3 numbers divisible by both 2 and 3', '6, 8, 12', 'FAILURE'],
    ['3 multiples of 2 and 3', '6, 8, 12', 'UNDECIDED'],
    ['integers from -2 to 1', '-2, -1, 0', 'FAILURE'],
    ['drei durch 9 teilbare Zahlen', '9, 27, 44', 'FAILURE'],
    ['the numbers from 1 to 3 squared', '1, 4, 9', 'UNDECIDED'],
    ['the last 3 primes below 50', '2, 3, 5', 'UNDECIDED'],
    ['How many primes are below 20?', 'There are 8.', 'SUCCESS'],
    ['Sortiere die Zahlen 8, 3 und 5 absteigend', '8, 3, 5', 'FAILURE'],
    ['5 words with exactly four letters', 'tree, wolf, moon, candle, bird', 'FAILURE'],
    ['an HTML table with 2 rows', '<table><tr><td>1</td></tr></table>', 'FAILURE'],
  ])('%s: %j is %s', (objective, answer, expected) => expect(verdict(objective, answer)).toBe(expected));
});
