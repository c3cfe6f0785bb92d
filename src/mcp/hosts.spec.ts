import { expect, it } from 'vitest';
import { isAllowedHost } from './hosts.js';

it.each([
  ['localhost:4000', undefined],
  ['127.0.0.1', 'http://localhost:6274'],
  ['[::1]:4000', undefined],
  ['heartwood:4000', undefined],
  ['HEARTWOOD', 'https://heartwood'],
])('lets %s from %s in', (host, origin) => {
  expect(isAllowedHost(['heartwood'], host, origin)).toBe(true);
});

it.each([
  [undefined, undefined],
  ['', undefined],
  ['evil.example', undefined],
  ['localhost.evil.example:4000', undefined],
  ['localhost@evil.example', undefined],
  ['localhost:4000', 'http://evil.example'],
  ['localhost:4000', 'null'],
  ['localhost:4000', ''],
])('keeps %s from %s out', (host, origin) => {
  expect(isAllowedHost(['heartwood'], host, origin)).toBe(false);
});

it('lets every name in when told so', () => {
  expect(isAllowedHost(['*'], 'evil.example', 'http://evil.example')).toBe(true);
});
