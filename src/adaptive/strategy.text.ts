import { HEADINGS } from '../common/prompt-grammar.js';
import { line as lineOf } from '../common/prompt-text.js';
import type { SectionWriter } from '../knowledge/section.js';

/** A strategy as an entry of a prompt section. */
export interface StrategyEntry {
  /** The kind of request: `numbers_request`. */
  readonly pattern: string;
  /** One line, without a mark in front. */
  readonly line: string;
  /** Requests for which it was tried. */
  readonly objectives: readonly string[];
}

/**
 * Writes strategies as two sections: the hits, best first, and all actions to avoid for their kinds of requests that
 * are not hits themselves, whatever their trust.
 *
 * @param entries of the hits, best first
 * @param avoided lines of the actions that never succeeded, by kind of request
 */
export function strategySections(
  entries: readonly StrategyEntry[],
  avoided: ReadonlyMap<string, readonly string[]>,
): SectionWriter {
  return (taken, { bare, mark }) => {
    if (taken.length === 0) return [];
    const shown = taken.flatMap((index) => (entries[index] ? [{ ...entries[index], mark: mark(index) }] : []));
    const lines = new Set(shown.map(({ line }) => line));
    const patterns = new Set(
      taken.filter((index) => !bare.has(index)).flatMap((index) => entries[index]?.pattern ?? []),
    );
    const toAvoid = [...patterns].flatMap((pattern) =>
      (avoided.get(pattern) ?? []).filter((line) => !lines.has(line)).map((line) => lineOf(`${pattern}: `, line)),
    );
    const strategies = {
      infoType: 'strategies',
      parts: [HEADINGS.strategies, ...shown.map((entry) => entry.mark + entryText(entry))],
    };
    if (toAvoid.length === 0) return [strategies];
    return [strategies, { infoType: 'actions_to_avoid', parts: [HEADINGS.toAvoid, toAvoid.join('\n')] }];
  };
}

function entryText({ pattern, line, objectives }: StrategyEntry): string {
  const tried = objectives.length === 0 ? [] : [lineOf('Tried for: ', objectives.join('; '), { spaces: 'kept' })];
  return [lineOf(`${pattern}: `, line), ...tried].join('\n');
}
