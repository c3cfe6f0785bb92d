import { Histogram } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { quantileOf } from './metrics.js';

const histogram = () =>
  new Histogram({ name: 'h', help: 'h', labelNames: ['path'] as const, buckets: [1, 2, 5], registers: [] });

describe('a quantile', () => {
  it('is the bound of the bucket that it falls into, over all labels', async () => {
    const seen = histogram();
    for (let n = 0; n < 18; n++) seen.observe({ path: 'a' }, 0.5);
    seen.observe({ path: 'b' }, 1.5);
    expect(await quantileOf(seen, 0.9)).toBe(1);
    expect(await quantileOf(seen, 0.95)).toBe(2);
    seen.observe({ path: 'b' }, 9);
    expect(await quantileOf(seen, 1)).toBe(Infinity);
  });

  it('is none of nothing', async () => {
    expect(await quantileOf(histogram(), 0.95)).toBeUndefined();
  });
});
