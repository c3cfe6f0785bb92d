import { describe, expect, it } from 'vitest';
import { normalise, wordsIn } from './item-names.js';
import { addKeysIn, lookupKey, proseQuery, storedNames } from './stored-names.js';

const keysIn = (text: string) => {
  const keys = new Set<string>();
  addKeysIn(text, keys, 100_000);
  return keys;
};

/** A random generator with a seed, so that each run is the same. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('the key of a name', () => {
  it('is its first words, with what stands between them', () => {
    expect(lookupKey('file > open')).toBe('file > open');
    expect(lookupKey('save as…')).toBe('save as');
    expect(lookupKey('(none)')).toBe('none');
    expect(lookupKey('a b c d e f g h i j')).toBe('a b c d e f g h');
    expect(lookupKey('x'.repeat(300))).toBe('x'.repeat(200));
    expect(lookupKey('…')).toBe('…');
  });

  it('is among the keys of every text in which the name stands by itself', () => {
    const pick = random(11);
    const parts = [
      'open',
      'file',
      'öffnen',
      'a',
      'x_1',
      '日本',
      '…',
      '>',
      '/',
      '(b)',
      '& ',
      '-',
      "'",
      '+',
      '👍',
      'y'.repeat(90),
    ];
    const some = (most: number) =>
      normalise(Array.from({ length: 1 + pick(most) }, () => parts[pick(parts.length)]).join([' ', ' ', ''][pick(3)]));
    let tried = 0;
    for (let round = 0; round < 2_000; round++) {
      const name = some(14);
      const text = normalise(`${some(5)} ${name} ${some(5)}`);
      if (name === '' || !text.includes(name)) continue;
      tried++;
      expect(keysIn(text), `${name} in ${text}`).toContain(lookupKey(name));
    }
    expect(tried).toBeGreaterThan(1_500);
  });

  it('is one of few in a text of no end', () => {
    const keys = new Set<string>();
    addKeysIn('word '.repeat(100_000), keys, 1_000);
    addKeysIn(Array.from({ length: 100_000 }, (_, i) => `w${i}`).join(' '), keys, 1_000);
    expect(keys.size).toBeLessThan(1_100);
  });
});

describe('what is kept of an item', () => {
  const item = { id: 'join_files', description: 'The "Join" tab: Ctrl + J', uiLocation: '', shortcut: null };

  it('is its names, and its prose in tokens', () => {
    const { names, said, told, cut } = storedNames({
      ...item,
      uiLocation: 'Mode → Join tab',
      actionSequence: ["click_tab('Join')", 'Wait for it', "Press 'Go' now"],
    });
    expect(names.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'id join_files',
      'path mode > join tab',
      'control mode',
      'control join tab',
      'control join',
      'control go',
    ]);
    expect(said).toBe('the q: join q: n: tab n: ctrl j e: key:ctrl+j e: q: join files q: e:');
    expect(told).toBe('wait for it e: press q: go q: now e:');
    expect(cut).toBe(false);
  });

  it('is nothing where it is more than is kept', () => {
    const actionSequence = Array.from({ length: 25 }, () => 'x'.repeat(10_000));
    expect(storedNames({ ...item, actionSequence })).toEqual({ names: [], said: '', told: '', cut: true });
  });

  it('has no word that the index would cut', () => {
    const { said } = storedNames({ ...item, description: 'x'.repeat(20_000), actionSequence: [] });
    expect(Math.max(...wordsIn(said).map((word) => word.length))).toBe(100);
  });
});

describe('the question to the prose', () => {
  it('asks phrases alone, and one namespace', () => {
    const query = proseQuery('n', null, { kind: 'control', name: 'a" OR nameScopes:x \\' }) ?? '';
    // Only words, quotes and colons of the query itself remain: no part of the name is outside of a phrase.
    expect(query.replace(/"[^"]*"/g, '""')).toMatch(/^\+\((?:name(?:Said|Told):"" ?)+\) \+nameScopes:n[0-9a-f]{64}0$/);
    expect(proseQuery('n', 'x', { kind: 'path', name: 'a > b' })).toMatch(
      /^\+\(nameSaid:"a > b" nameTold:"a > b"\) \+nameScopes:n\w+ \+nameScopes:\(a\w+ any\)$/,
    );
    expect(proseQuery('n', null, { kind: 'control', name: '…' })).toBeUndefined();
  });
});
