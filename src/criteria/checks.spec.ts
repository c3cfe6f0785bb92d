import { describe, expect, it } from 'vitest';
import { judge } from './checks.js';
import { readContent } from './content.js';
import type { CriterionInput } from './criteria.inputs.js';
import { givenCriteria } from './given-criteria.js';
import { readCriteria } from './reading.js';

const finding = (check: object, content: string) => judge(check, 'it', readContent([{ name: 'answer', content }]));
const found = (text: string, content: string) =>
  readCriteria([text], true).map((one) => judge(one.check, one.text, readContent([{ name: 'answer', content }])));

describe('criteria in words', () => {
  it.each<[string, string, boolean | undefined]>([
    ['exactly 3 items', '- a\n- b\n- c', true],
    ['at least 4 items', '- a\n- b\n- c', false],
    ['5 numbers', '1 2 3 4 5', true],
    ['at most 5 words', 'One two three, four five six.', false],
    ['between 2 and 3 sentences', 'One here. Two here!', true],
    ['2 paragraphs', 'One.\n\nTwo.', true],
    ['even numbers', '2, 4, 6', true],
    ['odd numbers', '1, 3, 4', false],
    ['multiples of 7', '7 14 21', true],
    ['between 1 and 10', '1 5 11', false],
    ['below 10', '1 5 10', false],
    ['all prime numbers below 10', '2, 3, 5, 7', true],
    ['all prime numbers below 10', '2, 3, 7', false],
    ['in ascending order', '1 2 2 5', true],
    ['descending', '3 2 4', false],
    ['alphabetically', '- Äpfel\n- Birnen\n- zebra', true],
    ['alphabetically', '- b\n- a', false],
    ['unique', '- a\n- b\n- A', false],
    ['mentions "sea" and "wind"', 'The SEA and the wind', true],
    ['mentions "sea" and "wind"', 'The sea', false],
    ['does not mention "price"', 'No prices: price 3', false],
    ['sections Introduction, Results', '# Introduction\nx\n## Results\ny', true],
    ['columns name, age', 'name,age\nAnn,3\nBob,4', true],
    ['columns name, city', 'name,age\nAnn,3\nBob,4', false],
    ['columns cost, time', '| | Bike | Car |\n|---|---|---|\n| Cost | 0 | 9 |\n| Time | 5 | 2 |', true],
    ['prime numbers', '900719925474099301 2', undefined],
    ['written in German', 'Hallo', undefined],
  ])('%j of %j: %s', (criterion, content, expected) => {
    expect(found(criterion, content).map(({ met }) => met)).toEqual([expected]);
  });

  it('give credit for what is there, and name at most five of what is wrong', () => {
    expect(found('10 items', '- a\n- b\n- c\n- d')[0]?.credit).toBe(0.4);
    expect(found('mentions "a", "b" and "z"', 'a b')[0]?.credit).toBeCloseTo(2 / 3, 12);
    expect(found('even numbers', '1 3 5 7 9 11 13')[0]?.issue).toBe(
      'even numbers: 1 is no even number, 3 is no even number, 5 is no even number, 7 is no even number, 9 is no even number and 2 more',
    );
  });
});

describe('criteria as data', () => {
  it.each<[object, string, boolean | undefined]>([
    [{ numbers: { first: 5, property: ['fibonacci'] } }, '0 1 1 2 3', true],
    [{ numbers: { first: 5, property: ['fibonacci'] } }, '1, 1, 2, 3, 5', true],
    [{ numbers: { first: 3, property: ['even'] } }, '2 4 8', false],
    [{ numbers: { equal: [3, 1, 2] } }, '1, 2, 3', true],
    [{ numbers: { equal: [3, 1, 2] } }, '1, 2, 3, 4', false],
    [{ numbers: { equal: [12] } }, '15 % of 80 is 12.', true],
    [{ numbers: { equal: [12] } }, '15 % of 80 is 13.', false],
    [{ numbers: { equal: [12] } }, 'From 10 it grew by 12 to 22.', undefined],
    [{ numbers: { equal: [3.8712] } }, 'Each adds $3.87.', true],
    [{ equals: { set: ['Io', 'Europa'] } }, '- Europa\n- Io (moon)', true],
    [{ equals: { set: ['Io', 'Europa'] } }, 'Europa, Titan', false],
    [{ equals: { list: ['Ada Lovelace', 'Alan Turing'] } }, 'Lovelace, Turing', true],
    [{ equals: { list: ['Ada Lovelace', 'Alan Turing'] } }, 'Turing, Lovelace', false],
    [{ equals: { list: ['a', 'b'] } }, 'The order is a before b, as always.', undefined],
    [{ order: 'ASCENDING' }, 'name,start\nAnn,2019-03-01\nBob,2020-01-15', true],
    [{ keys: ['id', 'first_name'] }, '{"id": 1, "firstName": "x"}', true],
    [{ keys: ['id'] }, 'id: 1', false],
    [{ jsonSchema: { type: 'array', items: { type: 'string' } } }, '["a", 1]', false],
    [{ jsonSchema: { pattern: '^(a+)+$' } }, `"${'a'.repeat(40)}!"`, false],
    [{ matches: ['^total: \\d+$'] }, 'x\nTotal: 12\ny', true],
    [{ lacks: ['sorry'] }, 'Sorry!', false],
    [{ kind: 'DATA' }, 'print(1)\nprint(2)', false],
    [{ kind: 'CODE' }, '```js\nlet x = 1;\n```', true],
    [{ kind: 'CODE' }, 'I would write a loop.', false],
    [{ judge: 'REVIEWER' }, 'anything', undefined],
  ])('%j of %j: %s', (check, content, expected) => expect(finding(check, content).met).toBe(expected));

  it.each<[object, string, string]>([
    [{}, 'c.0', 'isDefined'],
    [{ check: {} }, 'c.0.check', 'isOneOf'],
    [{ check: { kind: 'DATA', order: 'ASCENDING' } }, 'c.0.check', 'isOneOf'],
    [{ check: { judge: 'AGENT' } }, 'c.0.text', 'isDefined'],
    [{ check: { equals: {} } }, 'c.0.check.equals', 'isOneOf'],
    [{ check: { count: { unit: 'WORDS' } } }, 'c.0.check.count', 'isDefined'],
    [{ check: { count: { unit: 'WORDS', min: 3, max: 2 } } }, 'c.0.check.count.max', 'min'],
    [{ check: { numbers: {} } }, 'c.0.check.numbers', 'isOneOf'],
    [{ check: { numbers: { property: ['prime', 'nice'] } } }, 'c.0.check.numbers.property.1', 'isProperty'],
    [{ check: { numbers: { first: 3 } } }, 'c.0.check.numbers.property', 'isDefined'],
    [{ check: { numbers: { all: true, property: ['prime'] } } }, 'c.0.check.numbers.between', 'isDefined'],
    [{ check: { matches: ['a', '(?=b)'] } }, 'c.0.check.matches.1', 'isExpression'],
  ])('%j is refused at %s', (input, path, rule) => {
    expect(() => givenCriteria([input as CriterionInput], 'c')).toThrow(
      expect.objectContaining({ fields: [expect.objectContaining({ path, rule })] }) as Error,
    );
  });

  it('have a text of their own, and are read from words without a check', () => {
    const given = [{ check: { count: { unit: 'WORDS', max: 9 } } }, { text: 'first 3 primes' }] as CriterionInput[];
    expect(givenCriteria(given, 'c').map(({ text }) => text)).toEqual(['at most 9 words', 'first 3', 'primes']);
  });
});
