import { expect, it } from 'vitest';
import { loadConfig } from './config.js';

const KEYS = 'a-key-of-16-characters:*';

it.each(['0.0.0.0', '::', '192.168.1.5', 'box.lan', '127.evil.example'])(
  'refuses to listen at %s without keys, and says what to do',
  (HOST) => {
    expect(() => loadConfig({ HOST })).toThrow(
      `The configuration is wrong:\n  HOST="${HOST}": would let everybody who reaches this address read and change all knowledge: set API_KEYS=key:namespace, REQUIRE_API_KEY=true (heartwood keys create makes keys), or, if the port is published on that address alone, PUBLISHED_ON=127.0.0.1`,
    );
    expect(loadConfig({ HOST, API_KEYS: KEYS }).HOST).toBe(HOST);
    expect(loadConfig({ HOST, REQUIRE_API_KEY: 'true' }).HOST).toBe(HOST);
    expect(loadConfig({ HOST, PUBLISHED_ON: '127.0.0.1' }).HOST).toBe(HOST);
    expect(() => loadConfig({ HOST, PUBLISHED_ON: HOST })).toThrow(`PUBLISHED_ON="${HOST}": would let`);
  },
);

it.each(['127.0.0.1', '127.0.1.1', '::1', 'localhost'])('listens on %s without keys', (HOST) => {
  expect(loadConfig({ HOST }).HOST).toBe(HOST);
});
