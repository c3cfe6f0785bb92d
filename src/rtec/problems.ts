import { compare } from '../common/text.js';
import type { Indicator } from './event-description.js';
import { type RuleProblem, RuleProblemKind, Severity } from './report.model.js';

/** Maximum length of a list of problems. A longer list does not help, and a hostile text could make it endless. */
export const MAX_PROBLEMS = 1_000;
/** Maximum number of listed places of the same problem: same kind, severity and predicate. */
const MAX_ALIKE = 5;

const WARNINGS = new Set([
  RuleProblemKind.UNDEFINED_PREDICATE,
  RuleProblemKind.MISSING_INITIATION,
  RuleProblemKind.REDECLARED,
  RuleProblemKind.UNUSED_PREREQUISITE,
  RuleProblemKind.SELF_DEFINITION,
  RuleProblemKind.UNDEFINED_VALUE,
  RuleProblemKind.UNBOUND_INTERVAL,
  RuleProblemKind.UNDEFINED_GROUNDING,
  RuleProblemKind.UNSAFE_CALL,
]);
const HINTS = new Set([
  RuleProblemKind.MISSING_TERMINATION,
  RuleProblemKind.SINGLETON_VARIABLE,
  RuleProblemKind.SIMILAR_NAME,
  RuleProblemKind.NO_EVENT,
  RuleProblemKind.OTHER_TIME,
  RuleProblemKind.HOLDS_AT_IN_HOLDS_FOR,
  RuleProblemKind.SECOND_HOLDS_FOR,
]);

/** Lines and column of a problem, counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
}

export function problem(
  kind: RuleProblemKind,
  message: string,
  place: Place | null,
  predicate: string | null = null,
  severity: Severity = severityOf(kind),
): RuleProblem {
  const { line, column, endLine } = place ?? { line: null, column: null, endLine: null };
  return { kind, severity, message, predicate, line, column, endLine, count: 1 };
}

export const label = ({ name, arity }: Indicator): string => `${name}/${String(arity)}`;

/** Sorts problems by position, those without a position first. Ties are broken by severity, errors first. */
export function inOrder(problems: readonly RuleProblem[]): RuleProblem[] {
  return problems.toSorted(
    (a, b) =>
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0) ||
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
      compare(a.kind, b.kind) ||
      compare(a.predicate ?? '', b.predicate ?? '') ||
      compare(a.message, b.message),
  );
}

/**
 * Limits a list of problems, ordered by position. If there are many equal problems, only the first few are kept, and
 * the last of these counts the others. Syntax errors are never grouped, because each has to be corrected. If more than
 * MAX_PROBLEMS remain, the most severe are kept, and a further problem states how many were left out.
 */
export function limited(problems: readonly RuleProblem[]): RuleProblem[] {
  const listed: RuleProblem[] = [];
  const alike = new Map<string, { seen: number; last: number }>();
  for (const each of inOrder(problems)) {
    const { kind, severity, predicate, message } = each;
    const key = JSON.stringify([kind, severity, predicate ?? message]);
    const group = kind === RuleProblemKind.SYNTAX_ERROR ? undefined : (alike.get(key) ?? { seen: 0, last: 0 });
    if (group) alike.set(key, group);
    if (group && ++group.seen > MAX_ALIKE) {
      const last = listed[group.last];
      if (last) listed[group.last] = { ...last, count: last.count + each.count };
      continue;
    }
    if (group) group.last = listed.length;
    listed.push(each);
  }
  if (listed.length <= MAX_PROBLEMS) return listed;
  const gravest = SEVERITIES.flatMap((severity) => listed.filter((each) => each.severity === severity));
  const [kept, left] = [gravest.slice(0, MAX_PROBLEMS), gravest.slice(MAX_PROBLEMS)];
  const counts = SEVERITIES.map((severity) => ({
    severity,
    count: left.reduce((sum, each) => sum + (each.severity === severity ? each.count : 0), 0),
  })).filter(({ count }) => count > 0);
  const what = counts.map(({ severity, count }) => `${String(count)} of severity ${severity}`).join(', ');
  const message = `Further problems are not listed: ${what}.`;
  const gravestLeft = counts[0]?.severity === Severity.ERROR ? Severity.ERROR : Severity.HINT;
  return inOrder([...kept, problem(RuleProblemKind.TOO_LARGE, message, null, null, gravestLeft)]);
}

const SEVERITIES = [Severity.ERROR, Severity.WARNING, Severity.HINT];

function severityOf(kind: RuleProblemKind): Severity {
  if (WARNINGS.has(kind)) return Severity.WARNING;
  return HINTS.has(kind) ? Severity.HINT : Severity.ERROR;
}
