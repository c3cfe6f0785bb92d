import { LimitExceededError } from '../common/errors.js';
import { compare } from '../common/text.js';
import type { Clause, EventDescription } from './event-description.js';
import { normaliseClause } from './normalise.js';
import { RuleProblemKind } from './report.model.js';

/** Maximum number of characters that are parsed at once, unless a single part is longer. */
const MAX_READ = 50_000;

/**
 * Joins the parts of an export to one text that is safe to consult. All parts are parsed again, because an earlier
 * release may have stored clauses that are now refused. Safe parts are left unchanged.
 *
 * @param parts stored parts of the domain: each consists of whole clauses with the comments before them
 */
export async function exportedText(
  parts: readonly string[],
  read: (text: string) => Promise<EventDescription>,
): Promise<string> {
  const safe: string[] = [];
  const left = new Map<string, number>();
  const leave = (reason: string) => left.set(reason, (left.get(reason) ?? 0) + 1);
  for (const group of groups(parts)) {
    const whole = await read(group.join('\n\n'));
    if (isSafe(whole)) {
      safe.push(...group);
      continue;
    }
    for (const part of group) {
      const description = group.length === 1 ? whole : await read(part);
      if (isSafe(description)) {
        safe.push(part);
        continue;
      }
      if (description.clauses.length === 0 && description.problems.some(isTooLarge)) {
        throw new LimitExceededError(
          `A part of the export cannot be checked: ${description.problems[0]?.message ?? ''}`,
        );
      }
      for (const clause of description.clauses) {
        if (clause.unsafe === null) safe.push(withComment(clause));
        else leave(clause.unsafe);
      }
      for (const { kind } of description.problems) if (UNREADABLE.has(kind)) leave('a clause that cannot be read');
    }
  }
  if (safe.length + left.size === 0) return '';
  const notes = [...left]
    .sort(([a], [b]) => compare(a, b))
    .map(
      ([reason, count]) => `% Left out, since Prolog would act on it when it loads this text: ${reason} (${count}).`,
    );
  return `${[...(notes.length > 0 ? [notes.join('\n')] : []), ...safe].join('\n\n')}\n`;
}

function* groups(parts: readonly string[]): Iterable<readonly string[]> {
  let group: string[] = [];
  let size = 0;
  for (const part of parts) {
    if (group.length > 0 && size + part.length > MAX_READ) {
      yield group;
      group = [];
      size = 0;
    }
    group.push(part);
    size += part.length + 2;
  }
  if (group.length > 0) yield group;
}

const UNREADABLE: ReadonlySet<RuleProblemKind> = new Set([RuleProblemKind.SYNTAX_ERROR, RuleProblemKind.TOO_LARGE]);
const isTooLarge = ({ kind }: { readonly kind: RuleProblemKind }) => kind === RuleProblemKind.TOO_LARGE;

function isSafe({ clauses, problems }: EventDescription): boolean {
  return clauses.every(({ unsafe }) => unsafe === null) && !problems.some(({ kind }) => UNREADABLE.has(kind));
}

function withComment(clause: Clause): string {
  const written = normaliseClause(clause);
  return clause.comment === '' ? written : `${clause.comment}\n${written}`;
}
