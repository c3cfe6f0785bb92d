import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generator } from '../lib/data.mjs';
import { CHROMIUM, openOffice } from './web/browser.mjs';
import { documentsOf, FAULTS, stepsOf, WAYS, wrongStepsOf } from './web/documents.mjs';
import { TEMPLATES } from './web/templates.mjs';

describe('the office', () => {
  it('has two documents a template, of which a stated share is wrong', () => {
    const documents = documentsOf(generator(3), 0.3);
    expect(documents).toHaveLength(2 * TEMPLATES.length);
    // Both ways of 12 templates, and one of 12 others: 36 of 116.
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

describe.skipIf(CHROMIUM === undefined)('the office in a browser', () => {
  let office;
  beforeAll(async () => {
    office = await openOffice();
  });
  afterAll(() => office?.close());

  const random = generator(12);
  /** Of all of them, those for which it is not so. */
  const unlike = async (wanted, tries) => {
    const done = await Promise.all(tries.map(({ task, steps }) => office.attempt(task, steps)));
    return tries
      .filter((_, n) => done[n].success !== wanted)
      .map(({ name, steps }, n) => ({ name, steps, was: done[n] }));
  };

  it.each(WAYS)('does what each template asks for by its right document (%s)', async (way) => {
    const tries = TEMPLATES.map((template) => ({
      name: template.id,
      task: template.draw(random),
      steps: stepsOf(template.id, way),
    }));
    expect(await unlike(true, tries)).toEqual([]);
  });

  it.each(FAULTS)('does not by any that is wrong (%s)', async (fault) => {
    const tries = TEMPLATES.map((template, n) => {
      const way = WAYS[(n + FAULTS.indexOf(fault)) % 2];
      return { name: template.id, task: template.draw(random), steps: wrongStepsOf(template.id, way, fault, random) };
    });
    expect(await unlike(false, tries)).toEqual([]);
  });
});
