import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SearchModule } from '../../src/search/search.module.js';
import { type RunningService, startService } from '../../src/service.js';
import { freshNamespace, testConfig } from '../support/graph.js';
import { serving } from '../support/kinds.js';

interface Answer {
  readonly data: Record<string, unknown> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: Record<string, unknown> }[];
}

interface Hit {
  readonly score: number;
  readonly knowledge: Record<string, unknown>;
  readonly explain: Record<string, number | string | null>;
}

describe('the sample catalog', () => {
  const namespace = freshNamespace();
  let service: RunningService;
  const graphql = async (query: string, variables: object = {}): Promise<Answer> => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-namespace': namespace },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as Answer;
  };
  const SEARCH = `query Search($query: String!, $first: Int, $kinds: [KnowledgeKind!], $filter: SearchFilter) {
    search(query: $query, first: $first, kinds: $kinds, filter: $filter) {
      totalFound tookMs
      hits {
        score
        knowledge {
          __typename ref id kind title trust createdAt
          evidence { totalCount nodes { id } }
          trustHistory { trust }
          ... on KnowledgeItem { uiLocation }
        }
        explain {
          profile relevance lexical vector imputed graph chain neighbours session traversal cosine trust usualTrust trustFactor gamma
          scopeWeight formula
        }
      }
    }
  }`;
  const search = async (variables: object) => {
    const { data, errors } = await graphql(SEARCH, variables);
    expect(errors).toBeUndefined();
    return data!['search'] as { hits: Hit[]; totalFound: number; tookMs: number };
  };
  beforeAll(async () => {
    service = await startService(testConfig(), { features: [SearchModule, serving('ITEM')] });
    const items = JSON.parse(readFileSync('sample/knowledge_catalog.json', 'utf8')) as unknown[];
    const { data } = await graphql('mutation Import($items: [JSON!]!) { importCatalog(items: $items) { created } }', {
      items,
    });
    expect(data).toEqual({ importCatalog: { created: 120 } });
  });
  afterAll(() => service?.close());

  it('answers the question of the README by its words alone', async () => {
    const { hits, totalFound } = await search({
      query: "put yesterday's and today's measurement side by side",
      first: 5,
    });
    expect(hits.map(({ knowledge }) => knowledge['id'])).toContain('comparison_mode');
    expect(hits).toHaveLength(5);
    expect(totalFound).toBeGreaterThan(5);
    expect(hits[0]!.knowledge).toMatchObject({
      __typename: 'KnowledgeItem',
      kind: 'ITEM',
      ref: `item:${String(hits[0]!.knowledge['id'])}`,
      trust: 1,
      evidence: { totalCount: 0, nodes: [] },
      trustHistory: [{ trust: 1 }],
      uiLocation: expect.stringContaining('→'),
    });
  });

  it('gives with a hit what the item itself says', async () => {
    const FIELDS = `__typename ref id kind title text trust createdAt updatedAt ... on KnowledgeItem {
      application description uiLocation actionSequence shortcut prerequisites outputState docCitation parameters extra
    }`;
    const { data } = await graphql(
      `{ search(query: "measurement files in a folder", first: 100) { hits { knowledge { ${FIELDS} } } } }`,
    );
    const { hits } = data!['search'] as { hits: { knowledge: Record<string, unknown> }[] };
    expect(hits.length).toBeGreaterThan(10);
    const itself = hits.map(
      ({ knowledge }, i) => `k${i}: knowledge(kind: ITEM, id: "${String(knowledge['id'])}") { ${FIELDS} }`,
    );
    const { data: one } = await graphql(`{ ${itself.slice(0, 10).join('\n')} }`);
    expect(Object.values(one!)).toEqual(hits.slice(0, 10).map(({ knowledge }) => knowledge));
  });

  it('explains every hit in full', async () => {
    const { hits } = await search({ query: 'measurement files in a folder', first: 100 });
    expect(hits.length).toBeGreaterThan(10);
    for (const { score, explain } of hits) {
      expect(explain).toMatchObject({
        profile: 'catalog',
        vector: null,
        cosine: null,
        graph: null,
        chain: null,
        neighbours: null,
        session: null,
        traversal: null,
        scopeWeight: null,
        imputed: null,
        usualTrust: 1,
        formula: 'score = relevance · trustFactor^gamma · scopeWeight; relevance is the sum of its parts',
      });
      const computed = Number(explain['lexical']) * Number(explain['trustFactor']) ** Number(explain['gamma']);
      expect(Math.abs(computed - score)).toBeLessThan(1e-9);
    }
  });

  it('gives one piece of knowledge by its id, whatever its kind', async () => {
    const QUERY =
      '{ known: knowledge(id: "open_files", kind: ITEM) { ref trustHistory { trust } } none: knowledge(id: "nothing", kind: ITEM) { ref } }';
    expect((await graphql(QUERY)).data).toEqual({
      known: { ref: 'item:open_files', trustHistory: [{ trust: 1 }] },
      none: null,
    });
  });

  it.each([
    [{ first: 0 }, 'first', 'min'],
    [{ first: 101 }, 'first', 'max'],
    [{ filter: { minTrust: 1.5 } }, 'filter.minTrust', 'max'],
    [{ query: 'x'.repeat(100_001) }, 'query', 'maxLength'],
  ])('refuses %j', async (wrong, path, rule) => {
    const { errors } = await graphql(SEARCH, { query: 'measurement', ...wrong });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path, rule }] });
  });

  it.each(['', '   \n', '"*:* AND (', '🚀', 'the of and', 'x '.repeat(20_000)])('takes %j for words', async (query) => {
    const { hits } = await search({ query });
    expect(hits.length).toBeLessThanOrEqual(5);
  });

  it('says that there is nothing to embed with', async () => {
    const { data, errors } = await graphql('mutation { reembed { id } }');
    expect(data).toBeNull();
    expect(errors?.[0]?.extensions['code']).toBe('CONFLICT');
  });
});
