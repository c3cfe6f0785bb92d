import { createRequire } from 'node:module';
import { afterAll, describe, expect, it } from 'vitest';
import { withOtherClauses } from './domain-draft.js';
import { exportedText } from '../rtec/export-rules.js';
import { RulesReader } from '../rtec/prolog/rules-reader.js';

interface Swipl {
  readonly FS: { writeFile(path: string, text: string): void; readdir(path: string): string[] };
  readonly prolog: { query(goal: string): { once(): unknown } };
}

const reader = new RulesReader();
afterAll(() => reader.onApplicationShutdown());
const read = (text: string) => reader.read(text);

/** Loads a text as RTEC does, in a separate file system, and returns the files that this wrote. */
async function consulted(text: string): Promise<string[]> {
  const load = createRequire(import.meta.url)('swipl-wasm') as (options: object) => Promise<Swipl>;
  const quiet = () => undefined;
  const swipl = await load({ arguments: ['-q'], print: quiet, printErr: quiet, on_output: quiet });
  swipl.FS.writeFile('/rules.pl', text);
  swipl.prolog.query("consult('/rules.pl')").once();
  // These calls run the hooks: an error with a message, a search for a file, and an unknown predicate.
  swipl.prolog.query('catch(print_message(error, format(x, [])), _, true)').once();
  swipl.prolog.query('catch(absolute_file_name(library(nowhere), _, [file_errors(fail)]), _, true)').once();
  swipl.prolog.query('catch(consult(nowhere), _, true)').once();
  swipl.prolog.query('catch(nobody_defines_this, _, true)').once();
  swipl.prolog.query('catch(print(portrayed), _, true)').once();
  return swipl.FS.readdir('/').filter((name) => name.startsWith('pwned'));
}

const FACT = 'initially(calm(sea)=true).';
const write = (n: number | string) => `open('/pwned${n}', write, S), close(S)`;
const HOSTILE: Readonly<Record<string, string>> = {
  'the hook term_expansion/2': `term_expansion(_, []) :- ${write('te')}.`,
  'the hook term_expansion/4': `term_expansion(_, _, [], _) :- ${write('te4')}.`,
  'the hook goal_expansion/2': `goal_expansion(_, true) :- ${write('ge')}.`,
  'the hook goal_expansion/4': `'goal\\x5f\\expansion'(_, _, true, _) :- ${write('ge4')}.`,
  'the hook portray/1': `portray(_) :- ${write('po')}.`,
  'the hook message_hook/3': `message_hook(_, _, _) :- ${write('mh')}.`,
  'the hook message_property/2': `message_property(_, _) :- ${write('mp')}, fail.`,
  'the hook exception/3': `exception(undefined_global_variable, _, _) :- ${write('ex')}.`,
  'the hook file_search_path/2': `file_search_path(library, _) :- ${write('fs')}, fail.`,
  'the hook library_directory/1': `library_directory(_) :- ${write('ld')}, fail.`,
  'the hook expand_query/4': `expand_query(_, true, B, B) :- ${write('eq')}.`,
  'the hook expand_answer/2': `expand_answer(B, B) :- ${write('ea')}.`,
  'the hook portray/0': 'portray.',
  'a hook of the system': `prolog_load_file(_, _) :- ${write('lf')}, fail.`,
  'a head qualified with a module': `user:message_hook(_, _, _) :- ${write('um')}.`,
  'a grammar rule': `words --> { ${write('gr')} }, [].`,
  'a single-sided rule': `alarm(X) => ${write('ss')}, X = 1.`,
  'a list of clauses': `[(:- ${write('li')}), ${FACT.slice(0, -1)}].`,
  'a directive': `:- ${write('di')}.`,
  'a directive inside of a clause': '(:- true) :- true.',
  'a quasi quotation': 'note({|open||x|}).',
};

describe('clauses that Prolog acts on', () => {
  it.each(Object.entries(HOSTILE))('%s is an error, and no clause to store', async (reason, text) => {
    const description = await read(`${FACT}\n${text}\n${FACT}`);
    expect(description.clauses.map(({ unsafe }) => unsafe)).toEqual([null, reason, null]);
    const kinds = description.problems.filter(({ severity }) => severity === 'ERROR').map(({ kind }) => kind);
    expect(kinds).toEqual([reason === 'a directive' ? 'DIRECTIVE' : 'UNSAFE_CLAUSE']);
    expect(withOtherClauses([], description)).toEqual([]);
  });

  it('are told from what rules may well have', async () => {
    const text = [
      ':- dynamic vessel/1, port/2.',
      ':- discontiguous(initially/1).',
      'vessel(hook). port(term_expansion, 1). lists(X) :- lists:append(_, _, X).',
      `note('term_expansion(a, b) :- c. % {|'). dict(_{a: 1}).`,
      'holdsFor(portray(X)=true, I) :- holdsFor(exception(X)=true, I).',
    ].join('\n');
    const description = await read(text);
    expect(description.clauses.filter(({ unsafe }) => unsafe !== null)).toEqual([]);
    expect(description.problems.filter(({ kind }) => kind === 'UNSAFE_CLAUSE')).toEqual([]);
  });

  it('include a declaration that goes on as another directive', async () => {
    const description = await read(`:- dynamic(vessel/1), ${write('dy')}.`);
    expect(withOtherClauses([], description)).toEqual([]);
  });

  it('do not hide in a comment that is longer than a line should be', async () => {
    const text = `${FACT} % ${'x'.repeat(3_000)} :- ${write('co')}.\nvessel(a).\n`;
    const description = await read(text);
    expect(description.clauses.map(({ comment }) => comment)).toEqual(['', '']);
    const exported = await exportedText(withOtherClauses([], description), read);
    expect(exported).toBe('vessel(a).\n');
  });

  it('are left out of an export, though they are stored, with a comment that quotes nothing of them', async () => {
    const parts = [...Object.values(HOSTILE), `% A comment ends.\n:- ${write('cm')}.\n${FACT}`];
    // A term expansion changes everything that follows it.
    const others = parts.filter((part) => !part.includes('expansion'));
    expect(await consulted(others.join('\n\n')), 'the texts are hostile').toEqual(
      expect.arrayContaining(['pwnedcm', 'pwneddi', 'pwnedfs', 'pwnedli', 'pwnedmh', 'pwnedpo']),
    );
    const exported = await exportedText(parts, read);
    expect(exported).toContain(FACT);
    expect(exported).toContain(
      '% Left out, since Prolog would act on it when it loads this text: the hook term_expansion/2 (1).\n',
    );
    expect(exported).not.toContain('pwned');
    expect(await consulted(exported)).toEqual([]);
  });

  it('stand in the way of nothing else: an export without them stays as it was stored', async () => {
    const parts = ['% Declares.\n:- dynamic vessel/1.', FACT, `/* a\n b */\n${FACT}`];
    expect(await exportedText(parts, read)).toBe(`${parts.join('\n\n')}\n`);
    expect(await exportedText([], read)).toBe('');
  });
});
