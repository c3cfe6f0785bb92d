import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { runNow } from '../common/turns.js';
import { checkRules } from './check-rules.js';
import { FluentKind, type Known } from './event-description.js';
import { RulesReader } from './prolog/rules-reader.js';
import { type RuleProblemKind, type RuleReport, Severity } from './report.model.js';

// Tests each class of mistakes with a text that contains the mistake and one that does not. It also tests realistic
// event descriptions, none of which may cause an error.

const reader = new RulesReader();
afterAll(() => reader.onApplicationShutdown());

const indicators = (...names: string[]) =>
  names.map((each) => ({ name: each.split('/')[0] ?? '', arity: Number(each.split('/')[1]) }));
const KNOWN: Known = {
  inputEvents: indicators('ring/1', 'leave/1', 'temp/2'),
  inputFluents: indicators('occupied/1', 'shut/1'),
  backgroundPredicates: indicators('limit/2'),
  fluents: [],
};
const WHOLE: Known = { inputEvents: [], inputFluents: [], backgroundPredicates: [], fluents: [], inferInputs: true };

const check = async (text: string, known: Known = KNOWN): Promise<RuleReport> =>
  runNow(checkRules(await reader.read(text), known));
const found = ({ problems }: RuleReport, kind: string) => problems.filter((each) => each.kind === kind);

const BEGIN =
  'initiatedAt(f(Z)=true, T) :- happensAt(ring(Z), T). terminatedAt(f(Z)=true, T) :- happensAt(leave(Z), T).';
const NEAR = 'initiatedAt(f(Z)=near, T) :- happensAt(ring(Z), T). initiatedAt(f(Z)=far, T) :- happensAt(leave(Z), T).';
const HOLDS = 'holdsFor(g(Z)=true, I) :- holdsFor(occupied(Z)=true, I).';

type Class = readonly [kind: `${RuleProblemKind}`, severity: `${Severity}`, what: string, wrong: string, clean: string];
const CLASSES: readonly Class[] = [
  [
    'WRONG_CONDITION',
    'ERROR',
    'a list that holds',
    'holdsFor(g(Z)=true, I) :- holdsFor([occupied(Z)=true], I).',
    HOLDS,
  ],
  [
    'WRONG_CONDITION',
    'ERROR',
    'an empty list that holds',
    'initiatedAt(f(Z)=true, T) :- happensAt(ring(Z), T), holdsAt([], T).',
    BEGIN,
  ],
  [
    'WRONG_CONDITION',
    'ERROR',
    'a number that holds',
    'initiatedAt(f(Z)=true, T) :- happensAt(ring(Z), T), holdsAt(5, T).',
    BEGIN,
  ],
  [
    'WRONG_CONDITION',
    'ERROR',
    'a number with a value',
    'initiatedAt(f(Z)=true, T) :- happensAt(ring(Z), T), holdsAt(5=true, T).',
    BEGIN,
  ],
  [
    'WRONG_CONDITION',
    'ERROR',
    'a string that holds',
    'initiatedAt(f(Z)=true, T) :- happensAt(ring(Z), T), holdsAt("occupied", T).',
    BEGIN,
  ],
  ['WRONG_CONDITION', 'ERROR', 'a list that happens', 'initiatedAt(f(Z)=true, T) :- happensAt([ring(Z)], T).', BEGIN],
  [
    'WRONG_CONDITION',
    'ERROR',
    'a disjunction that holds',
    'initiatedAt(f(Z)=true, T) :- happensAt(ring(Z), T), holdsAt((occupied(Z)=true ; shut(Z)=true), T).',
    'initiatedAt(f(Z)=true, T) :- happensAt(ring(Z), T), ( holdsAt(occupied(Z)=true, T) ; holdsAt(shut(Z)=true, T) ).',
  ],
  ['MISSPELT_PREDICATE', 'ERROR', 'a misspelt head', 'initiateAt(f(Z)=true, T) :- happensAt(ring(Z), T).', BEGIN],
  ['MISSPELT_PREDICATE', 'ERROR', 'a misspelt condition', 'initiatedAt(f(Z)=true, T) :- happenAt(ring(Z), T).', BEGIN],
  [
    'MISSPELT_PREDICATE',
    'WARNING',
    'a name like RTEC’s that is called as a helper',
    `happenedAt(ring(Z), Y) :- limit(Z, Y). ${BEGIN} initiatedAt(h(Z)=true, T) :- happensAt(ring(Z), T), happenedAt(ring(Z), _).`,
    `some_time(ring(Z), Y) :- limit(Z, Y). ${BEGIN} initiatedAt(h(Z)=true, T) :- happensAt(ring(Z), T), some_time(ring(Z), _).`,
  ],
  [
    'MISSPELT_PREDICATE',
    'WARNING',
    'a short name',
    `${BEGIN} initiatedAt(h(Z)=true, T) :- happensAt(ring(Z), T), holds(f(Z)=true, T).`,
    BEGIN,
  ],
  [
    'MISSPELT_PREDICATE',
    'WARNING',
    'arguments of another shape',
    'holdsFor(g(Z)=true, I) :- holdsFor(occupied(Z)=true, J), unionall([J], I).',
    HOLDS,
  ],
  [
    'MISSPELT_PREDICATE',
    'WARNING',
    'another number of arguments',
    `${BEGIN} holdFor(f(Z)=true, I, now) :- limit(Z, I).`,
    BEGIN,
  ],
  [
    'TERMINATED_BY_RULE',
    'ERROR',
    'an end of what holdsFor alone defines',
    `${HOLDS} terminatedAt(g(Z)=_, T) :- happensAt(leave(Z), T).`,
    `${BEGIN} terminatedAt(f(Z)=_, T) :- happensAt(leave(Z), T).`,
  ],
  [
    'TERMINATED_BY_RULE',
    'WARNING',
    'an end of values of both kinds',
    `${HOLDS} initiatedAt(g(Z)=maybe, T) :- happensAt(ring(Z), T). terminatedAt(g(Z)=_, T) :- happensAt(leave(Z), T).`,
    `${HOLDS} initiatedAt(g(Z)=maybe, T) :- happensAt(ring(Z), T). terminatedAt(g(Z)=maybe, T) :- happensAt(leave(Z), T).`,
  ],
  [
    'SELF_DEFINITION',
    'WARNING',
    'a simple value by holdsFor from itself',
    `${BEGIN} holdsFor(f(Z)=true, I) :- holdsFor(f(Z)=true, J), union_all([J], I).`,
    `${BEGIN} holdsFor(f(Z)=false, I) :- holdsFor(f(Z)=true, J), complement_all([J], I).`,
  ],
  [
    'UNDEFINED_VALUE',
    'WARNING',
    'a misspelt value',
    `${NEAR} holdsFor(g(Z)=true, I) :- holdsFor(f(Z)=neer, I).`,
    `${NEAR} holdsFor(g(Z)=true, I) :- holdsFor(f(Z)=near, I).`,
  ],
  [
    'NO_EVENT',
    'HINT',
    'a beginning without an event',
    `${BEGIN} initiatedAt(h(Z)=true, T) :- holdsAt(f(Z)=true, T).`,
    `${BEGIN} initiatedAt(h(Z)=true, T) :- initiatedAt(f(Z)=true, T).`,
  ],
  [
    'OTHER_TIME',
    'HINT',
    'a condition at another time',
    'initiatedAt(f(Z)=true, T) :- happensAt(ring(Z), T), holdsAt(occupied(Z)=true, T2), T2 < T.',
    'initiatedAt(f(Z)=true, T) :- happensAt(ring(Z), T), findall(X, holdsAt(occupied(X)=true, _), L), length(L, 2).',
  ],
  [
    'HOLDS_AT_IN_HOLDS_FOR',
    'HINT',
    'a time-point among intervals',
    'holdsFor(g(Z)=true, I) :- holdsFor(occupied(Z)=true, I), holdsAt(shut(Z)=true, _).',
    HOLDS,
  ],
  [
    'SECOND_HOLDS_FOR',
    'HINT',
    'two rules of one value',
    `${HOLDS} holdsFor(g(Z)=true, I) :- holdsFor(shut(Z)=true, I).`,
    `${HOLDS} holdsFor(g(Z)=false, I) :- holdsFor(shut(Z)=true, I).`,
  ],
  [
    'UNBOUND_INTERVAL',
    'WARNING',
    'intervals that nothing gives',
    'holdsFor(g(Z)=true, I) :- holdsFor(occupied(Z)=true, J), union_all([J, I], _K).',
    'holdsFor(g(Z)=true, I) :- holdsFor(occupied(Z)=true, J), ( J == [] -> I = [] ; limit(J, I) ).',
  ],
  [
    'UNBOUND_INTERVAL',
    'WARNING',
    'intervals that are only compared',
    'holdsFor(g(Z)=true, I) :- holdsFor(occupied(Z)=true, J), I \\= J.',
    'holdsFor(g(_)=true, []).',
  ],
  [
    'UNSAFE_CALL',
    'WARNING',
    'a body that starts a program',
    `${BEGIN} initiatedAt(h(Z)=true, T) :- happensAt(ring(Z), T), ( true ; shell('ls') ).`,
    `${BEGIN} initiatedAt(open(Z)=true, T) :- happensAt(ring(Z), T), append([Z], [], _). terminatedAt(open(Z)=true, T) :- happensAt(leave(Z), T), holdsAt(open(Z)=true, T).`,
  ],
  [
    'UNSAFE_CALL',
    'WARNING',
    'a helper that writes a file',
    `${BEGIN} note(Z) :- open(Z, write, S), close(S).`,
    `${BEGIN} note(Z) :- atom_length(Z, 3).`,
  ],
  [
    'UNDEFINED_GROUNDING',
    'WARNING',
    'a grounding that the vocabulary lacks',
    `${HOLDS} grounding(ocupied(Z)=true) :- limit(Z, _).`,
    `${HOLDS} grounding(occupied(Z)=true) :- limit(Z, _).`,
  ],
];

describe('each class of mistakes', () => {
  it.each(CLASSES.map((each) => [...each]))('%s (%s): %s', async (kind, severity, _what, wrong, clean) => {
    expect(found(await check(wrong), kind)).toMatchObject([{ severity, line: 1, count: 1 }]);
    expect(found(await check(clean), kind)).toEqual([]);
    expect((await check(clean)).valid).toBe(true);
  });

  it('names what may be meant: a value, a grounding', async () => {
    const value = await check(`${NEAR} holdsFor(g(Z)=true, I) :- holdsFor(f(Z)=neer, I).`);
    expect(found(value, 'UNDEFINED_VALUE')[0]?.message).toContain('Is near meant?');
    const grounding = await check('grounding(ocupied(Z)=true) :- limit(Z, _).');
    expect(found(grounding, 'UNDEFINED_GROUNDING')[0]?.message).toContain('Is occupied meant?');
  });

  it('tells each undefined value of a fluent once, and counts its places', async () => {
    const uses = ['neer', 'neer', 'afar'].map(
      (value) => `holdsFor(g(Z, ${value})=true, I) :- holdsFor(f(Z)=${value}, I).`,
    );
    const problems = found(await check([NEAR, ...uses].join('\n')), 'UNDEFINED_VALUE');
    expect(problems).toMatchObject([
      { line: 2, count: 2 },
      { line: 4, count: 1 },
    ]);
  });

  it('leaves values open that a rule leaves open, and asks none of an input', async () => {
    const open = 'initiatedAt(f(Z)=V, T) :- happensAt(temp(Z, V), T).';
    expect(found(await check(`${open} holdsFor(g(Z)=true, I) :- holdsFor(f(Z)=any, I).`), 'UNDEFINED_VALUE')).toEqual(
      [],
    );
    expect(found(await check('holdsFor(g(Z)=true, I) :- holdsFor(shut(Z)=slammed, I).'), 'UNDEFINED_VALUE')).toEqual(
      [],
    );
  });

  it('takes a value that is only terminated for a missing initiation, not for a misspelling', async () => {
    const report = await check(`${NEAR} terminatedAt(f(Z)=neer, T) :- happensAt(leave(Z), T).`);
    expect(report.problems.map(({ kind }) => kind)).toEqual(['MISSING_INITIATION']);
  });

  it('says nothing of a grounding where what nothing defines is an input', async () => {
    const report = await check('grounding(ocupied(Z)=true) :- zone(Z).', WHOLE);
    expect(report.problems).toEqual([]);
  });

  it('exempts facts and the form with four arguments from needing an event', async () => {
    const texts = [
      'initiatedAt(f(kitchen)=true, 5).',
      'initiatedAt(f(Z)=true, T1, T, T2) :- limit(Z, T), T1 =< T, T < T2.',
    ];
    for (const text of texts) expect(found(await check(text), 'NO_EVENT')).toEqual([]);
  });

  it('follows the time-points that RTEC steps by, and variables that are the same', async () => {
    const texts = [
      'initiatedAt(f(Z)=true, T) :- happensAt(ring(Z), T), prevTimePoint(T, P), holdsAt(occupied(Z)=true, P).',
      'initiatedAt(f(Z)=true, T) :- happensAt(ring(Z), S), S = T.',
    ];
    for (const text of texts) expect(found(await check(text), 'OTHER_TIME')).toEqual([]);
  });

  it('words control constructs for what they are', async () => {
    const report = await check('initiatedAt(f(Z)=true, T) ; terminatedAt(f(Z)=true, T) :- happensAt(ring(Z), T).');
    expect(report.problems[0]).toMatchObject({ kind: 'WRONG_HEAD' });
    expect(report.problems[0]?.message).toContain('A disjunction (;)');
    const holds = await check('initiatedAt(f(Z)=true, T) :- happensAt(ring(Z), T), holdsAt(\\+ occupied(Z)=true, T).');
    expect(found(holds, 'WRONG_CONDITION')[0]?.message).toContain('A negation (\\+)');
    expect(holds.problems.map(({ predicate }) => predicate)).not.toContain('\\+/1');
  });
});

describe('a clause whose head is wrong', () => {
  it('is read on: its body is judged, and gives no dependencies', async () => {
    const text = 'initiatedAt(Hot, T) :- happensAt(rang(Z), T), holdsAt(occupied(Z), T), holdsAt([], T), missing(Z).';
    const description = await reader.read(text);
    expect(description.dependencies).toEqual([]);
    const report = runNow(checkRules(description, KNOWN));
    expect(report.problems.filter(({ severity }) => severity !== 'HINT').map(({ kind }) => kind)).toEqual([
      'WRONG_HEAD',
      'UNDEFINED_EVENT',
      'FLUENT_WITHOUT_VALUE',
      'WRONG_CONDITION',
      'UNDEFINED_PREDICATE',
    ]);
    expect(report.dependencies).toEqual([]);
  });

  it('is no helper of the application: those have bodies of their own', async () => {
    expect((await check(`${BEGIN} helper(Z) :- missing(Z), holdsAt([], _).`)).problems).toEqual([]);
  });
});

describe('many problems', () => {
  it('do not push out what is graver, and are counted', async () => {
    const repeats = Array.from({ length: 300 }, (_, n) => `a(${String(n)}) = b.`);
    const report = await check([...repeats, 'initiatedAt(f(Z)=true, T) :- happensAt(ring(Z), T), .'].join('\n'));
    expect(found(report, 'WRONG_HEAD').map(({ line, count }) => [line, count])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
      [5, 296],
    ]);
    expect(found(report, 'SYNTAX_ERROR')).toMatchObject([{ line: 301, count: 1 }]);
  });

  it('are listed to a thousand, errors first, with what is left out', async () => {
    const singles = Array.from(
      { length: 300 },
      (_, n) => `holdsFor(v${String(n)}(Once)=true, I) :- holdsFor(w${String(n)}(x)=true, I).`,
    );
    const wrong = Array.from(
      { length: 1_010 },
      (_, n) => `holdsFor(q${String(n)}, I) :- holdsFor(occupied(x)=true, I).`,
    );
    const { problems } = await check([...singles, ...wrong].join('\n'));
    expect(problems).toHaveLength(1_001);
    expect(problems.slice(1).every(({ severity }) => severity === Severity.ERROR)).toBe(true);
    expect(problems[0]).toMatchObject({ kind: 'TOO_LARGE', severity: 'ERROR', line: null });
    expect(problems[0]?.message).toMatch(/310 of severity ERROR, \d+ of severity HINT/u);
  });
});

describe('values', () => {
  const valuesOf = async (text: string) => (await reader.read(text)).heads.map((head) => head?.value);

  it('are the constants that their variables are unified with', async () => {
    expect(
      await valuesOf(
        [
          'initiatedAt(f(Z)=V, T) :- V = near, happensAt(ring(Z), T).',
          'initiatedAt(f(Z)=V, T) :- happensAt(ring(Z), T), 5 = V.',
          'initiatedAt(f(Z)=V, T) :- happensAt(ring(Z), T), ( V = near ; V = far ).',
          'initiatedAt(f(Z)=V, T) :- happensAt(ring(Z), T), \\+ V = near.',
          'initiatedAt(f(Z)=V, T) :- happensAt(ring(Z), T), findall(V, V = near, _).',
          'initiatedAt(f(Z)=V, T) :- happensAt(ring(Z), T), V = near, V = far.',
          'initiatedAt(f(Z)=V, T) :- happensAt(ring(Z), T), V = W, limit(W, V).',
        ].join('\n'),
      ),
    ).toEqual(['near', '5', '_', '_', '_', '_', '_']);
  });

  it('count in conditions, too', async () => {
    const text = `${NEAR} holdsFor(g(Z)=true, I) :- V = neer, holdsFor(f(Z)=V, I).`;
    expect(found(await check(text), 'UNDEFINED_VALUE')).toHaveLength(1);
  });
});

describe('a text with a byte-order mark', () => {
  it('reads as it would without', async () => {
    const text = 'initiatedAt(f(Z)=true, T) :- happensAt(ring(Z), T), holdsAt(f(Z), T).';
    expect((await check(`\uFEFF${text}`)).problems).toEqual((await check(text)).problems);
    expect((await reader.read(`\uFEFF${text}`)).clauses[0]).toMatchObject({ line: 1, column: 1, text });
  });
});

const WRITTEN = new URL('../../test/fluents/data/written/', import.meta.url);
const SHIPPED = ['msa', 'har'].map((name) => new URL(`../../sample/rtec/${name}.prolog`, import.meta.url));

describe('event descriptions as people write them', () => {
  // Texts whose names begin with `tune` were used to develop the rules; the others measure them.
  const written = readdirSync(WRITTEN).map((name) => new URL(name, WRITTEN));
  it.each([...written, ...SHIPPED].map((url) => [url.pathname.split('/').at(-1) ?? '', url] as const))(
    '%s has no error',
    async (_name, url) => {
      const report = await check(readFileSync(url, 'utf8'), WHOLE);
      expect(report.problems.filter(({ severity }) => severity === Severity.ERROR)).toEqual([]);
      expect(report.defines.length).toBeGreaterThan(1);
    },
  );
});

describe('mistakes as people and models make them', () => {
  const CASES = new URL('../../test/fluents/data/mistakes/', import.meta.url);
  const caseOf = (name: string) => readFileSync(new URL(name, CASES), 'utf8');
  const DEFINED = { values: [], dependencies: [], fluentKind: FluentKind.SIMPLE } as const;

  it('a name close to a defined one is doubted, also where undefined names are inputs', async () => {
    const typo = found(await check(caseOf('typo-no-suggestion.prolog'), WHOLE), 'SIMILAR_NAME');
    expect(typo).toMatchObject([
      { severity: 'WARNING', message: expect.stringContaining('Is doorOpen meant by dorOpen?') },
    ]);
    const known = { ...WHOLE, fluents: [{ name: 'lowSpeed', arity: 1, ...DEFINED }] };
    const text = 'holdsFor(slow(V)=true, I) :- holdsFor(lowSpead(V)=true, I).';
    expect(found(await check(text, known), 'SIMILAR_NAME')).toMatchObject([
      { severity: 'WARNING', predicate: 'lowSpead/1' },
    ]);
  });

  it.each(SHIPPED)('no name of %s is doubted', async (url) => {
    expect(found(await check(readFileSync(url, 'utf8'), WHOLE), 'SIMILAR_NAME')).toEqual([]);
  });

  it.each(readdirSync(WRITTEN))('no name of %s is doubted', async (name) => {
    expect(found(await check(readFileSync(new URL(name, WRITTEN), 'utf8'), WHOLE), 'SIMILAR_NAME')).toEqual([]);
  });

  it('fences and the prose around them are left out, and lines stay', async () => {
    const report = await check(caseOf('fence.prolog'), WHOLE);
    expect([report.clausesRead, report.defines]).toEqual([2, ['foo/1']]);
    const reply =
      'Here are the rules.\n\n```prolog\ninitially(a=true).\n```\nAnd one more:\n~~~\ninitially(b=true)\n~~~\nDone.';
    const read = await check(reply, WHOLE);
    expect(read.defines).toEqual(['a/0']);
    expect(found(read, 'SYNTAX_ERROR')).toHaveLength(1);
    expect((await check('```\n```', WHOLE)).clausesRead).toBe(0);
  });

  it('the output of RTEC’s compiler is called that', async () => {
    const compiled = found(await check(caseOf('compiled.prolog'), WHOLE), 'COMPILED_RULES');
    expect(compiled[0]).toMatchObject({ severity: 'ERROR', message: expect.stringContaining('happensAtIE/2') });
    expect(found(await check(BEGIN), 'COMPILED_RULES')).toEqual([]);
  });

  it.each(['happensAt(Z > 5, T)', 'holdsAt(Z =< 5, T)', 'happensAt(Z =:= 5, T)'])(
    '%s is a comparison',
    async (condition) => {
      const report = await check(`initiatedAt(f(Z)=true, T) :- happensAt(ring(Z), T), ${condition}.`);
      expect(found(report, 'WRONG_CONDITION')).toMatchObject([{ message: expect.stringContaining('A comparison') }]);
      expect(report.dependencies).toEqual(['ring/1']);
    },
  );

  it('each missing full stop is reported where it is missing', async () => {
    const rule = (name: string) => `initiatedAt(${name}=true, T) :-\n    happensAt(ring(a), T)`;
    const text = `${rule('a')}\n\n${rule('b')}\n% a comment\n${rule('c')}.\n${rule('d')}.`;
    const report = await check(text);
    expect(found(report, 'SYNTAX_ERROR').map(({ line, message }) => [line, message.slice(0, 22)])).toEqual([
      [2, 'A full stop is missing'],
      [5, 'A full stop is missing'],
    ]);
    expect(report.defines).toEqual(['d/0']);
  });

  it.each([
    ['happens(ring(a), 3).', 'ERROR'],
    ['holds_at(f(a), T) :- initiated_at(f(a), T).', 'ERROR'],
    [`${BEGIN} initiallyP(f(a)).`, 'WARNING'],
    ['initiatedAt(f(Z)=true, T) :- happensAt(ring(Z), T), \\+ clipped(T, f(Z), 3).', 'WARNING'],
  ])('another dialect of the event calculus is called that: %s', async (text, severity) => {
    const [dialect] = found(await check(text), 'OTHER_DIALECT');
    expect(dialect).toMatchObject({
      severity,
      message: expect.stringContaining('another dialect of the event calculus'),
    });
  });
});
