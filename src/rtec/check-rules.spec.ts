import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { runNow } from '../common/turns.js';
import { checkRules } from './check-rules.js';
import type { EventDescription, Indicator, Known, KnownFluent } from './event-description.js';
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
  readFileSync(new URL('../../test/fluents/data/validation_cases.json', import.meta.url), 'utf8'),
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
  runNow(checkRules(await reader.read(text), { ...KNOWN, ...known }));

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

const graver = (problems: readonly { kind: string; severity: string; predicate: string | null }[]) =>
  problems
    .filter(({ severity }) => severity !== 'HINT')
    .map(({ kind, severity, predicate }) => [kind, severity, predicate]);

/** Returns an event description in the form in which it is stored. */
const stored = (description: EventDescription): KnownFluent[] =>
  description.fluents.map((fluent) => ({
    ...fluent,
    dependencies: description.dependencies.filter(
      ({ from }) => from.name === fluent.name && from.arity === fluent.arity,
    ),
  }));

describe('what is known besides the text', () => {
  const SAFE = 'holdsFor(safe(Z)=true, I) :- holdsFor(occupied(Z)=false, I).\n';
  const NEEDS_ALARM = 'holdsFor(quiet(Z)=true, I) :- holdsFor(alarm(Z)=false, I).\n';

  it('lets stored fluents be needed, and warns of one that is defined again', async () => {
    const fluents = stored(await reader.read(SAFE));
    const report = await check('holdsFor(calm(Z)=true, I) :- holdsFor(safe(Z)=true, I).', { fluents });
    expect(graver(report.problems)).toEqual([]);
    expect(report).toMatchObject({ valid: true, defines: ['calm/1'], dependencies: ['safe/1'] });
    const again = await check(SAFE, { fluents });
    expect(graver(again.problems)).toEqual([['REDECLARED', 'WARNING', 'safe/1']]);
    expect(again.valid).toBe(true);
  });

  it('finds a cycle that goes through stored rules, and names its path', async () => {
    const fluents = stored(await reader.read(NEEDS_ALARM));
    const text = [
      'initiatedAt(alarm(Z)=true, T) :- happensAt(power_lost(Z), T), holdsAt(quiet(Z)=true, T).',
      'initiatedAt(alarm(Z)=false, T) :- happensAt(door_opens(Z), T), \\+ holdsAt(quiet(Z)=true, T).',
    ].join('\n');
    const report = await check(text, { fluents });
    const [cycle] = report.problems.filter(({ kind }) => kind === 'CYCLE_WITH_STATICALLY_DETERMINED');
    expect(cycle).toMatchObject({ severity: 'ERROR', predicate: 'alarm/1', line: 1 });
    expect(cycle?.message).toContain('alarm/1=false → quiet/1=true → alarm/1=false');
    // There is no cycle if no value needs itself: alarm=true needs none of the others.
    const harmless = await check(text.split('\n')[0] ?? '', { fluents });
    expect(graver(harmless.problems)).toEqual([]);
  });

  it('replaces the stored rules of what the text defines', async () => {
    const fluents = stored(
      await reader.read(`${NEEDS_ALARM}holdsFor(alarm(Z)=false, I) :- holdsFor(occupied(Z)=true, I).`),
    );
    const report = await check('holdsFor(quiet(Z)=true, I) :- holdsFor(occupied(Z)=true, I).', { fluents });
    expect(graver(report.problems)).toEqual([['REDECLARED', 'WARNING', 'quiet/1']]);
  });

  it('sees no cycle where a constant or a functor differs, and one where it does not', async () => {
    const close = (far: string, near: string) =>
      `holdsFor(close(A, B, ${far})=true, I) :- holdsFor(close(A, B, ${near})=true, I).\n`;
    expect(graver((await check(close('30', '25') + close('25', '24'))).problems)).toEqual([]);
    expect(graver((await check(close('far(A)', 'near(A)'))).problems)).toEqual([]);
    const kinds = [['CYCLE_WITH_STATICALLY_DETERMINED', 'ERROR', 'close/3']];
    expect(graver((await check(close('30', '25') + close('25', '30'))).problems)).toEqual(kinds);
    expect(graver((await check(close('30', 'X'))).problems)).toEqual(kinds);
  });

  it('takes what nothing defines for an input, where it is told to', async () => {
    const text =
      'initiatedAt(hot(Z)=true, T) :- happensAt(heat(Z), T), holdsAt(shut(Z)=true, T), \\+ holdsAt(hot(Z, 1)=true, T).';
    const report = await check(text, { inferInputs: true, inputEvents: [], inputFluents: [] });
    expect(graver(report.problems)).toEqual([['ARITY_MISMATCH', 'WARNING', 'hot/2']]);
    expect(report.problems.map(({ kind, predicate }) => [kind, predicate])).toEqual(
      expect.arrayContaining([
        ['UNDEFINED_EVENT', 'heat/1'],
        ['UNDEFINED_FLUENT', 'shut/1'],
      ]),
    );
    expect((await check(text)).valid).toBe(false);
  });

  it('takes for known what the text itself declares', async () => {
    const text = [
      'initiatedAt(hot(Z)=true, T) :- happensAt(heat(Z), T), holdsAt(shut(Z)=true, T), warm(Z).',
      'terminatedAt(hot(Z)=true, T) :- happensAt(cool(Z), T).',
      'grounding(heat(Z)) :- zone(Z). grounding(shut(Z)=true) :- zone(Z). inputEntity(cool(_)). warm(kitchen).',
    ].join('\n');
    const { problems, valid } = await check(text);
    expect(valid).toBe(true);
    // The vocabulary of the domain contains neither of them.
    expect(problems.map(({ kind, predicate }) => [kind, predicate])).toEqual([
      ['UNDEFINED_GROUNDING', 'heat/1'],
      ['UNDEFINED_GROUNDING', 'shut/1'],
    ]);
    expect((await check(text, { inferInputs: true })).problems).toEqual([]);
  });

  it('names prerequisites that no rule uses', async () => {
    const report = await check(SAFE, { prerequisites: ['occupied', 'hot'] });
    expect(graver(report.problems)).toEqual([['UNUSED_PREREQUISITE', 'WARNING', 'hot']]);
  });
});

describe('single checks', () => {
  it.each([
    [
      'an input that is defined',
      'holdsFor(occupied(Z)=true, I) :- holdsFor(occupied(Z)=false, I).',
      'WRONG_HEAD',
      'occupied/1',
    ],
    [
      'a predicate nobody knows',
      'holdsFor(a(Z)=true, I) :- holdsFor(occupied(Z)=true, I), big(I).',
      'UNDEFINED_PREDICATE',
      'big/1',
    ],
    [
      'a fluent that is called',
      'holdsFor(a(Z)=true, I) :- holdsFor(occupied(Z)=true, I), occupied(Z).',
      'UNDEFINED_PREDICATE',
      'occupied/1',
    ],
    [
      'a fluent with its value that happens',
      'initiatedAt(a=1, T) :- happensAt(occupied(_)=true, T).',
      'FLUENT_USED_AS_EVENT',
      'occupied/1',
    ],
    [
      'an event that starts',
      'initiatedAt(a=1, T) :- happensAt(start(power_lost(_)=true), T).',
      'EVENT_USED_AS_FLUENT',
      'power_lost/1',
    ],
    [
      'an event with another arity that holds',
      'initiatedAt(a=1, T) :- happensAt(power_lost(_), T), holdsAt(temp(_)=3, T).',
      'EVENT_USED_AS_FLUENT',
      'temp/1',
    ],
  ])('finds %s', async (_what, text, kind, predicate) => {
    const { problems } = await check(text);
    expect(problems.filter(({ severity }) => severity !== Severity.HINT)).toMatchObject([{ kind, predicate, line: 1 }]);
  });

  it.each(['valueOf', 'constructor', 'toString', 'hasOwnProperty', 'isPrototypeOf', 'toLocaleString'])(
    'reads fluents, events and predicates that are called %s like those of any other name',
    async (name) => {
      const text = [
        'initiatedAt(plain(X)=plain, T) :- happensAt(go(X, plain), T), plain(X, Y, high).',
        'initiatedAt(other(X)=true, T) :- happensAt(plain(X), T), plain(X).',
        'holdsFor(calm(X)=true, I) :- holdsFor(plain(X)=plain, I0), union_all([I0], I).',
        'plain(a, b, high).',
        'plain :- stop(x).',
        'plain(F=V, T) :- happensAt(go(F), T), V.',
        'grounding(plain(X)) :- plain(X, _, _).',
      ].join('\n');
      const report = async (word: string) => {
        const found = await check(text.replaceAll('plain', word), { inferInputs: true });
        const told = found.problems.map(({ kind, severity, line, predicate }) => [kind, severity, line, predicate]);
        return [...told, ...found.defines].map((each) => JSON.stringify(each).replaceAll(word, 'plain')).sort();
      };
      expect(await report(name)).toEqual(await report('plain'));
    },
  );

  it('lets rules call what RTEC, Prolog and its library have', async () => {
    const text = `holdsFor(a(Z)=true, I) :-
      holdsFor(occupied(Z)=true, J), \\+ J = [], J \\= [], !, length(J, N), N =:= 1, member(_, J), sumlist([N], _), format("~w", [N]),
      findall(X, member(X, J), L), union_all([L], U), intersect_all([U], V), relative_complement_all(V, [J], W),
      complement_all([W], C), intDurGreater(C, 60, D), before(D, J, source, E), (E == [] -> I = [] ; I = E).`;
    expect((await check(text)).problems).toEqual([]);
  });

  it('hints at what never ends, and at the name that may be meant', async () => {
    const { problems, valid } = await check('initiatedAt(a(Z)=on, T) :- happensAt(power_loss(Z), T).');
    expect(valid).toBe(false);
    expect(problems.map(({ kind, severity }) => [kind, severity])).toEqual([
      ['MISSING_TERMINATION', 'HINT'],
      ['UNDEFINED_EVENT', 'ERROR'],
      ['SIMILAR_NAME', 'HINT'],
    ]);
    expect(problems[2]?.message).toContain('power_lost');
    const lapses = 'fi(a(Z)=on, a(Z)=off, 5).';
    const ends = await check(`initiatedAt(a(Z)=on, T) :- happensAt(power_lost(Z), T). ${lapses}`);
    expect(ends.problems).toEqual([]);
  });

  it('only warns of a complement that repeats what a simple value says', async () => {
    const text = [
      'initiatedAt(late(V)=yes, T) :- happensAt(door_opens(V), T).',
      'initiatedAt(late(V)=no, T) :- happensAt(door_closes(V), T).',
      'holdsFor(late(V)=no, I) :- holdsFor(late(V)=yes, L), complement_all([L], I).',
    ].join('\n');
    expect(graver((await check(text)).problems)).toEqual([['MIXED_DEFINITION', 'WARNING', 'late/1']]);
  });
});
