import { beforeEach, describe, expect, it } from 'vitest';
import type { GraphService } from '../../src/graph/graph.service.js';
import { NameChanges } from '../../src/mentions/known-names.js';
import { MentionsWorker } from '../../src/loading/linking/mentions.worker.js';
import { scanText } from '../../src/mentions/scan.js';
import { freshNamespace } from '../support/graph.js';
import { inconsistencies, type Knowledge, withKnowledge } from './support.js';
import { derived, linkedTexts } from './mentions.js';

let service: Knowledge;
let graph: GraphService;
withKnowledge((started) => ({ service, graph } = started));

let namespace: string;
beforeEach(() => {
  namespace = freshNamespace();
});

const piece = (piece_id: string, content: string, more: object = {}) => ({ piece_id, content, ...more });
const load = (...pieces: object[]) => service.load(namespace, { pieces });
const nodes = (...given: object[]) => service.load(namespace, { graph: { nodes: given } });
const ask = <Data>(query: string, variables: object = {}) => service.data<Data>(namespace, query, variables);
const run = <Row extends object>(text: string, at = namespace, mode: 'read' | 'write' = 'read') =>
  graph.run<{ namespace: string }, Row>({ name: 'test/mentions', mode, text }, { namespace: at });

const linked = (at = namespace) => linkedTexts(graph, at);

describe('the names in a text', () => {
  it('link it to an entity each, of type NAME and with a key of ours', async () => {
    await load(piece('moon', 'The lander was flown by Neil Armstrong and built by Grumman.'));
    expect(await linked()).toEqual({ moon: ['name:grumman', 'name:neil armstrong'] });
    expect(
      await ask(
        '{ entity(id: "name:grumman") { id type label } knowledge(kind: PIECE, id: "moon") { ... on Piece { mentions { id } } } }',
      ),
    ).toEqual({
      entity: { id: 'name:grumman', type: 'NAME', label: null },
      knowledge: { mentions: [] },
    });
    expect(await ask('{ entities { totalCount } named: entities(type: "NAME") { nodes { id } totalCount } }')).toEqual({
      entities: { totalCount: 0 },
      named: { nodes: [{ id: 'name:grumman' }, { id: 'name:neil armstrong' }], totalCount: 2 },
    });
  });

  it('are those of titles and entities first, the longest of those that overlap', async () => {
    await nodes(
      { node_id: 'place:ny', node_type: 'place', label: 'New York' },
      { node_id: 'place:nyc', node_type: 'place', label: 'New York City' },
    );
    await load(
      piece('flow', 'whatever', { title: 'Turbine Flow' }),
      piece('trip', 'we saw a turbine flow in new york city last week'),
    );
    expect(await linked()).toEqual({ flow: ['name:turbine flow'], trip: ['name:turbine flow', 'place:nyc'] });
  });

  it('wait at the start of a sentence until they stand inside of one, in whatever text', async () => {
    await load(piece('a', 'Zephyr is fast.'), piece('b', 'zephyr talks to oscar now'));
    expect(await linked()).toEqual({ a: [], b: [] });
    await load(piece('c', 'We switched to Zephyr on Monday.'));
    expect(await linked()).toEqual({ a: ['name:zephyr'], b: ['name:zephyr'], c: ['name:zephyr'] });
    await ask('mutation { delete(ref: "piece:c") }');
    expect(await linked()).toEqual({ a: [], b: [] });
    expect(await ask('{ entity(id: "name:zephyr") { id } }')).toEqual({ entity: null });
  });

  it('are only known ones where most nouns have a capital', async () => {
    await load(
      piece('a', 'Die Pumpe der Firma Brandt lief im Herbst ohne Störung, doch das Ventil am Kessel tropfte.'),
      piece('b', 'Nothing is known of it.', { title: 'Kessel' }),
    );
    expect(await linked()).toEqual({ a: ['name:kessel'], b: ['name:kessel'] });
  });

  it('are no names where too many texts have them, and are again when fewer do', async () => {
    const texts = Array.from({ length: 6 }, (_, i) => piece(`t${i}`, `The pump number ${i} came from Acme Brandt.`));
    await load(...texts.slice(0, 5));
    expect((await linked())['t0']).toEqual(['name:acme brandt']);
    await load(...texts.slice(5));
    expect(Object.values(await linked()).flat()).toEqual([]);
    expect(await ask('{ entity(id: "name:acme brandt") { id } }')).toEqual({ entity: null });
    await ask('mutation { delete(ref: "piece:t3") }');
    expect(Object.values(await linked())).toEqual(Array.from({ length: 5 }, () => ['name:acme brandt']));
  });

  it('are looked for again, when they become a title, where that may matter', async () => {
    await load(
      piece('has it', 'It was made by Olaf Brandt.'),
      piece('has more', 'It was made by Olaf Brandt, whom all called Olaf Two.'),
      piece('has not', 'olaf brandt called and Ines Koch came'),
    );
    const changes = new NameChanges([
      { name: 'olaf brandt', told: 2, titles: 0, documents: 2, targets: [], hidden: false },
    ]);
    const before = { names: null, told: null, titleName: null };
    changes.count(before, scanText({ title: 'Olaf Brandt', content: '', embeddingText: null }));
    const [query] = changes.queries(namespace, false);
    const text = `CALL db.index.fulltext.queryNodes('piece_names', '${query}') YIELD node RETURN node.id AS id ORDER BY id`;
    expect(await run(text)).toEqual([{ id: 'has more' }, { id: 'has not' }]);
    await load(piece('man', 'A man.', { title: 'Olaf Brandt' }));
    expect(await linked()).toMatchObject({
      'has it': ['name:olaf brandt'],
      'has more': ['name:olaf brandt', 'name:olaf two'],
      'has not': ['name:ines koch', 'name:olaf brandt'],
    });
  });

  it('are those of the text as it stands now', async () => {
    await load(piece('a', 'It was made by Olaf Brandt.'), piece('b', 'It was sold to Ines Koch.'));
    await load(piece('a', 'It was made by Ines Koch.'));
    expect(await linked()).toEqual({ a: ['name:ines koch'], b: ['name:ines koch'] });
    expect(await run('MATCH (n:Name {namespace: $namespace}) RETURN n.name AS name')).toEqual([{ name: 'ines koch' }]);
  });
});

describe('an entity made of a name', () => {
  it('becomes that of a document which brings its key, and goes back when it is deleted', async () => {
    await load(piece('a', 'It was made by Olaf Brandt.'));
    await nodes({ node_id: 'name:olaf brandt', node_type: 'person', label: 'Olaf Brandt' });
    expect(await linked()).toEqual({ a: ['name:olaf brandt'] });
    expect(await ask('{ entities { nodes { id type } } }')).toEqual({
      entities: { nodes: [{ id: 'name:olaf brandt', type: 'person' }] },
    });
    await ask('mutation { delete(ref: "entity:name:olaf brandt") }');
    expect(await linked()).toEqual({ a: ['name:olaf brandt'] });
    expect(await ask('{ entities { nodes { id } } }')).toEqual({ entities: { nodes: [] } });
    const { errors } = await service.graphql(namespace, 'mutation { delete(ref: "entity:name:olaf brandt") }');
    expect(errors?.[0]?.extensions['code']).toBe('CONFLICT');
  });

  it('gives way to entities of that name, which texts are linked to instead', async () => {
    await load(piece('a', 'It was made by Olaf Brandt.'), piece('b', 'olaf brandt called'));
    await nodes({ node_id: 'person:7', node_type: 'person', label: 'Olaf Brandt' });
    expect(await linked()).toEqual({ a: ['person:7'], b: ['person:7'] });
    await nodes({ node_id: 'person:7', node_type: 'person', label: 'Ines Koch' });
    expect(await linked()).toEqual({ a: ['name:olaf brandt'], b: ['name:olaf brandt'] });
    expect(await inconsistencies(graph, namespace)).toEqual([]);
  });

  const SUPPLIED = '{ knowledge(kind: PIECE, id: "a") { ... on Piece { mentions { id } } } }';
  it('is no second mention where a document gives one', async () => {
    await nodes({ node_id: 'person:7', node_type: 'person', label: 'Olaf Brandt' });
    await load(piece('a', 'It was made by Olaf Brandt.', { mentions: ['person:7'] }));
    expect(await linked()).toEqual({ a: [] });
    expect(await ask(SUPPLIED)).toEqual({ knowledge: { mentions: [{ id: 'person:7' }] } });
    await load(piece('a', 'It was made by Olaf Brandt.'));
    expect(await linked()).toEqual({ a: ['person:7'] });
    expect(await ask(SUPPLIED)).toEqual({ knowledge: { mentions: [] } });
  });
});

describe('the order of documents', () => {
  it('changes nothing: in any order, again, and without what was deleted, texts are linked to the same', async () => {
    const documents = [
      { pieces: [piece('p1', 'Zephyr met with Olaf Brandt there.')] },
      { pieces: [piece('p2', 'lower case only zephyr two')] },
      { pieces: [piece('p3', 'They met with Zephyr there.', { title: 'Olaf Brandt (person)' })] },
      { pieces: [piece('p4', 'Acme met with Zephyr Two there.', { mentions: ['x'] })] },
      { graph: { nodes: [{ node_id: 'x', node_type: 'thing', label: 'Zephyr' }] } },
      { graph: { nodes: [{ node_id: 'name:acme', node_type: 'thing', label: 'Acme' }] } },
    ];
    const other = freshNamespace();
    for (const each of documents) await service.load(namespace, each);
    for (const each of [...documents.toReversed(), ...documents.slice(0, 3)]) await service.load(other, each);
    const expected = {
      p1: ['name:olaf brandt', 'x'],
      p2: ['name:zephyr two'],
      p3: ['name:olaf brandt', 'x'],
      p4: ['name:acme', 'name:zephyr two'],
    };
    expect(await linked()).toEqual(expected);
    const all = await derived(graph, namespace);
    expect(JSON.stringify(all)).not.toContain('"waits":true');
    expect(await derived(graph, other)).toEqual(all);

    await service.data(other, 'mutation { setAutomaticMentions(enabled: false) { enabled } }');
    await service.data(other, 'mutation { setAutomaticMentions(enabled: true) { enabled } }');
    expect(await derived(graph, other)).toEqual(all);

    // After that, no text shows that there is a Zephyr Two.
    await ask('mutation { delete(ref: "piece:p4") }');
    expect(await linked()).toEqual({ p1: expected.p1, p2: ['x'], p3: expected.p3 });
  });
});

describe('the switch', () => {
  const RANKED = `{ search(query: "who made the pump of Acme Brandt", first: 5) {
    totalFound hits { score knowledge { id } explain { relevance lexical graph chain formula } } } }`;

  it('off, ranks as if texts had never been linked, and on, links them again', async () => {
    const texts = [
      piece('a', 'The pump was made by Olaf Brandt in Westhaven.', { title: 'Acme Brandt' }),
      piece('b', 'He who worked for Acme Brandt moved to Westhaven.'),
      piece('c', 'The town of Westhaven has a harbour.'),
    ];
    const without = freshNamespace();
    await service.data(without, 'mutation { setAutomaticMentions(enabled: false) { enabled done } }');
    await service.load(without, { pieces: texts });
    await load(...texts);
    const found = async () => (await ask<{ search: { totalFound: number } }>(RANKED)).search.totalFound;
    // The third piece matches the question only by entities that it shares with the others.
    expect(await found()).toBe(3);
    expect(await ask('mutation { setAutomaticMentions(enabled: false) { enabled linked waiting done } }')).toEqual({
      setAutomaticMentions: { enabled: false, linked: 0, waiting: 0, done: true },
    });
    expect(await found()).toBe(2);
    // Other tests write to the same full-text index meanwhile.
    await expect
      .poll(async () => JSON.stringify(await ask(RANKED)) === JSON.stringify(await service.data(without, RANKED)))
      .toBe(true);
    expect(await derived(graph, namespace)).toEqual({
      ...((await derived(graph, without)) as object),
      edges: [],
      entities: [],
      names: [],
    });
    await ask('mutation { setAutomaticMentions(enabled: true) { enabled } }');
    expect(await found()).toBe(3);
  });

  it('links texts of a database that was written before', async () => {
    await service.data(namespace, 'mutation { setAutomaticMentions(enabled: false) { enabled } }');
    await load(piece('a', 'It was made by Olaf Brandt.'), piece('b', 'Olaf Brandt is away.'));
    await run(
      'MATCH (l:KnowledgeLayers {namespace: $namespace}) SET l.mentions = null, l.mentionRules = null',
      namespace,
      'write',
    );
    expect(await ask('{ automaticMentions { enabled done linked } }')).toEqual({
      automaticMentions: { enabled: true, done: false, linked: 0 },
    });
    // The service of another test may have the lease meanwhile; it then does this work, or leaves it to the next look.
    const after = async <Answer>(question: () => Promise<Answer>) => {
      await service.app.get(MentionsWorker).work();
      return question();
    };
    await expect.poll(() => after(linked)).toEqual({ a: ['name:olaf brandt'], b: ['name:olaf brandt'] });
    await ask('mutation { relink { enabled } }');
    await expect
      .poll(() => after(() => ask('{ automaticMentions { enabled done linked waiting } }')))
      .toEqual({ automaticMentions: { enabled: true, done: true, linked: 2, waiting: 0 } });
    expect(await linked()).toEqual({ a: ['name:olaf brandt'], b: ['name:olaf brandt'] });
  });
});

describe('a question that needs two texts', () => {
  it('finds the second by the entity of the title of the first', async () => {
    await load(
      piece('film', 'A film of 1962, shot by Edgar Holloway on the coast.', { title: 'Harbour Lights' }),
      piece('man', 'He was born in a village near the border and died young.', { title: 'Edgar Holloway' }),
      ...Array.from({ length: 12 }, (_, i) => piece(`other${i}`, `The director of number ${i} was never named.`)),
    );
    const found = await ask<{ search: { hits: { knowledge: { id: string }; explain: { graph: number } }[] } }>(
      '{ search(query: "in which land was the director of Harbour Lights at home", first: 20) { hits { knowledge { id } explain { graph } } } }',
    );
    const second = found.search.hits.find(({ knowledge }) => knowledge.id === 'man');
    expect(second?.explain.graph).toBeGreaterThan(0);
  });
});
