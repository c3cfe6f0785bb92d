import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { runInTurns } from '../../common/turns.js';
import type { EventDescription } from '../event-description.js';
import { MAX_PROBLEMS, problem } from '../problems.js';
import { type RuleProblem, RuleProblemKind } from '../report.model.js';
import { blankFences } from '../fences.js';
import { describeRules } from './describe-rules.js';
import { findNextClause, findUnreadable, hasQuotedLineEnd, skipLayout, type Span } from './scan.js';
import { Source } from './source.js';
import type { SourceClause } from './source-clause.js';
import { type Reading, SwiplWorker, UnreadableError } from './swipl-worker.js';

/** Maximum number of characters of a text. The largest event descriptions of RTEC's own have about 30,000. */
const MAX_TEXT = 150_000;
/** Maximum number of characters of stored rules. */
export const MAX_STORED_TEXT = 200_000;
/** Budget of characters for restarts: reading restarts after each clause with an unclosed quote or comment. */
const MAX_READ_AGAIN = 450_000;

interface ReadOptions {
  readonly caller?: string;
  readonly most?: number;
}

/** Parses RTEC rules with SWI-Prolog's own reader, without ever running them. */
@Injectable()
export class RulesReader implements OnApplicationShutdown {
  private readonly swipl = new SwiplWorker();

  /**
   * Parses a text. Syntax errors are problems in the result, and reading continues with the next clause. A text that is
   * too large, too deeply nested or too slow to read has a TOO_LARGE problem.
   *
   * @param most maximum number of characters; larger for stored rules, whose clauses are separated by blank lines
   * @param caller name of the caller; texts of different callers are read in turn
   * @throws Error when SWI-Prolog cannot be started
   */
  async read(text: string, { caller = '', most = MAX_TEXT }: ReadOptions = {}): Promise<EventDescription> {
    if (text.length > most) {
      const message = `The text has ${String(text.length)} characters, and at most ${String(most)} are read: send it in parts.`;
      return nothing(problem(RuleProblemKind.TOO_LARGE, message, null));
    }
    // Unpaired surrogates are replaced, since Prolog would count them differently.
    // A byte-order mark is not part of the text.
    const clean = blankFences(text)
      .replace(/^\uFEFF/u, '')
      .replace(/\p{Surrogate}/gu, '\uFFFD');
    try {
      return await this.readClauses(clean, caller);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      const message = `The text is too much for the reader (${error.message}): send it in parts, or nest it less deeply.`;
      return nothing(problem(RuleProblemKind.TOO_LARGE, message, null));
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.swipl.close();
  }

  private async readClauses(written: string, caller: string): Promise<EventDescription> {
    const unreadable = findUnreadable(written);
    const text = blank(written, unreadable);
    const source = new Source(written, text);
    const clauses: SourceClause[] = [];
    let predicates: ReadonlySet<string> = new Set();
    let begin = 0;
    let allowance = MAX_READ_AGAIN;
    while (begin < text.length) {
      // Text that was already read is replaced by spaces, so that positions stay the same.
      const reading = await this.swipl.read(' '.repeat(source.characters(begin)) + text.slice(begin), caller);
      ({ predicates } = reading);
      allowance -= text.length;
      begin = collect(reading, source, text, begin, clauses, allowance > 0);
    }
    return runInTurns(describeRules(source, clauses, unreadable, predicates));
  }
}

/** @returns the offset at which reading restarts; the length of the text if all of it was read */
function collect(
  { clauses: read }: Reading,
  source: Source,
  text: string,
  begin: number,
  clauses: SourceClause[],
  mayStartAnew: boolean,
): number {
  let end = begin;
  let errors = clauses.filter((clause) => 'error' in clause).length;
  for (const clause of read) {
    if ('eof' in clause) break;
    let from = skipLayout(text, end);
    // An unclosed comment extends to the end of the text.
    if (from >= text.length) from = Math.max(end, text.indexOf('/*', end));
    end = Math.max(source.offset(clause.end), from);
    if ('term' in clause) {
      clauses.push({ from, to: end, term: clause.term, singletons: clause.singletons });
      continue;
    }
    const next = mayStartAnew ? freshStart(text, from, end, clause.error) : undefined;
    const anew = next !== undefined && next < end;
    if (anew) end = next;
    clauses.push({ from, to: end, error: clause.error, at: Math.min(Math.max(source.offset(clause.at), from), end) });
    errors += 1;
    if (errors > MAX_PROBLEMS) break;
    if (anew) return end;
  }
  return text.length;
}

/**
 * Finds where to restart after an error. An unclosed quote hides all clauses up to the next quote, and an unclosed
 * comment hides all that follow.
 *
 * @returns the offset at which reading should restart after an error; undefined if it can simply continue
 */
function freshStart(text: string, from: number, end: number, error: string): number | undefined {
  if (error === 'end_of_file_in_block_comment') {
    const comment = text.indexOf('/*', from);
    const line = text.indexOf('\n', comment);
    return comment < 0 || line < 0 ? undefined : line + 1;
  }
  return hasQuotedLineEnd(text, from, end) ? findNextClause(text, from) : undefined;
}

function blank(text: string, spans: readonly Span[]): string {
  let result = '';
  let end = 0;
  for (const { from, to } of spans) {
    result += text.slice(end, from) + text.slice(from, to).replace(/[^\n]/g, ' ');
    end = to;
  }
  return result + text.slice(end);
}

function nothing(only: RuleProblem): EventDescription {
  return {
    clauses: [],
    heads: [],
    trailingComment: '',
    fluents: [],
    dependencies: [],
    nameDependencies: [],
    declarations: { events: [], fluents: [] },
    strayConditions: [],
    groundings: [],
    helpers: [],
    helperHeads: [],
    called: [],
    predicateUses: [],
    clausesRead: 0,
    problems: [only],
  };
}
