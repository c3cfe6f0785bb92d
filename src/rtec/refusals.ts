import { BadUserInputError, LastingConflictError } from '../common/errors.js';
import type { EventDescription } from './event-description.js';
import { labelOf } from './fluent-names.js';
import { problem } from './problems.js';
import { RuleProblemKind, type RuleReport, Severity } from './report.model.js';

// Rules that are refused, and the messages of the refusals.

/**
 * @param replaces true if the text replaces stored rules, so that it must have no errors
 * @throws BadUserInputError when the text is compiled, when Prolog would act on a clause, other than a directive, while it loads the rules, or when
 *   they have errors and would replace others
 * @throws LastingConflictError when a statically determined value would lie on a cycle
 */
export function refuse({ clauses, problems }: EventDescription, report: RuleReport, replaces: boolean): void {
  const compiled = problems.find(({ kind }) => kind === RuleProblemKind.COMPILED_RULES);
  if (compiled) throw BadUserInputError.of('rules', 'compiledRules', `rules: ${compiled.message} Nothing was stored.`);
  if (problems.some(({ kind }) => kind === RuleProblemKind.UNSAFE_CLAUSE)) {
    const unsafe = clauses.find((clause) => clause.unsafe !== null && !clause.text.startsWith(':-'));
    const message = `rules: the clause at line ${unsafe?.line ?? 0} is ${unsafe?.unsafe ?? 'unsafe'}, which Prolog would act on when the rules are loaded; nothing was stored`;
    throw BadUserInputError.of('rules', 'unsafeClause', message);
  }
  const cycle = report.problems.find(({ kind }) => kind === RuleProblemKind.CYCLE_WITH_STATICALLY_DETERMINED);
  if (cycle) throw new LastingConflictError(cycle.message);
  const error = report.problems.find(({ severity }) => severity === Severity.ERROR);
  if (!replaces || !error) return;
  const where = error.line === null ? '' : ` (line ${error.line})`;
  const message = `rules: they have errors, and replace nothing unless force is given: ${error.message}${where}`;
  throw BadUserInputError.of('rules', 'hasErrors', message);
}

export function nothingOf(name: string, text: EventDescription): string {
  const [first] = text.problems;
  const others = text.fluents.map(labelOf);
  if (others.length > 0) return `The rules define ${others.slice(0, 5).join(', ')}, and nothing named ${name}`;
  const where = typeof first?.line === 'number' ? ` (line ${first.line})` : '';
  return `The rules define nothing named ${name}${first ? `: ${first.message}${where}` : ''}`;
}

/** Adds to a report the problem that the rules do not define the requested fluent. */
export function withoutOwn(report: RuleReport, name: string): RuleReport {
  const message = `No rule defines ${name}: write its rules, with ${name} in their heads.`;
  const lacking = problem(RuleProblemKind.WRONG_HEAD, message, null, name);
  return { ...report, valid: false, problems: [lacking, ...report.problems] };
}
