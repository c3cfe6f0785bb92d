import { HEADINGS } from '../common/prompt-grammar.js';
import { block, comment, flat } from '../common/prompt-text.js';
import type { SectionText, SectionWriter } from '../knowledge/section.js';

/** A hit with the ids of its dependencies. */
export interface FluentEntry {
  readonly id: string;
  /** Ids of its dependencies, each after its own dependencies. */
  readonly needs: readonly string[];
}

/** The properties of a fluent that prompts and searches show. */
export interface ShownFluent {
  readonly id: string;
  readonly domain: string;
  readonly name: string;
  readonly arity: number | null;
  readonly fluentKind: string;
  readonly rules: string | null;
  readonly description: string | null;
}

/**
 * Writes fluents as two sections. The first has the hits, best first. The second has the definitions that the hits
 * depend on and that are not hits themselves, without duplicates, each after its own dependencies.
 *
 * @param entries the hits, best first
 * @param fluents the hits and all their dependencies, by id; fluents deleted meanwhile are left out
 */
export function fluentSections(
  entries: readonly FluentEntry[],
  fluents: ReadonlyMap<string, ShownFluent>,
): SectionWriter {
  const textOf = (index: number, mark: string) => {
    const fluent = fluents.get(entries[index]?.id ?? '');
    return fluent === undefined ? [] : mark + written(fluent);
  };
  return (taken, { bare, mark }) => {
    if (taken.length === 0) return [];
    const shown = taken.flatMap((index) => entries[index] ?? []);
    const isShown = new Set(shown.map(({ id }) => id));
    const missing = (entry: FluentEntry | undefined) =>
      (entry?.needs ?? []).filter((id) => !isShown.has(id) && (fluents.get(id)?.rules ?? null) !== null);
    const listed = new Set(taken.filter((index) => !bare.has(index)).flatMap((index) => missing(entries[index])));
    const all = new Set(shown.flatMap(missing));
    const hits: SectionText = {
      infoType: 'fluents',
      parts: [HEADINGS.fluents, ...taken.flatMap((index) => textOf(index, mark(index)))],
    };
    if (all.size === 0) return [hits];
    const left = all.size - listed.size;
    const rest = left > 0 ? [`And ${left} more for which there was no room.`] : [];
    const needed = [...listed].flatMap((id) => fluents.get(id) ?? []).map(written);
    return [hits, { infoType: 'fluents_needed', parts: [HEADINGS.fluentsNeeded, ...needed, ...rest] }];
  };
}

function written({ domain, name, arity, fluentKind, rules, description }: ShownFluent): string {
  const kind = fluentKind.toLowerCase().replaceAll('_', ' ');
  return [
    `=== Fluent: ${flat(name)} ===`,
    `% ${flat(domain)}: ${arity === null ? '' : `${flat(name)}/${arity}, `}${kind}`,
    ...(description === null ? [] : comment('%', description)),
    ...(rules === null ? [] : [block(rules)]),
  ].join('\n');
}
