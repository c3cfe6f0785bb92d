import { describe, expect, it } from 'vitest';
import { type RecordProblem, RecordReader, readRecords, shownId } from './record-reader.js';

const LIMITS = { id: 5, json: 20, jsonDepth: 2 };

/** Returns the result of reading a record, and the problems found. */
function reading<Result>(record: Record<string, unknown>, read: (reader: RecordReader) => Result) {
  const problems: RecordProblem[] = [];
  return { value: read(RecordReader.of(record, LIMITS, problems)!), problems };
}

describe('a field', () => {
  const text = (reader: RecordReader) => reader.text('f', { min: 1, max: 3 });
  const id = (reader: RecordReader) => reader.id('f');
  const ids = (reader: RecordReader) => reader.optionalIds('f', 2);
  const texts = (reader: RecordReader) => reader.texts('f', { max: 3, entries: 2 });
  const object = (reader: RecordReader) => reader.object('f');
  const count = (reader: RecordReader) => reader.optionalCount('f', 9);
  const time = (reader: RecordReader) => reader.optionalTime('f')?.toISOString() ?? null;
  it.each([
    [text, 'abc', 'abc'],
    [id, 'a b', 'a b'],
    [ids, ['a', 'b', 'a'].slice(1), ['b', 'a']],
    [ids, ['a', 'a'], ['a']],
    [ids, undefined, []],
    [texts, ['', 'b'], ['', 'b']],
    [object, { a: [] }, { a: [] }],
    [count, 9, 9],
    [count, null, null],
    [time, '2026-03-01', '2026-03-01T00:00:00.000Z'],
    [time, undefined, null],
  ])('%s of %j reads as %j', (read: (reader: RecordReader) => unknown, given, value) => {
    expect(reading({ f: given }, read)).toEqual({ value, problems: [] });
  });

  it.each([
    [text, undefined, '', 'f', 'is missing'],
    [text, null, '', 'f', 'is missing'],
    [text, 1, '', 'f', 'must be a string'],
    [text, ' \t', '', 'f', 'should not be empty'],
    [text, 'abcd', '', 'f', 'must be at most 3 characters long'],
    [id, 'a\u0000', '', 'f', 'must not contain control characters'],
    [id, 'a\ud800', '', 'f', 'must not contain control characters'],
    [id, 'abcdef', '', 'f', 'must be at most 5 characters long'],
    [ids, 'a', [], 'f', 'must be a list of strings'],
    [ids, ['a', 'b', 'c'], [], 'f', 'must have at most 2 entries'],
    [ids, ['a', 7], ['a', ''], 'f.1', 'must be a string'],
    [texts, undefined, [], 'f', 'is missing'],
    [object, [], {}, 'f', 'must be an object'],
    [object, { a: [[]] }, {}, 'f', 'must be at most 2 levels deep'],
    [object, { a: 'x'.repeat(13) }, {}, 'f', 'must be at most 20 characters long as JSON'],
    [count, 1.5, 0, 'f', 'must be a whole number from 0 to 9'],
    [time, '2026-02-30', null, 'f', 'must be an ISO 8601 time such as 2026-03-01T09:30:00Z'],
  ])('%s of %j reads as %j, and %s %s', (read: (reader: RecordReader) => unknown, given, value, field, rule) => {
    expect(reading({ f: given }, read)).toEqual({ value, problems: [{ field, reason: `${field} ${rule}` }] });
  });

  it('of an object inside is named with its path', () => {
    const { problems } = reading({ list: [{ a: 1 }, 2] }, (reader) => {
      const list = reader.value('list') as unknown[];
      list.forEach((entry, index) => reader.inside(entry, `list.${index}`)?.text('a', { max: 1 }));
    });
    expect(problems).toEqual([
      { field: 'list.0.a', reason: 'list.0.a must be a string' },
      { field: 'list.1', reason: 'list.1 must be an object' },
    ]);
  });

  it('that nobody knows is kept, also one called __proto__', () => {
    const record = JSON.parse('{"a":1,"__proto__":{}}') as Record<string, unknown>;
    const { value } = reading(record, (reader) => reader.rest(new Set(['a'])));
    expect(JSON.stringify(value)).toBe('{"__proto__":{}}');
  });
});

it('takes the right records, of one key the first, and tells at most five rules of a wrong one', async () => {
  const { records, skipped } = await readRecords<unknown, string>(['a', 7, 'b', 'a', 'worst'], {
    section: 'nodes',
    idOf: (value) => shownId(value, 1),
    read: (value, index, problems) => {
      if (value === 'worst') for (let n = 0; n < 7; n++) problems.push({ field: `f${n}`, reason: `r${n}` });
      if (typeof value === 'string') return value;
      problems.push({ field: null, reason: `no text at ${index}` });
      return undefined;
    },
    keyOf: (item) => item,
    repeated: (first) => ({ field: 'key', reason: `stands at ${first}` }),
  });
  expect(records).toEqual(['a', 'b']);
  expect(skipped).toEqual([
    { section: 'nodes', index: 1, id: null, field: null, reason: 'no text at 1' },
    { section: 'nodes', index: 3, id: 'a', field: 'key', reason: 'stands at 0' },
    { section: 'nodes', index: 4, id: null, field: 'f0', reason: 'r0; r1; r2; r3; r4; and 2 more' },
  ]);
});
