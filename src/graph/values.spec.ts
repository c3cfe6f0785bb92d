import neo4j from 'neo4j-driver';
import { describe, expect, it } from 'vitest';
import { fromDriver, rowOf, toDriver } from './values.js';

const at = new Date('2026-03-01T10:00:00.000Z');
const stored = neo4j.types.DateTime.fromStandardDate(at);

describe('values of the database', () => {
  it('become those of the service at any depth, also in a list that begins with a name', () => {
    expect(fromDriver({ names: ['a', 'b'], mixed: ['a', stored, null], deep: [[1, { at: stored }]] })).toEqual({
      names: ['a', 'b'],
      mixed: ['a', at, null],
      deep: [[1, { at }]],
    });
  });

  it.each([
    [2026, 3, 1, 10, 0, 0, 0, 0],
    [2026, 3, 1, 0, 59, 59, 123_999_999, 3600],
    [2024, 2, 29, 23, 59, 59, 999_000_000, -34_200],
    [1, 1, 1, 0, 0, 0, 1_000_000, 0],
    [99, 12, 31, 23, 0, 0, 0, -3600],
    [-44, 3, 15, 12, 30, 0, 5_500_000, 5400],
    [1969, 12, 31, 23, 59, 59, 999_999_999, 0],
    [9999, 12, 31, 23, 59, 59, 0, -64_800],
  ])(
    'turn the time %i-%i-%i %i:%i:%i.%i, offset %i s, into the date that the driver itself makes of it',
    (...parts) => {
      const [year, month, day, hour, minute, second, nanosecond, offset] = parts;
      const time = new neo4j.types.DateTime(year, month, day, hour, minute, second, nanosecond, offset);
      expect(fromDriver(time)).toEqual(time.toStandardDate());
    },
  );

  it('come from those of the service at any depth, which stay as they are', () => {
    const given = { at, none: undefined, names: ['a', undefined], rows: [{ id: 'x' }, { id: 'y', deep: [[at]] }] };
    expect(toDriver(given)).toEqual({
      at: stored,
      none: null,
      names: ['a', null],
      rows: [{ id: 'x' }, { id: 'y', deep: [[stored]] }],
    });
    expect(given.rows[1]?.deep).toEqual([[at]]);
    const [plain, own] = [{ names: ['a'], ratio: 0.5 }, JSON.parse('{"__proto__": {"at": null}}') as object];
    expect(toDriver(plain)).toBe(plain);
    expect(JSON.stringify(toDriver({ own, at }))).toContain('{"__proto__":{"at":null}}');
  });

  it('make a row by their columns, in their order', () => {
    const record = new neo4j.types.Record(['id', 'at', 'none'], ['x', stored, null]);
    expect(Object.entries(rowOf(record))).toEqual([
      ['id', 'x'],
      ['at', at],
      ['none', null],
    ]);
  });
});
