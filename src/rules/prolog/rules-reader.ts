import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { EventDescription } from '../event-description.js';
import { MAX_PROBLEMS, problem } from '../problems.js';
import { type RuleProblem, RuleProblemKind } from '../report.model.js';
import { describeRules, type SourceClause } from './describe-rules.js';
import { findNextClause, findUnreadable, skipLayout, type Span } from './scan.js';
import { Source } from './source.js';
import { type Reading, SwiplWorker, UnreadableError } from './swipl-worker.js';

/** Characters. The largest event descriptions of RTEC's own have about 30,000. */
const MAX_TEXT = 250_000;
/** A quote or comment that never ends makes SWI-Prolog skip all that follows; reading starts anew after its clause. */
const MAX_FRESH_STARTS = 20;

const NEVER_ENDS = /^end_of_file_in_/u;

/** Reads RTEC rules with SWI-Prolog's own reader. Nothing of a text is ever run. */
@Injectable()
export class RulesReader implements OnApplicationShutdown {
  private readonly swipl = new SwiplWorker();

  /**
   * What the text says, and what is wrong with it as Prolog: the problems are in the result, and what follows a clause
   * with a syntax error is read nonetheless. A text that is too large, too deeply nested or takes too long to read gives a
   * TOO_LARGE problem.
   *
   * @throws Error when SWI-Prolog cannot be started
   */
  async read(text: string): Promise<EventDescription> {
    if (text.length > MAX_TEXT) {
      const message = `The text has ${String(text.length)} characters, and at most ${String(MAX_TEXT)} are read: send it in parts.`;
      return nothing(problem(RuleProblemKind.TOO_LARGE, message, null));
    }
    // A half of a surrogate pair is no character, and would be counted differently by Prolog.
    const clean = text.replace(/\p{Surrogate}/gu, '\uFFFD');
    try {
      return await this.readClauses(clean);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      const message = `The text is too much for the reader (${error.message}): send it in parts, or nest it less deeply.`;
      return nothing(problem(RuleProblemKind.TOO_LARGE, message, null));
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.swipl.close();
  }

  private async readClauses(written: string): Promise<EventDescription> {
    const unreadable = findUnreadable(written);
    const text = blank(written, unreadable);
    const source = new Source(written, text);
    const clauses: SourceClause[] = [];
    let predicates: ReadonlySet<string> = new Set();
    let begin = 0;
    for (let starts = 0; starts <= MAX_FRESH_STARTS && begin < text.length; starts += 1) {
      // Blanks instead of what was read keep the positions as they are.
      const reading = await this.swipl.read(' '.repeat(source.characters(begin)) + text.slice(begin));
      ({ predicates } = reading);
      begin = collect(reading, source, text, begin, clauses);
    }
    return describeRules(source, clauses, unreadable, predicates);
  }
}

/** @returns where to start anew; the length of the text when all is read */
function collect(
  { clauses: read }: Reading,
  source: Source,
  text: string,
  begin: number,
  clauses: SourceClause[],
): number {
  let end = begin;
  let errors = clauses.filter((clause) => 'error' in clause).length;
  for (const clause of read) {
    if ('eof' in clause) break;
    const from = skipLayout(text, end);
    end = Math.max(source.offset(clause.end), from);
    if ('term' in clause) {
      clauses.push({ from, to: end, term: clause.term, singletons: clause.singletons });
      continue;
    }
    const endless = NEVER_ENDS.test(clause.error);
    if (endless) end = findNextClause(text, from);
    clauses.push({ from, to: end, error: clause.error, at: Math.min(Math.max(source.offset(clause.at), from), end) });
    errors += 1;
    if (errors > MAX_PROBLEMS) break;
    if (endless) return end;
  }
  return text.length;
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
    helpers: [],
    predicateUses: [],
    clausesRead: 0,
    problems: [only],
  };
}
