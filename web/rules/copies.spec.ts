import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { COPIES, type Copied, luceneWords, toolArguments } from './copies.js';

const ASKED: Copied = {
  origin: 'http://127.0.0.1:4000',
  namespace: 'demo',
  query: '\n  query Search($query: String!) {\n    search(query: $query) { totalFound }\n  }\n',
  variables: { query: `it's "here" \\ $HOME \`x\` – 🌳\n{"a": '''b'''}` },
  tool: { name: 'knowledge_search', arguments: { query: 'a "b"' } },
};
const BODY = {
  query: 'query Search($query: String!) { search(query: $query) { totalFound } }',
  variables: ASKED.variables,
};
const written = (name: string) => COPIES.find((copy) => copy.name === name)?.write(ASKED) ?? '';
const hasPython = spawnSync('python3', ['--version']).status === 0;

describe('what is copied', () => {
  it('hands a shell the same body, whatever stands in the question', () => {
    // curl is replaced by a function that prints its last argument.
    const script = written('curl').replace(/^curl /m, 'last() { for last; do :; done; printf %s "$last"; }\nlast ');
    expect(JSON.parse(execFileSync('sh', ['-c', script], { encoding: 'utf8' }))).toEqual(BODY);
  });

  it('is TypeScript that sends the same body', async () => {
    const sent: { url: string; init: { body: string; headers: Record<string, string> } }[] = [];
    const fetched = async (url: string, init: { body: string; headers: Record<string, string> }) => {
      sent.push({ url, init });
      return { json: async () => ({ data: 1 }) };
    };
    const AsyncFunction = (async () => undefined).constructor as new (
      ...lines: string[]
    ) => (given: unknown) => Promise<unknown>;
    expect(await new AsyncFunction('fetch', `${written('TypeScript')}; return data;`)(fetched)).toBe(1);
    expect(sent[0]?.url).toBe('http://127.0.0.1:4000/graphql');
    expect(sent[0]?.init.headers['x-namespace']).toBe('demo');
    expect(JSON.parse(sent[0]?.init.body ?? '')).toEqual(BODY);
  });

  it.skipIf(!hasPython)('is Python that sends the same body', () => {
    const script = written('Python').replace(/^answer = .*$/m, 'print(request.data.decode(), end="")');
    expect(JSON.parse(execFileSync('python3', ['-c', script], { encoding: 'utf8' }))).toEqual(BODY);
  });

  it('names the tool of MCP', () => {
    expect(JSON.parse(written('MCP'))).toEqual({
      method: 'tools/call',
      params: { name: 'knowledge_search', arguments: { query: 'a "b"' } },
    });
  });
});

describe('what is asked elsewhere', () => {
  it('has the names that tools have', () => {
    expect(toolArguments({ query: 'aB', first: 5, validAt: '2026-01-01' })).toEqual({
      query: 'aB',
      first: 5,
      valid_at: '2026-01-01',
    });
  });

  it('holds words alone, none of which is an operator of Lucene', () => {
    expect(luceneWords('Öffne "A" AND b* (c:d)!')).toBe('öffne a and b c d');
  });
});
