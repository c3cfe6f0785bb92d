import { afterAll, describe, expect, it } from 'vitest';
import { redactJson, secretInJson } from './redact.js';
import { redactLongJson, secretsInJson } from './redact.task.js';
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

describe('secretsInJson', () => {
  it('finds in each of many values, short, long or of many short texts, what secretInJson finds', async () => {
    const secret = 'curl -H "Authorization: Bearer 8f3Kq0ZsPq1vT7yWb2LmXc9R"';
    const long = 'Open the settings. '.repeat(2_000);
    const names = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`field${n}`, n]));
    const values = [
      'Open it.',
      { steps: ['Open it.', secret] },
      { text: long },
      { text: long, steps: [secret] },
      names,
      { ...names, login: { password: 'correct horse' } },
      null,
      Array.from({ length: 1_000 }, () => 'a'),
    ];
    const found = await secretsInJson(values, workers);
    expect(found).toEqual(values.map((value) => secretInJson(value)));
    expect(found.map((each) => each?.path)).toEqual([
      undefined,
      'steps.1',
      undefined,
      'steps.0',
      undefined,
      'login.password',
      undefined,
      undefined,
    ]);
  });

  it('searches more long values than a caller may have tasks waiting', async () => {
    const values = Array.from({ length: 60 }, (_, n) => ({ text: `${n} Open the settings. `.repeat(1_000) }));
    expect(await secretsInJson(values, workers)).toEqual(values.map(() => undefined));
  });
});
