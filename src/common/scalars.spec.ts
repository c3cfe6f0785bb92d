import { parseValue } from 'graphql';
import { describe, expect, it } from 'vitest';
import { DateTime, JSONValue, parseDateTime } from './scalars.js';

describe('DateTime', () => {
  it.each([
    ['2026-03-01T09:30:00Z', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01T09:30:00', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01T09:30', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T09:30:00.123456789+02:00', '2026-03-01T07:30:00.123Z'],
    ['2026-03-01T00:30:00-0130', '2026-03-01T02:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('reads %s as %s', (text, expected) => {
    expect(parseDateTime(text)?.toISOString()).toBe(expected);
    expect(DateTime.serialize(DateTime.parseValue(text))).toBe(expected);
  });

  it.each([
    '',
    'yesterday',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-03-01T24:00:00Z',
    '2026-03-01T09:30:00+25:00',
    '1750000000',
  ])('refuses "%s"', (text) => {
    expect(parseDateTime(text)).toBeUndefined();
    expect(() => DateTime.parseValue(text)).toThrow('ISO 8601');
  });

  it('refuses a number, in variables and in the document', () => {
    expect(() => DateTime.parseValue(1_750_000_000)).toThrow('ISO 8601');
    expect(() => DateTime.parseLiteral(parseValue('1750000000'), {})).toThrow('ISO 8601');
  });
});

describe('JSON', () => {
  it('reads a literal with all kinds of values and variables in it', () => {
    const literal = parseValue('{ a: 1, b: [2.5, "x", true, null, WORD], c: { d: $v }, __proto__: { e: 1 } }');
    expect(JSON.stringify(JSONValue.parseLiteral(literal, { v: { f: 2 } }))).toBe(
      '{"a":1,"b":[2.5,"x",true,null,"WORD"],"c":{"d":{"f":2}},"__proto__":{"e":1}}',
    );
  });
});
