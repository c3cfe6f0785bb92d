import { expect, it } from 'vitest';
import type { Role } from '../common/roles.js';
import { Access } from './access.js';

const verificationOf = async (headers: Record<string, string>, key?: { role: Role; external?: boolean }) => {
  const stored = { namespace: 'n', title: '', hash: '', projects: [], teams: [], external: false, id: 'k' };
  const access = new Access({ API_KEYS: new Map(), REQUIRE_API_KEY: false }, () => ({
    areAny: key !== undefined,
    isStale: false,
    refresh: () => Promise.resolve(),
    judge: () => ({ refused: 'unknown' }),
    look: () =>
      Promise.resolve({
        key: { ...stored, role: 'reader', createdAt: new Date(), expires: null, revokedAt: null, ...key },
      }),
  }));
  return (await access.callerOf({ authorization: 'Bearer token', ...headers })).verification;
};

it('says who verifies what a caller reports by the door and the key alone', async () => {
  const page = { 'sec-fetch-site': 'same-origin' };
  expect(await verificationOf({ 'x-verification': 'EXTERNAL' })).toBeUndefined();
  expect(await verificationOf(page)).toBe('USER');
  expect(await verificationOf({ 'sec-fetch-site': 'cross-site' })).toBeUndefined();
  expect(await verificationOf({}, { role: 'writer' })).toBeUndefined();
  expect(await verificationOf(page, { role: 'writer' })).toBe('USER');
  expect(await verificationOf({}, { role: 'reviewer' })).toBe('USER');
  expect(await verificationOf({}, { role: 'writer', external: true })).toBe('EXTERNAL');
});
