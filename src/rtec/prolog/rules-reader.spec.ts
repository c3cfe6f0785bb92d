import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compare } from '../../common/text.js';
import { runNow } from '../../common/turns.js';
import { checkRules } from '../check-rules.js';
import { compareDependencies } from '../dependency-differences.js';
import { orderDependencies } from '../dependency-order.js';
import type { EventDescription, Indicator, Known } from '../event-description.js';
import { normaliseClause } from '../normalise.js';
import { printPattern } from '../pattern.js';
import { Severity } from '../report.model.js';
import { RulesReader } from './rules-reader.js';
import { SwiplWorker } from './swipl-worker.js';

interface Graph {
  readonly fluents: readonly {
    readonly name: string;
    readonly arity: number;
    readonly kind: string;
    readonly values: readonly (string | boolean)[];
    readonly level: number;
    readonly dependsOn: readonly {
      readonly name: string;
      readonly arity: number;
      readonly type: string;
      readonly via: readonly string[];
      readonly negated: boolean;
    }[];
  }[];
  readonly inputEvents: readonly Indicator[];
  readonly inputFluents: readonly Indicator[];
  readonly backgroundPredicates: readonly Indicator[];
  readonly selfDependent: readonly string[];
  readonly rtecCompiler: {
    readonly fluentValuePairDependencies: readonly (readonly [string, string])[];
    readonly deadlineDependencies: readonly (readonly [string, string])[];
  };
}

const file = (name: string) => readFileSync(new URL(`../../../test/fluents/data/${name}`, import.meta.url), 'utf8');
const label = ({ name, arity }: Indicator) => `${name}/${String(arity)}`;
const KINDS: Readonly<Record<string, string>> = { SIMPLE: 'simple', STATICALLY_DETERMINED: 'staticallyDetermined' };

const reader = new RulesReader();
afterAll(() => reader.onApplicationShutdown());

const edgesOf = ({ nameDependencies }: EventDescription) =>
  nameDependencies.map(({ from, to }) => ({ from: label(from), to: label(to) }));

/** A variable as value stands for all values of the fluent; an event has no value. */
function valuePairs(description: EventDescription, deadlines: boolean): string[][] {
  const valuesOf = (name: string) =>
    description.fluents.find((fluent) => label(fluent) === name)?.values.map(({ value }) => value) ?? ['true'];
  const expand = (pattern: EventDescription['dependencies'][number]['to']) => {
    if (pattern.value === null) return [label(pattern)];
    const value = printPattern(pattern.value);
    return (value === '_' ? valuesOf(label(pattern)) : [value]).map((each) => `${label(pattern)}=${each}`);
  };
  const pairs = description.dependencies
    .filter(({ via }) => (via === 'fi') === deadlines)
    .flatMap(({ from, to }) => expand(from).flatMap((needs) => expand(to).map((needed) => [needs, needed])));
  return [...new Map(pairs.map((pair) => [pair.join(' '), pair])).entries()]
    .sort(([a], [b]) => compare(a, b))
    .map(([, pair]) => pair);
}

const sorted = (pairs: readonly (readonly string[])[]) =>
  pairs.map((pair) => [...pair]).sort((a, b) => compare(a.join(' '), b.join(' ')));

describe.each([
  ['MSA', 'msa.prolog', 'msa_graph.json', 53],
  ['HAR', 'har.prolog', 'har_graph.json', 31],
] as const)('%s', (_name, rules, graphFile, clauses) => {
  const graph = JSON.parse(file(graphFile)) as Graph;
  let description: EventDescription;
  beforeAll(async () => {
    description = await reader.read(file(rules));
  });

  it('has the fluents of the true graph, with their kinds and values', () => {
    expect(
      description.fluents.map(({ name, arity, fluentKind, values }) => ({
        name,
        arity,
        kind: KINDS[fluentKind],
        values: values.map(({ value }) => value).sort(),
      })),
    ).toEqual(
      expect.arrayContaining(
        graph.fluents.map(({ name, arity, kind, values }) => ({
          name,
          arity,
          kind,
          values: values.map(String).sort(),
        })),
      ),
    );
    expect(description.fluents).toHaveLength(graph.fluents.length);
  });

  it('needs what the true graph needs, in the same ways', () => {
    const read = description.nameDependencies.map(({ from, to, isEvent, via, negated }) => ({
      from: label(from),
      to: label(to),
      isEvent,
      via,
      negated,
    }));
    const expected = graph.fluents.flatMap((fluent) =>
      fluent.dependsOn.map((to) => ({
        from: label(fluent),
        to: label(to),
        isEvent: to.type === 'inputEvent' || to.type === 'outputEvent',
        via: [...to.via].sort(),
        negated: to.negated,
      })),
    );
    const key = ({ from, to }: { from: string; to: string }) => `${from} ${to}`;
    expect(read.toSorted((a, b) => compare(key(a), key(b)))).toEqual(
      expected.toSorted((a, b) => compare(key(a), key(b))),
    );
  });

  it("has the value pairs of RTEC's compiler", () => {
    expect(valuePairs(description, false)).toEqual(sorted(graph.rtecCompiler.fluentValuePairDependencies));
    expect(valuePairs(description, true)).toEqual(sorted(graph.rtecCompiler.deadlineDependencies));
  });

  it('has its levels, and an order in which each comes after what it needs', () => {
    const { levels, order, cycles } = runNow(orderDependencies(description.fluents.map(label), edgesOf(description)));
    expect(Object.fromEntries(graph.fluents.map((fluent) => [label(fluent), levels.get(label(fluent))]))).toEqual(
      Object.fromEntries(graph.fluents.map((fluent) => [label(fluent), fluent.level])),
    );
    for (const input of [...graph.inputEvents, ...graph.inputFluents]) expect(levels.get(label(input))).toBe(0);
    for (const { from, to } of edgesOf(description)) {
      if (from !== to) expect(order.indexOf(from)).toBeGreaterThan(order.indexOf(to));
    }
    expect(cycles).toEqual([]);
    const own = edgesOf(description).filter(({ from, to }) => from === to);
    expect([...new Set(own.map(({ from }) => from))].sort()).toEqual([...graph.selfDependent].sort());
  });

  it('is free of errors and warnings, given its vocabulary', () => {
    const known: Known = { ...graph, fluents: [] };
    const report = runNow(checkRules(description, known));
    expect(report.problems.filter(({ severity }) => severity !== Severity.HINT)).toEqual([]);
    const rules = description.clauses.filter(({ defines, head }) => defines !== null && head?.name !== 'p');
    expect(rules).toHaveLength(clauses);
  });
});

describe("the seed's dictionary against the rules", () => {
  it('agrees on 6 of its 13 dependencies, has one the wrong way round, and lacks 27', async () => {
    const description = await reader.read(file('msa.prolog'));
    const defined = description.fluents.map(({ name }) => name);
    const comparison = compareDependencies(
      JSON.parse(file('seed_MSA_DEPENDENCIES.json')) as Record<string, string[]>,
      description.nameDependencies
        .filter(({ to }) => defined.includes(to.name))
        .map(({ from, to }) => ({ from: from.name, to: to.name })),
      defined,
    );
    expect(comparison.common).toBe(6);
    expect(comparison.declaredOnly).toEqual([
      { from: 'inSAR', to: 'stopped' },
      { from: 'pilotBoarding', to: 'lowSpeed' },
      { from: 'pilotBoarding', to: 'rendezVous' },
      { from: 'pilotBoarding', to: 'withinArea' },
      { from: 'rendezVous', to: 'gap' },
      { from: 'tuggingSpeed', to: 'trawlSpeed' },
      { from: 'tuggingSpeed', to: 'tugging' },
    ]);
    expect(comparison.reversed).toEqual([{ from: 'tuggingSpeed', to: 'tugging' }]);
    expect(comparison.extractedOnly).toHaveLength(27);
    expect(comparison.declaredNamesOnly).toEqual(['pilotBoarding']);
    expect(comparison.extractedNamesOnly).toEqual([
      'pilotOps',
      'sarMovement',
      'sarSpeed',
      'trawlingMovement',
      'underWay',
    ]);
  });
});

describe('reading', () => {
  it('keeps each clause as it is written, with its comments and its place', async () => {
    const text = [
      '% What counts as hot.',
      '',
      'initiatedAt(hot(Z)=true, T) :- % when it begins',
      '    happensAt(temp(Z, D), T), D > 30.   % a trailing remark',
      '',
      '/* The end. */',
      "  p('Zone 1. (east'). q. % last",
      '% the end',
    ].join('\r\n');
    const { clauses, trailingComment } = await reader.read(text);
    expect(clauses).toMatchObject([
      {
        text: 'initiatedAt(hot(Z)=true, T) :- % when it begins\r\n    happensAt(temp(Z, D), T), D > 30.',
        comment: '% What counts as hot.',
        trailing: '% a trailing remark',
        line: 3,
        column: 1,
        endLine: 4,
        head: { name: 'initiatedAt', arity: 2 },
        defines: { name: 'hot', arity: 1 },
      },
      { text: "p('Zone 1. (east').", comment: '/* The end. */', line: 7, column: 3, endLine: 7, defines: null },
      { text: 'q.', comment: '', trailing: '% last', line: 7, column: 23 },
    ]);
    expect(trailingComment).toBe('% the end');
  });

  it('counts columns in characters, and offsets in code units', async () => {
    const { clauses, dependencies } = await reader.read(
      "f('😀😀'). initiatedAt(g=true, T) :- not happensAt(e('😀'), T).",
    );
    expect(clauses[1]).toMatchObject({ text: "initiatedAt(g=true, T) :- not happensAt(e('😀'), T).", column: 10 });
    expect(clauses[1]?.prefixNots).toEqual([26]);
    expect(dependencies).toMatchObject([{ to: { name: 'e', arity: 1 }, negated: true, column: 50 }]);
  });

  it('knows prefix not as an operator, and not(…) as a term', async () => {
    const { clauses } = await reader.read('a :- not b, not (c, d), not(e), \\+ not f.');
    expect(clauses[0]?.prefixNots).toEqual([5, 12, 35]);
    expect(normaliseClause(clauses[0] ?? { text: '', prefixNots: [] })).toBe(
      'a :- \\+ b, \\+ (c, d), not(e), \\+ \\+ f.',
    );
  });

  it('goes on after a syntax error, and says where it is', async () => {
    const { problems, clausesRead, clauses } = await reader.read('a :- b c.\nd(X, e).\nf(\n');
    expect(problems).toMatchObject([
      { kind: 'SYNTAX_ERROR', line: 1, column: 7, endLine: 1 },
      { kind: 'SINGLETON_VARIABLE', line: 2, column: 3 },
      { kind: 'SYNTAX_ERROR', line: 3, endLine: 3 },
    ]);
    expect(clausesRead).toBe(1);
    expect(clauses.map(({ text }) => text)).toEqual(['d(X, e).']);
  });

  it.each([
    ['a quote', "a :- b('c).\nd(e).\n% it's\nf(g).\n"],
    ['a comment', 'a :- b. /* c\nd(e).\n'],
    ['a string', 'a :- b("c).\nd(e).\n'],
  ])('loses one clause, not the rest, to %s that is not closed', async (_what, text) => {
    const { clauses, problems } = await reader.read(text);
    expect(clauses.map((clause) => clause.text)).toContain('d(e).');
    expect(problems.filter(({ kind }) => kind === 'SYNTAX_ERROR')).toHaveLength(1);
  });

  it.each([
    ['X <= 3', 'There is no operator <='],
    ['Hot(x)', 'begins with a capital'],
    ['1 =< X =< 3', 'cannot be chained'],
    ['x(y, z', 'is not closed'],
    ['x,', 'after the last comma'],
    ['x between y', 'side by side'],
  ])('says of %s what is wrong', async (goal, sentence) => {
    const { problems } = await reader.read(`a :- ${goal}.`);
    expect(problems.find(({ kind }) => kind === 'SYNTAX_ERROR')?.message).toContain(sentence);
  });

  it('runs no directive, and takes over none of its operators', async () => {
    const text =
      ':- op(700, xfx, <=).\n:- assertz(ran).\n:- halt.\n?- ran.\n:- dynamic a/1, b/2.\n:- discontiguous c/3.\nok.';
    const { problems, clausesRead, helpers } = await reader.read(text);
    expect(problems.map(({ kind, predicate }) => [kind, predicate])).toEqual([
      ['DIRECTIVE', 'op/3'],
      ['DIRECTIVE', 'assertz/1'],
      ['DIRECTIVE', 'halt/0'],
      ['DIRECTIVE', 'ran/0'],
    ]);
    expect(clausesRead).toBe(1);
    expect(helpers.map(label)).toEqual(['a/1', 'b/2', 'c/3', 'ok/0']);
    const again = await reader.read('x :- a <= b.');
    expect(again.problems[0]?.kind).toBe('SYNTAX_ERROR');
  });

  it('says nothing of an empty text', async () => {
    expect(await reader.read(' % nothing\n')).toMatchObject({
      clauses: [],
      problems: [],
      trailingComment: '% nothing',
    });
  });
});

describe('what event descriptions are made of', () => {
  const read = (text: string) => reader.read(text);
  const needs = ({ nameDependencies }: EventDescription) =>
    nameDependencies.map(
      ({ from, to, via, negated }) => `${label(from)} ${negated ? '-' : '+'}${label(to)} ${via.join()}`,
    );

  it('reads conditions at any depth', async () => {
    const description = await read(`
      initiatedAt(f(X)=true, T) :-
        ( happensAt(a(X), T) -> \\+ (holdsAt(b(X)=1, T), happensAt(start(c(X)=_), T)) ; not happensAt(endI(d=on), T) ),
        findall(Y, (holdsAt(e(Y)=true, T) ; member(Y, [z])), L), forall(member(Y, L), holdsAt(g(Y)=true, T)),
        check([holdsAt(h(X)=true, T) | _]).`);
    expect(needs(description)).toEqual([
      'f/1 +a/1 happensAt',
      'f/1 -b/1 holdsAt',
      'f/1 -c/1 start',
      'f/1 -d/0 endI',
      'f/1 +e/1 holdsAt',
      'f/1 +g/1 holdsAt',
      'f/1 +h/1 holdsAt',
    ]);
    expect(description.predicateUses.map(label)).toEqual(['check/1']);
  });

  it('reads heads of every form', async () => {
    const description = await read(`
      initially(i(_)=off).
      initiates(switch(X, V), i(X)=V, _T).
      terminates(start(j(X)=true), i(X)=on, _T) :- holdsAt(k(X)=true, _).
      initiatedAt(j(X)=true, T1, T, T2) :- initiatedAt(i(X)=on, T1, T, T2).
      fi(j(X)=true, j(X)=false, N) :- wait(X, N), holdsAt(k(X)=true, 1).
      p(j(_)=true) :- happensAt(ignored, _).
      holdsFor(k(X)=true, I) :- holdsFor(i(X)=on, I).
      holdsFor(k(_)=true, []).
      happensAt(l(X), T) :- happensAt(end(j(X)=true), T).`);
    expect(
      description.fluents.map(({ name, fluentKind, values }) => [name, fluentKind, values.map(({ value }) => value)]),
    ).toEqual([
      ['i', 'SIMPLE', ['off', '_', 'on']],
      ['j', 'SIMPLE', ['true', 'false']],
      ['k', 'STATICALLY_DETERMINED', ['true']],
      ['l', 'OUTPUT_EVENT', []],
    ]);
    expect(needs(description)).toEqual([
      'i/1 +j/1 start',
      'i/1 +k/1 holdsAt',
      'i/1 +switch/2 initiates',
      'j/1 +i/1 initiatedAt',
      'j/1 +j/1 fi',
      'j/1 +k/1 holdsAt',
      'k/1 +i/1 holdsFor',
      'l/1 +j/1 end',
    ]);
    expect(description.clauses.map(({ defines }) => defines?.name)).toEqual([
      'i',
      'i',
      'i',
      'j',
      'j',
      'j',
      'k',
      'k',
      'l',
    ]);
  });

  it('tells what is called from what only looks like a goal', async () => {
    const { predicateUses, helpers, problems } = await read(`
      holdsFor(f(X)=true, I) :-
        findall(pair(S, E), (near(X, Y), \\+ far(Y), M:here(Y, S, E)), L), call(made(L), I), grounding(f(X)=true).
      p(alice). p(f(_)=true).`);
    expect(predicateUses.map(label)).toEqual(['near/2', 'far/1', 'here/3']);
    expect(helpers.map(label)).toEqual(['p/1']);
    expect(problems.filter(({ severity }) => severity === Severity.ERROR)).toEqual([]);
  });

  it('gives one fluent values of both kinds, and grounds a value that is a variable', async () => {
    const { fluents } = await read(`
      initiatedAt(late(V)=yes, T) :- happensAt(stop(V, late), T).
      holdsFor(late(V)=no, I) :- holdsFor(late(V)=yes, L), complement_all([L], I).
      initiatedAt(vote(A)=V, T) :- happensAt(votes(A, V), T).
      terminatedAt(vote(A)=_, T) :- happensAt(leaves(A), T).
      grounding(vote(A)=aye) :- agent(A).
      grounding(vote(A)=nay) :- agent(A).`);
    expect(fluents).toMatchObject([
      {
        name: 'late',
        fluentKind: 'MIXED',
        values: [
          { value: 'yes', fluentKind: 'SIMPLE' },
          { value: 'no', fluentKind: 'STATICALLY_DETERMINED' },
        ],
      },
      { name: 'vote', fluentKind: 'SIMPLE', values: [{ value: 'aye' }, { value: 'nay' }] },
    ]);
  });

  it('keeps the functor of an argument, and its constants', async () => {
    const { dependencies } = await read("holdsFor(pow(vote(A, 'M 1'))=true, I) :- holdsFor(close(A, -30, [x])=_, I).");
    expect(dependencies).toMatchObject([
      {
        from: { name: 'pow', arity: 1, args: [['vote', ['_', "'M 1'"]]], value: 'true' },
        to: { name: 'close', arity: 3, args: ['_', '-30', ['[]', ['x']]], value: '_' },
      },
    ]);
  });

  it('takes the declarations of the old form for what they are', async () => {
    const { declarations, helpers, fluents, clauses } = await read(`
      event(go(_,_)). inputEntity(go(_,_)). simpleFluent(rich(_)=true). outputEntity(rich(_)=true). sDFluent(happy(_)=true).
      index(go(X,_), X). cachingOrder(rich(_)=true). collectIntervals(near(_,_)=true). dynamicDomain(person(_)).
      cachingOrder2(X, rich(X)=true) :- person(X). needsGrounding(_, _, _) :- fail. buildFromPoints(_) :- fail.
      place(pub).`);
    expect(declarations.events.map(label)).toEqual(['go/2']);
    expect(declarations.fluents.map(label)).toEqual(['rich/1', 'happy/1', 'near/2']);
    expect(helpers.map(label)).toEqual(['person/1', 'place/1']);
    expect(fluents).toEqual([]);
    expect(clauses.every(({ defines }) => defines === null)).toBe(true);
  });

  it.each([
    ['f(X)=true :- happensAt(e(X), T).', 'WRONG_HEAD', '='],
    ['holdsAt(f(X)=true, T) :- happensAt(e(X), T).', 'WRONG_HEAD', 'holdsAt/2 defines nothing'],
    ['initiatedAt(f=true, T, 3) :- happensAt(e, T).', 'WRONG_HEAD', 'initiatedAt(F=V, T)'],
    ['initiatedAt(F=true, T) :- happensAt(e(F), T).', 'WRONG_HEAD', 'names no fluent'],
    ['happensAt(start(f=true), T) :- happensAt(e, T).', 'WRONG_HEAD', 'defines an event'],
    ['a, b :- c.', 'WRONG_HEAD', 'one head'],
    ['X :- c(X).', 'WRONG_HEAD', 'begins with a name'],
    ['initiatedAt(f, T) :- happensAt(e, T).', 'HEAD_WITHOUT_VALUE', 'f=true'],
    ['holdsFor(f=true, I) :- holdsFor(g(x), I).', 'FLUENT_WITHOUT_VALUE', 'g(x)=true'],
    ['initiatedAt(f=true, T) :- happensAt(start(g(x)), T).', 'FLUENT_WITHOUT_VALUE', 'g(x)=true'],
  ])('finds what is wrong with %s', async (text, kind, words) => {
    const { problems } = await read(text);
    const found = problems.filter((each) => each.kind === kind);
    expect(found).toHaveLength(1);
    expect(found[0]?.message).toContain(words);
    expect(found[0]).toMatchObject({ severity: 'ERROR', line: 1, endLine: 1 });
  });
});

describe('hostile text', () => {
  const many = 74_000;
  it.each([
    ['a megabyte', 'a(b). '.repeat(170_000)],
    ['brackets', '('.repeat(many)],
    ['closed brackets', `a${'('.repeat(20_000)}b${')'.repeat(20_000)}.`],
    ['lists in lists', `${'['.repeat(2_000)}${']'.repeat(2_000)}.`],
    ['prefix operators', `a :- ${'\\+ '.repeat(37_000)}b.`],
    ['a number', `a(${'9'.repeat(149_000)}).`],
    ['quotes', "'".repeat(many - 1)],
    ['many open quotes', "a('b.\n".repeat(24_000)],
    ['arguments', `:- a(${'b,'.repeat(many)}b).`],
    ['variables', `a b(${Array.from({ length: 22_000 }, (_, index) => `V${String(index)}`).join(',')}).`],
    ['operators', '- = '.repeat(37_000)],
    ['errors', 'a b. '.repeat(29_000)],
    ['directives', ':- halt. '.repeat(16_000)],
    ['what is no character', 'a(\u0000). \uD800. b.'],
  ])('of %s ends in a problem', async (_what, text) => {
    const { problems } = await reader.read(text);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.some(({ severity }) => severity === Severity.ERROR)).toBe(true);
  });

  it('is given up when it takes too long, and the next text is read by a new thread', async () => {
    const swipl = new SwiplWorker(0);
    await expect(swipl.read('a(b). '.repeat(24_000))).rejects.toThrow('it took too long');
    const patient = new SwiplWorker();
    expect((await patient.read('a.')).clauses).toHaveLength(2);
    await Promise.all([swipl.close(), patient.close()]);
  });

  it('leaves the reader as it was', async () => {
    const { clausesRead, problems } = await reader.read('a(b).');
    expect([clausesRead, problems]).toEqual([1, []]);
  });
});
