import { describe, expect, it } from 'vitest';
import { arithmetic } from './score.js';

describe('the arithmetic of a score', () => {
  it('reads as one line of arithmetic', () => {
    expect(arithmetic({ relevance: 1, trustFactor: 0.95, gamma: 0.5, scopeWeight: null })).toBe(
      '1 · 0.95^0.5 = 0.9747',
    );
    expect(arithmetic({ relevance: 0.5, trustFactor: 1, gamma: 1, scopeWeight: 1.2 })).toBe('0.5 · 1^1 · 1.2 = 0.6');
  });
});
