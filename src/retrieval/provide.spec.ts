import { describe, expect, it } from 'vitest';
import { mergeFeed, type ProvidablePiece, type ProvidableRelation, routeKnowledge } from './provide.js';

const piece = (id: string, infoType: string, content: string, score = 1, knowledgeType = 'FACT') => ({
  score,
  piece: {
    id,
    infoType,
    content,
    knowledgeType,
    tags: [],
    trust: 1,
    entityId: null,
    session: null,
    position: null,
    occurredAt: new Date('2026-03-01T09:30:00Z'),
  } satisfies ProvidablePiece,
});
const relation = (
  source: string,
  relationType: string,
  target: string,
  carried: ProvidableRelation['piece'] = null,
): ProvidableRelation => ({
  relationType,
  source: { id: source, label: source.toUpperCase() },
  target: { id: target, label: null },
  depth: 1,
  score: 1,
  properties: carried ? { piece_id: carried.id } : {},
  piece: carried,
});

const RESULT = {
  entityId: 'alice',
  metadata: { team: 'aero', specialization: 'turbomachinery' },
  globalMetadata: { organization: 'NASA', team: 'all' },
  pieces: [
    piece('smagorinsky', 'context', 'Smagorinsky constant of 0.1 works better', 0.5),
    piece('init', 'instructions', 'Initialize LES from converged RANS', 1, 'PROCEDURE'),
    piece('tool', 'units', 'Use SI'),
    piece('mesh', 'context', 'Fine mesh', 0.9),
    piece('ramp', 'skills', 'Ramp CFL'),
  ],
  graphContext: [
    relation('bob', 'KNOWS', 'alice'),
    relation('alice', 'USES', 'les'),
    relation('alice', 'SPECIALIZES_IN', 'les', { id: 'init', infoType: 'instructions' }),
    relation('les', 'NEEDS', 'mesh'),
  ],
};

describe('routing', () => {
  it('sorts every source into the section of the routing table, sections in the order of a prompt', () => {
    const sections = routeKnowledge(RESULT, { query: 'q' });
    expect(sections.map(({ info_type, text }) => [info_type, text])).toEqual([
      ['user_profile', 'specialization: turbomachinery\nteam: aero\norganization: NASA\nUSES → les'],
      ['instructions', '[procedure] Initialize LES from converged RANS'],
      [
        'context',
        '[fact] Fine mesh\n[fact] Smagorinsky constant of 0.1 works better\nBOB —KNOWS→ alice\nLES —NEEDS→ mesh',
      ],
      ['skills', '[fact] Ramp CFL'],
      ['units', '[fact] Use SI'],
    ]);
    expect(sections[1]).toMatchObject({
      entity_id: 'alice',
      metadata: {},
      pieces: [{ piece_id: 'init', knowledge_type: 'procedure', score: 1, occurred_at: '2026-03-01T09:30:00.000Z' }],
      relations: [{ type: 'SPECIALIZES_IN', target_id: 'les', piece_id: 'init', text: 'SPECIALIZES_IN → les' }],
    });
  });

  it('puts metadata where it is told to, and the relations of the active entity into its profile all the same', () => {
    const sections = routeKnowledge({ ...RESULT, pieces: [] }, { query: 'q', metadataInfoType: 'who' });
    expect(sections.map(({ info_type }) => info_type)).toEqual(['user_profile', 'instructions', 'context', 'who']);
    expect(sections.at(-1)).toMatchObject({ metadata: RESULT.metadata, global_metadata: RESULT.globalMetadata });
  });

  it('has no section for what is not known, and takes any name for one', () => {
    const nothing = { entityId: null, metadata: {}, globalMetadata: null, pieces: [], graphContext: [] };
    expect(routeKnowledge(nothing, { query: '' })).toEqual([]);
    const odd = { ...nothing, pieces: [piece('p', '__proto__', 'Odd')] };
    expect(routeKnowledge(odd, { query: '' })).toMatchObject([{ info_type: '__proto__', text: '[fact] Odd' }]);
  });
});

describe('feed', () => {
  const feed = {
    user_profile: 'likes tables',
    context: '',
    skills: null,
    limits: { cores: 2 },
    user_input: 'Set up LES',
  };
  const sections = [
    { infoType: 'user_profile', text: 'team: aero' },
    { infoType: 'context', text: '[fact] Fine mesh' },
    { infoType: 'skills', text: '[fact] Ramp CFL' },
    { infoType: 'limits', text: 'one day' },
    { infoType: 'instructions', text: '[procedure] Init' },
  ];
  const added = { instructions: '[procedure] Init', user_input: 'Set up LES' };

  it('is replaced by knowledge with FEED_ONLY, which is the default', () => {
    const expected = {
      user_profile: 'team: aero',
      context: '[fact] Fine mesh',
      skills: '[fact] Ramp CFL',
      limits: 'one day',
      ...added,
    };
    expect(mergeFeed(feed, sections, 'FEED_ONLY')).toEqual(expected);
    expect(mergeFeed(feed, sections)).toEqual(expected);
  });

  it('keeps its own values with ATTRIBUTE_ONLY', () => {
    expect(mergeFeed(feed, sections, 'ATTRIBUTE_ONLY')).toEqual({ ...feed, ...added });
  });

  it('has both, by a newline, with MERGE', () => {
    expect(mergeFeed(feed, sections, 'MERGE')).toEqual({
      user_profile: 'likes tables\nteam: aero',
      context: '[fact] Fine mesh',
      skills: '[fact] Ramp CFL',
      limits: '{"cores":2}\none day',
      ...added,
    });
  });

  it('has a field of its own for any info type', () => {
    const merged = mergeFeed({}, [{ infoType: '__proto__', text: 'x' }]);
    expect(JSON.stringify(merged)).toBe('{"__proto__":"x"}');
  });
});
