import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generator } from '../lib/data.mjs';
import { CHROMIUM, openOffice } from './web/browser.mjs';
import { FAULTS, stepsOf, WAYS, wrongStepsOf } from './web/documents.mjs';
import { TEMPLATES } from './web/templates.mjs';

describe.skipIf(CHROMIUM === undefined)('the office in a browser', () => {
  let office;
  beforeAll(async () => {
    office = await openOffice();
  });
  afterAll(() => office?.close());

  const random = generator(12);
  /** Returns the tries whose result differs from the wanted one. */
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
