import { afterAll, describe, expect, it } from 'vitest';
import { redactJson } from './redact.js';
import { redactLongJson } from './redact.task.js';
import { RedactionNotes } from './redaction-notes.js';
import { Workers } from './workers/workers.js';

const workers = new Workers();
afterAll(() => workers.onApplicationShutdown());

describe('redactLongJson', () => {
  const filler = Array.from({ length: 2_000 }, (_, n) => `Open the window ${n}.`);

  it.each([
    ['short', []],
    ['long', filler],
  ])('redacts a %s value as redactJson does, and notes what was cut out', async (_, more) => {
    const told = 'curl -H "Authorization: Bearer 8f3Kq0ZsPq1vT7yWb2LmXc9R"';
    const value = { steps: [told, ...more], parameters: { password: 'correct horse', note: undefined } };
    const notes = new RedactionNotes();
    const redacted = await notes.run(() => redactLongJson(value, workers));
    expect(redacted).toEqual(redactJson(value));
    expect(JSON.stringify(redacted)).not.toMatch(/8f3Kq0|correct horse/);
    expect(notes.in(value).map(({ path }) => path)).toEqual(['steps.0', 'parameters.password']);
  });
});
