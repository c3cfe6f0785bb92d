import { expect, it } from 'vitest';
import { filtersInIndex } from './index-filter.js';

it.each([
  ['5.26.28', false],
  ['5.27-aura', false],
  ['2025.11.2', false],
  ['2026.01.4', false],
  ['2026.09.0', true],
  ['2026.10.0-SNAPSHOT', true],
  ['2027.01.0', true],
  ['unknown', false],
])('an index of Neo4j %s filters itself: %s', (version, filters) => {
  expect(filtersInIndex(version)).toBe(filters);
});
