import { describe, expect, it } from 'vitest';
import { generator } from '../lib/data.mjs';
import { documentsOf } from './web/documents.mjs';
import { TEMPLATES } from './web/templates.mjs';

describe('the office', () => {
  it('has two documents a template, of which a stated share is wrong', () => {
    const documents = documentsOf(generator(3), 0.3);
    expect(documents).toHaveLength(2 * TEMPLATES.length);
    // Both ways are wrong for 12 templates, and one way for 12 others: 36 of 116.
    expect(TEMPLATES).toHaveLength(58);
    expect(documents.filter(({ fault }) => fault)).toHaveLength(36);
    expect(documentsOf(generator(3), 0.3)).toEqual(documents);
    expect(documentsOf(generator(4), 0.3)).not.toEqual(documents);
  });

  it('draws the same tasks for the same seed', () => {
    const drawn = (seed) => {
      const random = generator(seed);
      return TEMPLATES.map((template) => template.draw(random));
    };
    expect(drawn(5)).toEqual(drawn(5));
    expect(drawn(5)).not.toEqual(drawn(6));
    for (const { start, end } of drawn(5)) expect(end).not.toEqual(start);
  });
});
