import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { contextService, type TestService } from '../context/support.js';

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

it('leads to a style that gives every label of the guide a caption, and to the slide of each question and statement', async () => {
  const html = await (await fetch(`${service.url}/guide.html`)).text();
  const url = /:style (\S+)<\/pre>/.exec(html)?.[1];
  expect(url).toBe(`${service.url}/style.grass`);
  const response = await fetch(url ?? '', { headers: { origin: 'http://localhost:7474' } });
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const style = await response.text();
  for (const label of ['Learning', 'Evidence', 'Plan', 'Step', 'Receipt', 'Task', 'TaskStep', 'Piece', 'Version']) {
    expect(style).toMatch(new RegExp(`node\\.${label} \\{[^}]*caption: '\\{\\w+\\}'`));
  }
  expect(style).toContain("caption: '<type>'");
  const questions = [...html.matchAll(/<li><a play-topic="([^"]*)">([^<]*)<\/a><\/li>/g)];
  expect(questions).toHaveLength(9);
  expect(questions.find(([, , question]) => question === 'How often does each agent succeed?')?.[1]).toBe(
    `${service.url}/guide.html?only=066-success-by-agent-and-week`,
  );
  // Every statement is linked, and each link shows one slide.
  const links = [...new Set([...html.matchAll(/play-topic="([^"]*)"/g)].map(([, address = '']) => address))];
  expect(links).toHaveLength(html.split('<slide').length - 2);
  for (const address of links) {
    const slide = await (await fetch(address)).text();
    expect(slide.split('<slide'), address).toHaveLength(2);
    expect(slide).toContain(`cypher/explore/${new URL(address).searchParams.get('only')}.cypher`);
  }
});
