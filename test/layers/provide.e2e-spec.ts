import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import {
  heartwood,
  type KnowledgeProviderOptions,
  type SectionData as ClientSectionData,
} from '../../clients/typescript/src/index.js';
import type { SectionData } from '../../src/retrieval/provide.js';
import { freshNamespace } from '../support/graph.js';
import { type Knowledge, knowledgeService, LES_RANS } from './support.js';

// Follows the document of an expert into the context of a prompt, by GraphQL, MCP and the client.

const QUESTION = 'Set up an LES simulation for jet noise';

interface Provided {
  readonly sections: readonly { readonly infoType: string; readonly text: string; readonly tokens: number }[];
  readonly feed: Record<string, unknown>;
}
const PROVIDE = `query ($query: String!, $entityId: ID, $first: Int! = 5, $depth: Int, $templates: [SectionTemplate!], $feed: JSON,
  $conflict: FeedConflict, $metadataInfoType: String) {
  provideKnowledge(query: $query, entityId: $entityId, first: $first, depth: $depth, templates: $templates, feed: $feed,
    conflict: $conflict, metadataInfoType: $metadataInfoType) { sections { infoType text tokens } feed } }`;

/** Adds to the document of the design relations without a piece, of which one is two steps away, and skills. */
const LAB = {
  metadata: LES_RANS['metadata'],
  pieces: [
    ...(LES_RANS['pieces'] as object[]),
    {
      piece_id: 'ramp',
      content: 'Ramp the CFL number:\n1. 0.3 for 1000 steps\n2. then 0.8',
      knowledge_type: 'procedure',
      info_type: 'skills',
      tags: ['les'],
    },
  ],
  graph: {
    nodes: [
      { node_id: 'user:alice', node_type: 'user', label: 'Alice' },
      { node_id: 'technique:les', node_type: 'technique', label: 'LES' },
      { node_id: 'technique:dynamic', node_type: 'technique', label: 'dynamic Smagorinsky' },
      { node_id: 'tool:solver', node_type: 'tool' },
    ],
    edges: [
      {
        source_id: 'user:alice',
        target_id: 'technique:les',
        edge_type: 'SPECIALIZES_IN',
        properties: { piece_id: 'les-rans-init' },
      },
      {
        source_id: 'user:alice',
        target_id: 'technique:dynamic',
        edge_type: 'USES',
        properties: { description: '15% better spectral agreement on JN-042' },
      },
      { source_id: 'technique:les', target_id: 'tool:solver', edge_type: 'RUNS_ON', properties: {} },
    ],
  },
};

let service: Knowledge;
const seed = freshNamespace();
const lab = freshNamespace();
beforeAll(async () => {
  service = await knowledgeService();
  const { pieces, metadata, ...rest } = LES_RANS as { pieces: object[]; metadata: object };
  const alice = { 'user:alice': (metadata as Record<string, object>)['user:alice'] };
  const report = await service.load(seed, { ...rest, metadata: alice, pieces: pieces.slice(0, 1) });
  expect(report).toMatchObject({ metadata: 1, pieces: 1, nodes: 2, edges: 1, skipped: [] });
  await service.load(lab, LAB);
});
afterAll(() => service.close());

const provide = async (namespace: string, variables: object = {}): Promise<Provided> =>
  (
    await service.data<{ provideKnowledge: Provided }>(namespace, PROVIDE, {
      query: QUESTION,
      entityId: 'user:alice',
      ...variables,
    })
  ).provideKnowledge;
const refuse = async (variables: object) => {
  const { errors } = await service.graphql(lab, PROVIDE, { query: QUESTION, entityId: 'user:alice', ...variables });
  const [error] = errors ?? [];
  if (!error) throw new Error('Expected an error');
  return error.extensions;
};

describe('the example of the design', () => {
  it('goes from the document over retrieval and sections to the feed', async () => {
    const retrieved = await service.retrieve(seed, { query: QUESTION, entityId: 'user:alice' });
    expect(retrieved).toMatchObject({
      metadata: { specialization: 'turbomachinery', team: 'aero' },
      globalMetadata: null,
      // The score of the relation is 1/depth, which is more than any search score below 1.
      pieces: [{ piece: { id: 'les-rans-init' }, score: 1 }],
      graphContext: [{ relationType: 'SPECIALIZES_IN', target: { id: 'technique:les' }, depth: 1 }],
    });
    const feed = { user_input: QUESTION, user_profile: 'likes tables', action_result: '' };
    const provided = await provide(seed, { feed });
    const knowledge = {
      user_profile: 'specialization: turbomachinery\nteam: aero',
      instructions: '[procedure] Initialize transient LES from converged RANS -- cuts spin-up by ~40%',
    };
    expect(provided.sections.map(({ infoType, text }) => [infoType, text])).toEqual(Object.entries(knowledge));
    expect(provided.sections.map(({ tokens }) => tokens > 0)).toEqual([true, true]);
    expect(provided.feed).toEqual({ user_input: QUESTION, action_result: '', ...knowledge });
    expect((await provide(seed, { feed, conflict: 'ATTRIBUTE_ONLY' })).feed).toEqual({
      ...feed,
      instructions: knowledge.instructions,
    });
    expect((await provide(seed, { feed, conflict: 'MERGE' })).feed['user_profile']).toBe(
      'likes tables\nspecialization: turbomachinery\nteam: aero',
    );
    expect(await provide(freshNamespace(), { feed })).toEqual({ sections: [], feed });
  });

  it('is written as one text, the same each time', async () => {
    const FORMATTED = `query ($query: String!) { retrieve(query: $query, entityId: "user:alice", depth: 2) { formatted
      bare: formatted(sectionDelimiter: "\\n", itemDelimiter: "\\n", includeTags: false, includeScores: true) } }`;
    const read = () =>
      service.data<{ retrieve: { formatted: string; bare: string } }>(lab, FORMATTED, { query: 'spin-up transient' });
    const first = await read();
    expect(first.retrieve.formatted).toBe(`[Metadata]
specialization: turbomachinery
team: aero

[Global Metadata]
organization: NASA

[Knowledge]
[procedure] Initialize transient LES from converged RANS -- cuts spin-up by ~40%
  Tags: les, initialization, rans

[Relationships]
LES —RUNS_ON→ tool:solver
USES → dynamic Smagorinsky (15% better spectral agreement on JN-042)`);
    expect(first.retrieve.bare).toContain('spin-up by ~40%\n  Score: 1.000\n[Relationships]\nLES —RUNS_ON');
    expect(await read()).toEqual(first);
  });
});

describe('provideKnowledge', () => {
  it('sorts metadata, pieces and relations by the routing table', async () => {
    const provided = await provide(lab, { query: 'ramp the CFL number, Smagorinsky constant', depth: 2 });
    expect(provided.sections.map(({ infoType, text }) => [infoType, text])).toEqual([
      [
        'user_profile',
        'specialization: turbomachinery\nteam: aero\norganization: NASA\nUSES → dynamic Smagorinsky (15% better spectral agreement on JN-042)',
      ],
      ['instructions', '[procedure] Initialize transient LES from converged RANS -- cuts spin-up by ~40%'],
      ['context', '[fact] Smagorinsky constant of 0.1 works better than default 0.17\nLES —RUNS_ON→ tool:solver'],
      ['skills', '[procedure] Ramp the CFL number:\n  1. 0.3 for 1000 steps\n  2. then 0.8'],
    ]);
    const moved = await provide(lab, { query: '', depth: 0, metadataInfoType: 'persona' });
    expect(moved.sections.map(({ infoType, text }) => [infoType, text])).toEqual([
      ['persona', 'specialization: turbomachinery\nteam: aero\norganization: NASA'],
    ]);
  });

  it('writes sections with templates of each kind', async () => {
    const templates = [
      { infoType: 'user_profile', engine: 'FORMAT', template: 'For {entity_id} of team {metadata[team]}: {query}' },
      {
        infoType: 'instructions',
        engine: 'JINJA2',
        template: '{% for p in pieces %}- {{ p.content }} [{{ p.tags | join(", ") }}]{% endfor %}',
      },
      {
        infoType: 'context',
        engine: 'HANDLEBARS',
        template:
          '{{#each pieces}}* {{content}}\n{{/each}}{{#each relations}}{{source_label}} {{type}} {{target_label}}{{/each}}',
      },
      { infoType: 'skills', engine: 'JINJA2', template: '{# nothing of this #}' },
      { infoType: 'nothing_known', engine: 'FORMAT', template: 'Never shown' },
    ];
    const query = 'ramp the CFL number, Smagorinsky constant {metadata} {{ pieces }}';
    const provided = await provide(lab, { query, depth: 2, templates });
    expect(provided.sections.map(({ infoType, text }) => [infoType, text])).toEqual([
      ['user_profile', `For user:alice of team aero: ${query}`],
      [
        'instructions',
        '- Initialize transient LES from converged RANS -- cuts spin-up by ~40% [les, initialization, rans]',
      ],
      ['context', '* Smagorinsky constant of 0.1 works better than default 0.17\nLES RUNS_ON tool:solver'],
    ]);
    expect(Object.keys(provided.feed)).toEqual(['user_profile', 'instructions', 'context']);
  });

  it('names each template that is wrong, also one whose section is empty', async () => {
    const templates = [
      { infoType: 'user_profile', engine: 'FORMAT', template: '\n{teem}' },
      { infoType: 'instructions', engine: 'JINJA2', template: '{{ text.constructor("return process")() }}' },
      { infoType: 'context', engine: 'HANDLEBARS', template: '{{text}}' },
      { infoType: 'nothing_known', engine: 'HANDLEBARS', template: '\n\n{{> secret}}' },
    ];
    expect(await refuse({ templates })).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [
        {
          path: 'templates.0.template',
          rule: 'template',
          message: expect.stringContaining('line 2: {teem} is not known'),
        },
        { path: 'templates.1.template', rule: 'template' },
        {
          path: 'templates.3.template',
          rule: 'template',
          message: 'templates.3.template: line 3: there are no partials and no decorators',
        },
      ],
    });
    const [text] = templates.slice(2);
    expect(await refuse({ templates: [text, text] })).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: 'templates.1.infoType', rule: 'unique' }],
    });
  });

  it.each([
    [{ first: 0 }, 'first', 'min'],
    [{ depth: 5 }, 'depth', 'max'],
    [{ feed: [] }, 'feed', 'isObject'],
    [{ metadataInfoType: ' ' }, 'metadataInfoType', 'isNotEmpty'],
    [
      { templates: [{ infoType: 'a', engine: 'FORMAT', template: 'x'.repeat(20_001) }] },
      'templates.0.template',
      'maxLength',
    ],
  ])('refuses what is out of bounds', async (variables, path, rule) => {
    expect(await refuse(variables)).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path, rule }] });
  });

  it('is the tool knowledge_provide', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { 'x-namespace': seed } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit }));
    const call = (given: object) =>
      client.callTool({
        name: 'knowledge_provide',
        arguments: { query: QUESTION, entity_id: 'user:alice', ...given },
      });
    const { sections } = await provide(seed);
    const expected = sections.map(({ infoType, text, tokens }) => ({ info_type: infoType, text, tokens }));
    expect((await call({})).structuredContent).toEqual({ sections: expected, feed: null });
    const template = { info_type: 'instructions', engine: 'JINJA2', template: '{{ pieces | length }} rule' };
    const feed = { instructions: 'Be brief', user_input: QUESTION };
    expect((await call({ templates: [template], feed, conflict: 'MERGE' })).structuredContent).toMatchObject({
      feed: { instructions: 'Be brief\n1 rule', user_input: QUESTION, user_profile: sections[0]?.text },
    });
    const wrong = await call({ templates: [{ ...template, template: '{% for %}' }] });
    expect(wrong).toMatchObject({ isError: true });
    expect(JSON.stringify(wrong.content)).toContain('templates.0.template');
    await client.close();
  });
});

describe('the provider of the client', () => {
  const provider = (options: KnowledgeProviderOptions = {}) =>
    heartwood({ url: service.url, namespace: lab }).knowledgeProvider({ entityId: 'user:alice', depth: 2, ...options });

  it('gives text by info type', async () => {
    const { sections } = await provide(lab, { depth: 2 });
    expect(await provider()(QUESTION)).toEqual(
      Object.fromEntries(sections.map(({ infoType, text }) => [infoType, text])),
    );
  });

  it('lets functions write sections, and templates and the default the others', async () => {
    const texts = await provider({
      metadataInfoType: 'persona',
      formatters: {
        instructions: ({ pieces, relations, query }) =>
          `${query}: ${pieces.map(({ piece_id, entity_id }) => `${piece_id} of ${entity_id}`).join()} by ${relations[0]?.type}`,
        skills: () => ' ',
        persona: ({ metadata, global_metadata }) =>
          `${String(metadata['team'])} at ${String(global_metadata['organization'])}`,
      },
      templates: {
        context: { engine: 'FORMAT', template: '{relations[0].text}' },
        instructions: { engine: 'FORMAT', template: 'The function comes first' },
      },
    })('ramp transient');
    expect(texts).toEqual({
      persona: 'aero at NASA',
      user_profile: 'USES → dynamic Smagorinsky (15% better spectral agreement on JN-042)',
      instructions: 'ramp transient: les-rans-init of user:alice by SPECIALIZES_IN',
      context: 'LES —RUNS_ON→ tool:solver',
    });
  });

  it('gives functions what templates get', () => {
    expectTypeOf<SectionData>().toEqualTypeOf<ClientSectionData>();
  });
});
