import { compare } from '../common/text.js';
import type { Indicator } from './event-description.js';
import { type RuleProblem, RuleProblemKind, Severity } from './report.model.js';

/** A list longer than this helps nobody, and a hostile text could make it endless. */
export const MAX_PROBLEMS = 100;

const WARNINGS = new Set([
  RuleProblemKind.UNDEFINED_PREDICATE,
  RuleProblemKind.MISSING_INITIATION,
  RuleProblemKind.REDECLARED,
  RuleProblemKind.UNUSED_PREREQUISITE,
]);
const HINTS = new Set([
  RuleProblemKind.MISSING_TERMINATION,
  RuleProblemKind.SINGLETON_VARIABLE,
  RuleProblemKind.SIMILAR_NAME,
]);

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
  return { kind, severity, message, predicate, line, column, endLine };
}

export const label = ({ name, arity }: Indicator): string => `${name}/${String(arity)}`;

/** By position, what has none first; of one position the errors first. */
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

/** The gravest ones, by position; more errors than that are TOO_LARGE. */
export function limited(problems: readonly RuleProblem[]): RuleProblem[] {
  const ordered = inOrder(problems);
  if (ordered.length <= MAX_PROBLEMS) return ordered;
  const kept = SEVERITIES.flatMap((severity) => ordered.filter((each) => each.severity === severity)).slice(
    0,
    MAX_PROBLEMS,
  );
  const errors = ordered.filter((each) => each.severity === Severity.ERROR).length;
  if (errors <= MAX_PROBLEMS) return inOrder(kept);
  const message = `There are ${String(errors)} errors; the first ${String(MAX_PROBLEMS)} are listed.`;
  return inOrder([...kept, problem(RuleProblemKind.TOO_LARGE, message, null)]);
}

const SEVERITIES = [Severity.ERROR, Severity.WARNING, Severity.HINT];

function severityOf(kind: RuleProblemKind): Severity {
  if (WARNINGS.has(kind)) return Severity.WARNING;
  return HINTS.has(kind) ? Severity.HINT : Severity.ERROR;
}
