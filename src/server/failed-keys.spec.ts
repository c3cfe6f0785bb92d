import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { FailedKeys } from './failed-keys.js';

const digest = (key: string) => createHash('sha256').update(key).digest();

it('looks at no more keys of an address after 20 wrong ones, for a minute, but at those that were right there', () => {
  let now = 0;
  const keys = new FailedKeys(() => now);
  keys.succeeded('one', digest('right'));
  for (let count = 0; count < 20; count++) {
    keys.assertMayTry('one', digest(`wrong ${count}`));
    keys.failed('one');
  }
  expect(() => keys.assertMayTry('one', digest('next'))).toThrow(
    expect.objectContaining({ code: 'LIMIT_EXCEEDED', statusCode: 429 }) as Error,
  );
  expect(() => keys.assertMayTry('one', digest('right'))).not.toThrow();
  expect(() => keys.assertMayTry('two', digest('next'))).not.toThrow();
  now = 59_999;
  expect(() => keys.assertMayTry('one', digest('next'))).toThrow('at most 20 a minute');
  now = 60_000;
  expect(() => keys.assertMayTry('one', digest('next'))).not.toThrow();
});
