import { expect, it } from 'vitest';
import { LruCache } from './lru-cache.js';

it('lets go of the entry that was used longest ago', () => {
  const cache = new LruCache<string, number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3);
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([1, undefined, 3]);
  cache.delete('a');
  expect(cache.get('a')).toBeUndefined();
});
