import { describe, expect, it } from 'vitest';
import { readContent } from './content.js';
import { intentOf } from './intent.js';
import { draftOf, verdictOf } from './verdict.js';

function verdict(objective: string, content: string): string {
  const intent = intentOf(objective);
  const read = readContent([{ name: 'answer.txt', content }]);
  return verdictOf(intent, read, draftOf(intent, read, objective)).verdict;
}

const LINES = (factor: number) =>
  Array.from({ length: 10 }, (_, at) => `${factor} × ${at + 1} = ${factor * (at + 1)}`).join('\n');
const TURNED = '| | Apple | Banana | Kiwi |\n|---|---|---|---|\n| Color | red | yellow | green |';

describe('questions in words that one calculation answers', () => {
  it.each([
    ['What is a 15% tip on 64 dollars?', 'That would be **$9.60**.', '$8.60'],
    ['My bill is 45 dollars, what is a 20% tip?', '$9', '$8'],
    ['Wie viel sind 15 % Trinkgeld auf 64 Euro?', '9,60 Euro', '8,60 Euro'],
    ['split 126 by 7', '18', '17'],
    ['increase 80 by 25%', '100', '105'],
    ['What percentage of 80 is 12?', '12 is 15% of 80.', '12 is 12% of 80.'],
    ['A coat costs 90 dollars and is 20% off. What do I pay?', 'You pay $72.', 'You pay $70.'],
    ['We drove 150 km in 2 hours. What was our average speed?', '75 km/h', '300 km/h'],
    ['What is the area of a room that is 4 m long and 3 m wide?', '12 square metres', '14 square metres'],
    ['What do the odd numbers from 1 to 9 add up to?', 'They add up to 25.', 'They add up to 24.'],
    ['highest common factor of 84 and 36', 'The GCF of 84 and 36 is 12.', '6'],
    ['Was ist das kleinste gemeinsame Vielfache von 10 und 4?', '20', '40'],
    ['Quel est le carré de 17 ?', '289', '279'],
    ['45 in binary', '101101', '101110'],
    ['What is MMXIX as a number?', '2019', '2021'],
    ['Solve 3x + 5 = 20', 'x = 5', 'x = 6'],
    ['round 3.14159 to 2 decimals', '3.14', '3.142'],
    ['If 3 apples cost 2.40, how much do 5 cost?', '4.00', '3.80'],
    ['12 random numbers from 1 to 100', '17, 4, 88, 35, 62, 91, 23, 50, 7, 76, 41, 59', '17, 4, 88'],
  ])('%j: %j is right, %j is wrong', (asked, right, wrong) => {
    expect(verdict(asked, right)).toBe('SUCCESS');
    expect(verdict(asked, wrong)).toBe('FAILURE');
  });

  it('leaves open what is written in groups of digits', () => {
    expect(verdict('45 in binary', '0010 1101')).toBe('UNDECIDED');
  });
});

describe('a sequence below a bound', () => {
  it.each([
    ['Primes below 20', '2, 3, 5, 7, 11, 13, 17, 19', 'SUCCESS'],
    ['Primes below 20', '2, 3, 5, 7', 'FAILURE'],
    // Powers may begin with 1 or with the base.
    ['List all powers of 2 below 100', '2, 4, 8, 16, 32, 64', 'SUCCESS'],
    ['List all powers of 2 below 100', '1, 2, 4, 8, 16, 32, 64', 'SUCCESS'],
    ['List all powers of 2 below 100', '2, 4, 8, 16, 64', 'FAILURE'],
  ])('%j %j: %s', (asked, answer, expected) => expect(verdict(asked, answer)).toBe(expected));
});

describe('other layouts are not rejected', () => {
  it.each([
    ['List 5 fruits', 'Apple / Banana / Cherry / Grape / Pear'],
    ['List 5 fruits', '• Apple • Banana • Cherry • Grape • Pear'],
    ['List 5 fruits', 'Apple Banana Cherry Grape Pear'],
    ['5 emojis for summer', '☀️🏖️🌊🍉😎'],
    ['3 tips to sleep better', 'Go to bed early. Avoid screens. Drink no coffee after noon.'],
    ['table of 3 fruits and their colors', TURNED],
    ['table of 3 fruits and their colors', 'Fruit     Color\nApple     red\nBanana    yellow\nKiwi      green'],
    ['compare 3 phones in a table by price and battery', TURNED],
  ])('%j %j is open', (asked, answer) => expect(verdict(asked, answer)).toBe('UNDECIDED'));

  it.each([
    ['9 times table', LINES(9)],
    ['Das kleine Einmaleins der 7', LINES(7)],
    ['Table de multiplication de 4', LINES(4)],
    ['Table of contents for a cookbook', '1. Soups\n2. Mains'],
    ['Un tableau JSON avec 3 fruits', '["pomme", "poire", "prune"]'],
    ['Wandle dieses JSON in CSV um: [{"a":1,"b":2},{"a":3,"b":4}]', 'a,b\n1,2\n3,4'],
    ['3 five-letter words', 'apple, house, plant'],
  ])('%j %j is right', (asked, answer) => expect(verdict(asked, answer)).not.toBe('FAILURE'));

  it('a times table lacks no product', () => {
    expect(verdict('9 times table', LINES(9))).toBe('SUCCESS');
    expect(verdict('9 times table', LINES(9).replace('= 63', '= 64'))).toBe('FAILURE');
  });
});

describe('data that the request gives', () => {
  it.each([
    ['put these names into a json array: Tom, Tim, Tina', '["Tom", "Tim", "Tina"]', 'SUCCESS'],
    ['put these names into a json array: Tom, Tim, Tina', '["Tom", "Tim"]', 'FAILURE'],
    ['json config for a server: port 8080, host localhost', '{"port": 8080, "host": "localhost"}', 'SUCCESS'],
    ['json config for a server: port 8080, host localhost', '{"port": 8080}', 'UNDECIDED'],
    [
      'JSON that maps dog, cat and bird to their German names',
      '{"dog": "Hund", "cat": "Katze", "bird": "Vogel"}',
      'SUCCESS',
    ],
    ['Extract name and age as json: "Ann is 30 years old"', '{"name": "Ann", "age": 30}', 'SUCCESS'],
    ['Extract name and age as json: "Ann is 30 years old"', '{"name": "Bob", "age": 30}', 'UNDECIDED'],
  ])('%j %j: %s', (asked, answer, expected) => expect(verdict(asked, answer)).toBe(expected));

  it('may contain numbers in quotes', () => {
    const read = readContent([{ name: 'a.txt', content: 'Founded in 1891.' }]);
    const intent = { ...intentOf('Write a text'), successCriteria: ['mentions "1891"'] };
    expect(verdictOf(intent, read, draftOf(intent, read))).toMatchObject({ verdict: 'SUCCESS', qualityScore: 1 });
  });
});

describe('a request that only names a type of data', () => {
  it.each([
    ['Where is the JSON file with the settings?', 'It is in config/settings.json.'],
    ['Which table is free at 8?', 'Table 4 is free at 8.'],
    ['Answer with yes or no: is 7 a prime?', 'Yes'],
    ['print the report', 'Printed on HP-3.'],
    ['upload report.pdf to the shared drive', 'Uploaded report.pdf (214 KB).'],
    ['save these numbers as numbers.txt: 1, 2, 3', 'Saved as numbers.txt.'],
    ['validate this json {"a":1,}', 'It is invalid: there is a trailing comma after 1.'],
    ['Erstelle eine React-Komponente für einen Zähler', 'const Counter = () => <b>0</b>;'],
    ['Write SQL to create a table users with id', 'CREATE TABLE users (\n  id INTEGER PRIMARY KEY\n);'],
    ['curl command that posts json to an api', 'curl -X POST -d \'{"a":1}\' https://api.example'],
    ['resolve the merge conflict in app.js', 'Resolved in app.js: I kept both imports.'],
  ])('%j: %j is not rejected', (asked, answer) => expect(verdict(asked, answer)).not.toBe('FAILURE'));
});
