import { ownValue } from '../../common/json.js';

/** Describes a syntax error of SWI-Prolog in one sentence that a person can act on. `at` is its offset in `clause`. */
export function syntaxMessage(error: string, clause: string, at: number): string {
  const before = clause.slice(0, at);
  const near = clause.slice(Math.max(0, at - 24), at + 24);
  if (error.includes('end_of_file_in_quoted')) return 'A quote that opens in this clause is not closed.';
  if (error.includes('end_of_file_in_block_comment')) return 'A comment that opens here with /* is not closed.';
  if (near.includes('<=')) return 'There is no operator <=: "less than or equal" is written =<.';
  const capital = /(?<![\w'])([A-Z_]\w*)\s*\($/u.exec(before) ?? /(?<![\w'])([A-Z_]\w*)\(/u.exec(near);
  if (capital?.[1] !== undefined) {
    return `${capital[1]}(…) begins with a capital, which makes it a variable: names of fluents, events and predicates begin with a small letter.`;
  }
  if (/,\s*\.$/u.test(clause)) {
    return 'A condition is missing after the last comma: the clause ends there.';
  }
  if (clause.endsWith('.') && (clause.match(/:-/gu)?.length ?? 0) > 1) {
    return 'Two rules stand in one clause: the first one does not end with a full stop.';
  }
  if (clause.length <= MAX_COUNTED && openBrackets(clause) > 0)
    return 'A bracket that opens in this clause is not closed.';
  if (/[=<>]\S*\s+\S+\s*(?:=<|>=|<|>|=)/u.test(near) || /=\s*\w+\s*=/u.test(near)) {
    return 'Comparisons cannot be chained: write a =< b, b =< c, and f(X)=value without a second =.';
  }
  return ownValue(SENTENCES, error) ?? `Prolog cannot read this clause here (${error.replaceAll('_', ' ')}).`;
}

/** A head at the start of a line, by which a rule begins. */
const HEAD =
  /^(?:initially|initiatedAt|terminatedAt|initiates|terminates|holdsFor|happensAt|fi|grounding|[a-z]\w*\([^()\n]{0,200}\)[ \t]*(?=:-))/u;

/** What is said where a full stop is missing. */
export const MISSING_STOP = 'A full stop is missing here: the next rule begins before this one has ended.';

/** The last characters of rules in a text that was read as one clause, since a full stop is missing behind them. */
export function missingStops(clause: string): number[] {
  const found: number[] = [];
  let [at, end, last] = [0, 0, ''];
  for (const line of clause.split('\n')) {
    const code = line.replace(/%.*/u, '').trimEnd();
    if (HEAD.test(line) && /[\w)\]'"]$/u.test(last)) found.push(end);
    if (code !== '') [last, end] = [code, at + code.length - 1];
    at += line.length + 1;
  }
  return found;
}

/** Maximum length of a clause whose brackets are counted, since escaped quotes take quadratic time. */
const MAX_COUNTED = 5_000;

const SENTENCES: Readonly<Record<string, string | undefined>> = {
  operator_expected: 'Two terms stand side by side without a comma or an operator between them.',
  operator_clash: 'Operators follow each other here that do not go together without parentheses.',
  operator_balance: 'An operator lacks a term on one of its sides.',
  cannot_start_term: 'No term can begin here.',
  end_of_clause: 'The clause ends where a term is expected.',
  end_of_clause_expected: 'The clause should end here, but goes on.',
  end_of_file: 'The last clause does not end with a full stop.',
  illegal_character: 'A character stands here that Prolog does not know.',
  illegal_number: 'A number stands here that Prolog cannot read.',
  float_overflow: 'A number stands here that is too large.',
};

function openBrackets(clause: string): number {
  const bare = clause.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|%[^\n]*/gu, '');
  return (bare.match(/[([{]/gu)?.length ?? 0) - (bare.match(/[)\]}]/gu)?.length ?? 0);
}
