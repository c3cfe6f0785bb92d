import { describe, expect, it } from 'vitest';
import { linkedText, mostDocuments, NameChanges } from './known-names.js';
import type { NameState } from './mentions.statements.js';
import { scanText } from './scan.js';

const NAMESPACE = '+_nd7b44809a0359169';
const nothing = { names: null, told: null, titleName: null };
const scan = (content: string, title = '') => scanText({ title, content, embeddingText: null });
const state = (name: string, more: Partial<NameState> = {}): NameState => ({
  name,
  told: 0,
  titles: 0,
  documents: 0,
  targets: [],
  hidden: false,
  ...more,
});

describe('a name', () => {
  it.each([
    [0, 5],
    [50, 5],
    [60, 6],
    [999, 99.9],
    [1_099, 100],
    [1_100, 110],
    [123_456, 12_000],
  ])('may stand in so many texts: of %d, in %d', (texts, most) => {
    expect(mostDocuments(texts)).toBeCloseTo(most, 10);
  });

  it('that a text makes known has texts linked anew that begin a sentence with it', () => {
    const changes = new NameChanges([]);
    changes.count(nothing, scan('They met Olaf Brandt there.'));
    expect(changes.queries('tour', false)).toEqual([`${NAMESPACE} +(_s_olaf_brandt)`]);
    expect(changes.queries('tour', true)).toEqual([`${NAMESPACE} +(_s_olaf_brandt (+_u +(+olaf +brandt)))`]);
  });

  it('of a title has the texts with its words linked anew that may have other names by it, and all when it goes', () => {
    const come = new NameChanges([state('turbine flow', { told: 2, documents: 2 })]);
    come.count(nothing, scan('', 'Turbine Flow'));
    expect(come.queries('tour', true)).toEqual([`${NAMESPACE} +((+turbine +flow -_a_turbine_flow))`]);
    const gone = new NameChanges([state('turbine flow', { titles: 1, documents: 2 })]);
    gone.count({ names: ['turbine flow'], told: [], titleName: 'turbine flow' }, undefined);
    expect(gone.queries('tour', true)).toEqual([`${NAMESPACE} +((+turbine +flow))`]);
  });

  it('marks the texts that have it, unless another of their names has one of its words', () => {
    const text = { id: 'a', title: '', content: '', embeddingText: null, ...nothing };
    const linked = (...names: string[]) =>
      linkedText('tour', { text, scan: scan('They met.') }, names, new NameChanges([]));
    expect(linked('zephyr two', 'acme', 'two winds')).toMatchObject({
      names: ['acme', 'two winds', 'zephyr two'],
      words: '_nd7b44809a0359169 they met _a_acme',
    });
    const many = Array.from({ length: 200 }, (_, i) => `name${i}`);
    expect(linked(...many.slice(1)).words.match(/_a_/g)).toHaveLength(199);
    // If a text has reached the limit of names, it may contain more of them, so no word counts as separate.
    expect(linked(...many).words).not.toContain('_a_');
    const long = Array.from({ length: 5 }, () => 'x'.repeat(60)).join(' ');
    expect(linked(long).words).not.toContain('_a_');
  });

  it('that was known before changes nothing for other texts', () => {
    const changes = new NameChanges([state('olaf brandt', { told: 1, documents: 1 })]);
    changes.count(nothing, scan('They met Olaf Brandt there.'));
    changes.link(null, ['olaf brandt']);
    changes.hide(5);
    expect(changes.queries('tour', true)).toEqual([]);
    expect(changes.rows()).toEqual([
      { ...state('olaf brandt', { told: 2, documents: 2 }), key: null, hidden: null, entity: false },
    ]);
  });

  it('loses its own entity where too many texts have it, and the name where none has', () => {
    const changes = new NameChanges([
      state('acme', { told: 5, documents: 5 }),
      state('zephyr', { told: 1, documents: 1 }),
    ]);
    changes.link(null, ['acme']);
    changes.count({ names: ['zephyr'], told: ['zephyr'], titleName: null }, undefined);
    changes.link(['zephyr'], []);
    changes.hide(5);
    expect(changes.dropped()).toEqual({ names: ['zephyr'], entities: ['acme', 'zephyr'] });
    expect(changes.entitiesOf('acme')).toEqual([]);
    expect(changes.rows()).toEqual([
      { ...state('acme', { told: 5, documents: 6 }), key: null, hidden: true, entity: false },
    ]);
  });

  it('of an entity that a document brings is linked to that, and its texts anew', () => {
    const changes = new NameChanges([state('olaf brandt', { told: 1, documents: 1 })]);
    changes.retarget('olaf brandt', ['person:7', 'author:2']);
    expect(changes.entitiesOf('olaf brandt')).toEqual(['author:2', 'person:7']);
    expect(changes.dropped()).toEqual({ names: [], entities: ['olaf brandt'] });
    expect(changes.queries('tour', true)).toEqual([`${NAMESPACE} +((+olaf +brandt))`]);
  });

  it('never asks for more in one query than the index takes', () => {
    const changes = new NameChanges([]);
    const names = Array.from({ length: 1_000 }, (_, i) => state(`olaf brandt${i}`, { targets: [] }));
    for (const { name } of names) changes.retarget(name, ['x']);
    const queries = changes.queries('tour', false);
    expect(queries.flatMap((query) => query.match(/\(\+/g) ?? [])).toHaveLength(1_000);
    for (const query of queries) expect(query.match(/[+(]/g)?.length).toBeLessThan(3_000);
    for (const query of queries) expect(query.match(/\+olaf/g)?.length).toBeLessThanOrEqual(270);
  });
});
