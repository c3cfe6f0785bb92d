import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../config/config.js';
import { HostRule } from './hosts.js';

const KEYS = { API_KEYS: 'a-key-of-16-characters:*' };
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' };
const rule = (settings: Record<string, string> = {}) => new HostRule(loadConfig(settings));
const allows = (headers: IncomingHttpHeaders, settings: Record<string, string> = {}, method = 'POST') => {
  try {
    rule(settings).assertAllowed(method, headers);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'FORBIDDEN' });
    return false;
  }
};

describe('the host and origin of a request', () => {
  it.each([
    ['localhost:4000', undefined],
    ['127.0.0.1', 'http://localhost:6274'],
    ['[::1]:4000', undefined],
    ['heartwood:4000', undefined],
    ['HEARTWOOD', 'https://heartwood'],
    // DNS rebinding needs a name, so an IP address is accepted.
    ['192.168.1.5:4000', undefined],
    ['192.168.1.5:4000', 'http://192.168.1.5:4000'],
    ['[fe80::1]:4000', undefined],
  ])('are let in: %s from %s', (host, origin) => {
    expect(allows({ host, origin }, { ALLOWED_HOSTS: 'heartwood' })).toBe(true);
    expect(allows({ host, origin }, { ALLOWED_HOSTS: 'heartwood' })).toBe(true);
  });

  it.each([
    [undefined, undefined],
    ['', undefined],
    ['evil.example', undefined],
    ['evil.example', 'http://evil.example'],
    ['localhost.evil.example:4000', undefined],
    ['localhost@evil.example', undefined],
    ['localhost:4000', 'http://evil.example'],
    ['localhost:4000', 'http://6.6.6.6'],
    ['localhost:4000', 'null'],
    ['localhost:4000', ''],
  ])('are kept out: %s from %s', (host, origin) => {
    expect(allows({ host, origin }, { ALLOWED_HOSTS: 'heartwood' })).toBe(false);
  });

  it('are free where the operator says so', () => {
    expect(allows({ host: 'evil.example', origin: 'http://evil.example' }, { ALLOWED_HOSTS: '*' })).toBe(true);
  });

  it('name the address the service listens on', () => {
    expect(allows({ host: 'box.lan:4000' }, { HOST: 'box.lan', PUBLISHED_ON: '127.0.0.1' })).toBe(true);
  });

  it('with keys, which a page that rebinds its name has not, may be any, but the same', () => {
    expect(allows({ host: 'heartwood.example', origin: 'https://heartwood.example' }, KEYS)).toBe(true);
    expect(allows({ host: 'heartwood.example', origin: 'https://evil.example' }, KEYS)).toBe(false);
    expect(allows({ host: 'heartwood.example' }, { ...KEYS, ALLOWED_HOSTS: 'other.example' })).toBe(false);
  });
});

describe('a GET that a page of another site may have sent', () => {
  const host = 'localhost:4000';

  it.each<[string, IncomingHttpHeaders]>([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['of another port', { 'sec-fetch-site': 'same-site' }],
    ['cross-site with a header of ours', { 'sec-fetch-site': 'cross-site', 'x-namespace': 'demo' }],
    ['of a browser that does not say', BROWSER],
  ])('is refused: %s', (_, headers) => {
    expect(allows({ host, ...headers }, {}, 'GET')).toBe(false);
    expect(allows({ host, ...headers }, {}, 'HEAD')).toBe(false);
  });

  it.each<[string, IncomingHttpHeaders]>([
    ['of a program', { 'user-agent': 'curl/8.5.0' }],
    ['of a program that names none', {}],
    ['of our own page', { ...BROWSER, 'sec-fetch-site': 'same-origin' }],
    ['that a person typed', { ...BROWSER, 'sec-fetch-site': 'none' }],
    ['of a browser with a header of ours', { ...BROWSER, 'x-namespace': 'demo' }],
  ])('is none: %s', (_, headers) => expect(allows({ host, ...headers }, {}, 'GET')).toBe(true));
});

describe('a WebSocket', () => {
  it.each([
    ['localhost:4000', undefined, true],
    ['localhost:4000', 'http://localhost:4000', true],
    ['heartwood.example', 'https://heartwood.example', true],
    ['localhost:4000', 'https://heartwood.example', true],
    ['localhost:4000', 'http://localhost:3000', false],
    ['localhost:4000', 'null', false],
    ['evil.example', 'http://evil.example', false],
    ['evil.example', undefined, false],
  ])('to %s from %s: %s', (host, origin, expected) => {
    expect(rule({ ALLOWED_HOSTS: 'heartwood.example' }).allowsSocket({ host, origin })).toBe(expected);
  });
});

describe('the pages of CORS_ORIGINS', () => {
  const headers = { host: 'localhost:4000', origin: 'https://app.example', 'sec-fetch-site': 'cross-site' };

  it('are let in, at this scheme, host and port alone, whatever the method', () => {
    const settings = { CORS_ORIGINS: 'https://app.example, http://localhost:3000' };
    expect(['GET', 'POST'].map((method) => allows(headers, settings, method))).toEqual([true, true]);
    expect(allows({ ...headers, origin: 'http://app.example' }, settings)).toBe(false);
    expect(allows({ ...headers, origin: 'https://app.example:8443' }, settings)).toBe(false);
    expect(rule(settings).allowsSocket(headers)).toBe(true);
    expect(rule().allowsSocket(headers)).toBe(false);
  });

  it.each(['*', 'app.example', 'https://app.example/', 'https://app.example/path', 'file:///'])(
    'are origins, not %s',
    (given) => {
      expect(() => rule({ CORS_ORIGINS: given })).toThrow('CORS_ORIGINS');
    },
  );
});
