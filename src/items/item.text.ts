import { HEADINGS } from '../common/prompt-grammar.js';
import { flat, line } from '../common/prompt-text.js';
import type { KnowledgeItem } from './items.model.js';
import type { SectionText, SectionWriter } from '../knowledge/section.js';

/** What is known of one hit before anything is written. */
export interface ItemEntry {
  readonly id: string;
  /** As put into a planning prompt, with its learnings. */
  readonly formatted: string;
  /** Ids of what it leads to by its prerequisites, in the order to carry them out. */
  readonly requires: readonly string[];
}

/** The properties of a prerequisite that a prompt shows. */
export type NeededItem = Pick<KnowledgeItem, 'id' | 'description' | 'uiLocation' | 'actionSequence' | 'shortcut'>;

/**
 * Writes items as two sections: the hits, best first; and what they need before that is not among them, each once, in the
 * order to carry it out.
 *
 * @param entries of the hits, best first
 * @param needed all items that `requires` names, by id; what is not there any more is left out
 */
export function itemSections(entries: readonly ItemEntry[], needed: ReadonlyMap<string, NeededItem>): SectionWriter {
  return (taken, bare) => {
    if (taken.length === 0) return [];
    const shown = taken.flatMap((index) => entries[index] ?? []);
    const isShown = new Set(shown.map(({ id }) => id));
    const isMissing = (id: string) => needed.has(id) && !isShown.has(id);
    const listed = new Set(
      taken.filter((index) => !bare.has(index)).flatMap((index) => entries[index]?.requires.filter(isMissing) ?? []),
    );
    const all = new Set(shown.flatMap(({ requires }) => requires.filter(isMissing)));
    const items = {
      infoType: 'knowledge_items',
      parts: [HEADINGS.items, ...shown.map(({ formatted }) => formatted)],
    };
    return all.size === 0 ? [items] : [items, alsoNeeded([...listed], needed, all.size - listed.size)];
  };
}

function alsoNeeded(ids: readonly string[], needed: ReadonlyMap<string, NeededItem>, left: number): SectionText {
  const entries = ids.flatMap((id, index) => {
    const item = needed.get(id);
    return item ? [neededItem(item, index + 1)] : [];
  });
  const rest = left > 0 ? [`And ${left} more for which there was no room.`] : [];
  return { infoType: 'also_needed', parts: [HEADINGS.alsoNeeded, ...entries, ...rest] };
}

function neededItem({ id, description, uiLocation, actionSequence, shortcut }: NeededItem, number: number): string {
  return [
    line(`${number}. KB ID: `, id),
    line('   Description: ', description),
    line('   UI Location: ', uiLocation),
    // In a row there is no place for a line of its own.
    `   Actions: ${actionSequence.map(flat).join(' → ')}`,
    ...(shortcut === null ? [] : [line('   Shortcut: ', shortcut)]),
  ].join('\n');
}
