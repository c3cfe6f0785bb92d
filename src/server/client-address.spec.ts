import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { loadConfig } from '../config/config.js';
import { clientAddress } from './client-address.js';

const from = (remoteAddress: string, forwarded?: string) =>
  ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } }) as unknown as IncomingMessage;

it.each([
  ['the connection, if no proxy is trusted', [], from('127.0.0.1', '192.0.2.1'), '127.0.0.1'],
  ['the connection, if it is no trusted proxy', ['10.0.0.0/8'], from('192.0.2.7', '192.0.2.1'), '192.0.2.7'],
  ['the last one before the proxies', ['10.0.0.0/8'], from('10.1.2.3', '1.1.1.1, 192.0.2.1, 10.9.9.9'), '192.0.2.1'],
  ['an address of IPv6', ['::1'], from('::1', '2001:db8::7'), '2001:db8::7'],
  ['a proxy over IPv6 that is named by IPv4', ['127.0.0.1'], from('::ffff:127.0.0.1', '192.0.2.1'), '192.0.2.1'],
  ['the proxy, if it names none', ['127.0.0.1'], from('127.0.0.1'), '127.0.0.1'],
])('takes %s', (_, trusted, request, expected) => {
  expect(clientAddress(trusted)(request)).toBe(expected);
});

const WRONG = ['proxy.example', '10.0.0.0/33', '*', '10.0.0', '::1/129', '0.0.0.0/0', '::/0'];
it.each(WRONG)('refuses TRUSTED_PROXIES=%s', (TRUSTED_PROXIES) => {
  expect(() => loadConfig({ TRUSTED_PROXIES })).toThrow('TRUSTED_PROXIES');
});

it('accepts what it reads', () => {
  const { TRUSTED_PROXIES } = loadConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8, ::1' });
  expect(clientAddress(TRUSTED_PROXIES)(from('fd00::5', '192.0.2.1'))).toBe('192.0.2.1');
});
