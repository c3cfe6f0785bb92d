import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { checkRules } from './check-rules.js';
import type { Indicator, Known } from './event-description.js';
import { RulesReader } from './prolog/rules-reader.js';
import { Severity } from './report.model.js';

interface Expected {
  readonly code: string;
  readonly subject?: string;
  readonly fromLine?: number;
  readonly toLine?: number;
  readonly optional?: boolean;
}

interface Cases {
  readonly inputEvents: readonly string[];
  readonly inputFluents: readonly string[];
  readonly backgroundPredicates: readonly string[];
  readonly cases: readonly {
    readonly id: string;
    readonly about: string;
    readonly text: string;
    readonly expected: readonly Expected[];
    readonly clausesRead: number;
    readonly defines: readonly string[];
  }[];
}

const data = JSON.parse(
  readFileSync(new URL('../../test/rules/data/validation_cases.json', import.meta.url), 'utf8'),
) as Cases;

const indicators = (names: readonly string[]): Indicator[] =>
  names.map((name) => {
    const [text = '', arity] = name.split('/');
    return { name: text, arity: Number(arity) };
  });

const KNOWN: Known = {
  inputEvents: indicators(data.inputEvents),
  inputFluents: indicators(data.inputFluents),
  backgroundPredicates: indicators(data.backgroundPredicates),
  fluents: [],
};

const reader = new RulesReader();
afterAll(() => reader.onApplicationShutdown());

const check = async (text: string, known: Partial<Known> = {}) =>
  checkRules(await reader.read(text), { ...KNOWN, ...known });

describe('the validation cases', () => {
  it.each(data.cases.map((each) => [each.id, each.about, each] as const))('%s: %s', async (_id, _about, expected) => {
    const report = await check(expected.text);
    const found = report.problems.filter(({ severity }) => severity !== Severity.HINT);
    const unexpected = found.filter(
      (problem) =>
        !expected.expected.some(
          ({ code, subject, fromLine, toLine }) =>
            code === problem.kind &&
            (subject === undefined || subject === problem.predicate) &&
            (fromLine === undefined || (problem.line ?? 0) >= fromLine) &&
            (toLine === undefined || (problem.line ?? 0) <= toLine),
        ),
    );
    expect(unexpected).toEqual([]);
    const required = expected.expected.filter(({ optional }) => !optional);
    expect(found.filter(({ kind }) => required.some(({ code }) => code === kind))).toHaveLength(required.length);
    expect(report.clausesRead).toBe(expected.clausesRead);
    expect(report.defines).toEqual(expected.defines);
    expect(report.valid).toBe(found.every(({ severity }) => severity === Severity.WARNING));
  });
});
