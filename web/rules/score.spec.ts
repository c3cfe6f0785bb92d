import { describe, expect, it } from 'vitest';
import { arithmetic, scoreParts } from './score.js';

describe('the parts of a score', () => {
  it('are what fit, trust and scope take from 1', () => {
    const parts = scoreParts({ relevance: 0.8, trustFactor: 0.5, gamma: 1, scopeWeight: 0.5 });
    expect(parts).toMatchObject({ lostToTrust: 0.4, lostToScope: 0.2, gained: 0 });
    expect(parts.score).toBeCloseTo(0.2, 12);
    expect(parts.score + parts.lostToFit + parts.lostToTrust + parts.lostToScope).toBeCloseTo(1, 12);
  });

  it('are a gain where the trust is above that of an untried entry', () => {
    const parts = scoreParts({ relevance: 0.5, trustFactor: 1.08, gamma: 0.5, scopeWeight: null });
    expect(parts.score).toBeCloseTo(0.5 * Math.sqrt(1.08), 12);
    expect(parts.gained).toBeCloseTo(parts.score - 0.5, 12);
    expect(parts.lostToTrust).toBe(0);
  });

  it('read as one line of arithmetic', () => {
    expect(arithmetic({ relevance: 1, trustFactor: 0.95, gamma: 0.5, scopeWeight: null })).toBe(
      '1 · 0.95^0.5 = 0.9747',
    );
    expect(arithmetic({ relevance: 0.5, trustFactor: 1, gamma: 1, scopeWeight: 1.2 })).toBe('0.5 · 1^1 · 1.2 = 0.6');
  });
});
