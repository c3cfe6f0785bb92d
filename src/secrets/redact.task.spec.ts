import { afterAll, describe, expect, it } from 'vitest';
import { Workers } from '../common/workers/workers.js';
import { redactJson } from './redact.js';
import { redactValues } from './redact.task.js';

const workers = new Workers();
afterAll(() => workers.onApplicationShutdown());

const secret = 'curl -H "Authorization: Bearer 8f3Kq0ZsPq1vT7yWb2LmXc9R"';
const long = 'Open the settings. '.repeat(2_000);

describe('redactValues', () => {
  it('redacts each of many values, short, long or of many short texts, as redactJson does', async () => {
    const names = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`field${n}`, n]));
    const values = [
      'Open it.',
      { steps: ['Open it.', secret] },
      { text: long },
      { text: long, steps: [secret] },
      names,
      { ...names, login: { password: 'correct horse', note: undefined } },
      null,
      Array.from({ length: 1_000 }, () => 'a'),
    ];
    const redacted = await redactValues(values, workers);
    expect(redacted).toEqual(values.map((value) => redactJson(value)));
    expect(redacted.map(({ redactions: [first] }) => first?.path)).toEqual([
      ...[undefined, 'steps.1', undefined, 'steps.0', undefined, 'login.password', undefined, undefined],
    ]);
    expect(JSON.stringify(redacted)).not.toMatch(/8f3Kq0|correct horse/);
  });

  it('redacts more long values than a caller may have tasks waiting', async () => {
    const values = Array.from({ length: 60 }, (_, n) => ({ text: `${n} Open the settings. `.repeat(1_000) }));
    expect(await redactValues(values, workers)).toEqual(values.map((value) => ({ value, redactions: [] })));
  });
});
