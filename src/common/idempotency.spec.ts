import { describe, expect, it } from 'vitest';
import { timeOfMadeKey, withIdempotencyKey } from './idempotency.js';

const MADE = /^made-[0-9A-HJKMNP-TV-Z]{26}$/;

describe('the idempotency key of a request', () => {
  it('is the one that the caller gave', () => {
    const args = { id: 'a', idempotencyKey: 'k' };
    expect(withIdempotencyKey(args, ['idempotencyKey'])).toEqual({ args, key: 'k' });
    const input = { input: { id: 'a', idempotencyKey: 'k' } };
    expect(withIdempotencyKey(input, ['input', 'idempotencyKey'])).toEqual({ args: input, key: 'k' });
  });

  it.each([{ id: 'a' }, { id: 'a', idempotencyKey: null }])(
    'is a new one, which the write uses, if it gave %o',
    (given) => {
      const { args, key } = withIdempotencyKey(given, ['idempotencyKey']);
      expect(key).toMatch(MADE);
      expect(args).toEqual({ id: 'a', idempotencyKey: key });
      const inner = withIdempotencyKey({ input: given, other: 1 }, ['input', 'idempotencyKey']);
      expect(inner.key).toMatch(MADE);
      expect(inner.key).not.toBe(key);
      expect(inner.args).toEqual({ input: { id: 'a', idempotencyKey: inner.key }, other: 1 });
    },
  );

  it('is absent if the operation takes none, or the input is malformed', () => {
    expect(withIdempotencyKey({ id: 'a' }, undefined)).toEqual({ args: { id: 'a' }, key: null });
    expect(withIdempotencyKey({ input: 3 }, ['input', 'idempotencyKey'])).toEqual({ args: { input: 3 }, key: null });
    expect(withIdempotencyKey({ key: 3 }, ['key'])).toEqual({ args: { key: 3 }, key: null });
  });

  it('tells when it was made, if the service made it', () => {
    expect(timeOfMadeKey('made-01KJPWDBG8M968RZTHH96NDT9C')).toBe('01KJPWDBG8');
    expect(timeOfMadeKey('01KJPWDBG8M968RZTHH96NDT9C')).toBeUndefined();
    expect(timeOfMadeKey('made-by-hand')).toBeUndefined();
  });
});
