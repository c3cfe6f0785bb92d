import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { contextService, type TestService } from '../context/service.js';

let service: TestService;
beforeAll(async () => {
  service = await contextService({ API_KEYS: 'a-key-of-this-test:demo' });
});
afterAll(() => service.close());

it('serves the guide to a page of another origin, without a key', async () => {
  const response = await fetch(`${service.url}/guide.html`, { headers: { origin: 'http://localhost:7474' } });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
});

it('answers the question a browser asks before', async () => {
  const response = await fetch(`${service.url}/guide.html`, {
    method: 'OPTIONS',
    headers: {
      origin: 'http://localhost:7474',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'cache-control,pragma',
    },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('access-control-allow-methods')).toContain('GET');
  expect(response.headers.get('access-control-allow-headers')).toBe('cache-control,pragma');
});

it('has the statements as the files have them, each with its parameters before it', async () => {
  const html = await (await fetch(`${service.url}/guide.html`)).text();
  const blocks = [...html.matchAll(/<pre class="pre-scrollable code runnable">([^<]*)<\/pre>/g)].map(([, code = '']) =>
    code.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  );
  const file = readFileSync(new URL('../../cypher/explore/060-receipts.cypher', import.meta.url), 'utf8');
  const at = blocks.findIndex((block) => block.startsWith('MATCH (receipt:Receipt'));
  expect(at).toBeGreaterThan(0);
  expect(blocks[at - 1]).toBe(':params {namespace: "demo"}');
  expect(file.endsWith(`;\n${blocks[at]}\n`)).toBe(true);
});
