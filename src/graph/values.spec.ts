import neo4j from 'neo4j-driver';
import { describe, expect, it } from 'vitest';
import { fromDriver, rowOf } from './values.js';

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

  it('make a row by their columns, in their order', () => {
    const record = new neo4j.types.Record(['id', 'at', 'none'], ['x', stored, null]);
    expect(Object.entries(rowOf(record))).toEqual([
      ['id', 'x'],
      ['at', at],
      ['none', null],
    ]);
  });
});
