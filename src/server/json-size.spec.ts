import { describe, expect, it } from 'vitest';
import { expectSteadyTime } from '../../test/support/cpu-time.js';
import { LimitExceededError } from '../common/errors.js';
import { assertSmallJson } from './json-size.js';

/** @returns the message of the limit that a text exceeds; undefined if it exceeds none */
function limitOf(text: string): string | undefined {
  try {
    assertSmallJson(text);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(LimitExceededError);
    return (error as Error).message;
  }
}

const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const named = (names: number) => `{${Array.from({ length: names }, (_, n) => `"name${n}":1`).join()}}`;

describe('200 levels are let through, one more is not:', () => {
  it.each<[string, (levels: number) => string]>([
    ['lists', (levels) => lists(levels)],
    ['objects', (levels) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`],
    ['both in turn, never closed', (levels) => '[{"a":'.repeat(levels / 2) + '['.repeat(levels % 2)],
    [
      'beside brackets in strings',
      (levels) => `["${'['.repeat(999)}", "\\"[[[", "[\\\\\\"[", "\\\\", ${lists(levels - 1)}]`,
    ],
  ])('%s', (_, text) => {
    expect([limitOf(text(200)), limitOf(text(201))]).toEqual([undefined, expect.stringContaining('200 levels')]);
  });
});

describe('300,000 members and entries are let through, one more is not:', () => {
  it.each<[string, (count: number) => string]>([
    ['entries', (count) => `[${'1,'.repeat(count - 1)}1]`],
    ['empty objects', (count) => `[${'{},'.repeat(count / 2 - 1)}1]`],
    ['members of a few names', (count) => `{${'"a,":1,'.repeat(count - 1)}"b":1}`],
  ])('%s', (_, text) => {
    expect([limitOf(text(300_000)), limitOf(text(300_002))]).toEqual([
      undefined,
      expect.stringContaining('300000 members and entries'),
    ]);
  });
});

it('counts different names, of which 50,000 are let through', () => {
  expect(limitOf(named(50_000))).toBeUndefined();
  expect(limitOf(named(55_000))).toContain('50000 different names');
  // A record after another has the names of the first.
  expect(limitOf(`[${Array.from({ length: 14 }, () => named(20_000)).join()}]`)).toBeUndefined();
});

it.each(['"', '\\', '"\\', '[]', '"""\\"""', '{"a":"\\\\"},', '"a":'])(
  'reads hostile texts in time that grows with their length: %s',
  (part) => expectSteadyTime((text) => void limitOf(text), part, 2_000_000, 333),
);
