import { HEADINGS } from '../common/prompt-grammar.js';
import { flat, line } from '../common/prompt-text.js';
import type { KnowledgeItem } from './items.model.js';
import type { SectionText, SectionWriter } from '../knowledge/section.js';

/** The data needed to render one search hit. */
export interface ItemEntry {
  readonly id: string;
  /** The item with its learnings, as rendered for a planning prompt. */
  readonly formatted: string;
  /** Ids of all its direct and indirect prerequisites, in an order in which they can be carried out. */
  readonly requires: readonly string[];
}

/** The fields of a prerequisite shown in a prompt. */
export type NeededItem = Pick<KnowledgeItem, 'id' | 'description' | 'uiLocation' | 'actionSequence' | 'shortcut'>;

/**
 * Renders items as two sections. The first has the hits, best first. The second has prerequisites of the hits that are
 * not hits themselves, without duplicates, in an order in which they can be carried out.
 *
 * @param entries the hits, best first
 * @param needed the items in `requires`, by id; deleted items are absent, and the text leaves them out
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
    // All actions share one line, so line breaks within them are removed.
    `   Actions: ${actionSequence.map(flat).join(' → ')}`,
    ...(shortcut === null ? [] : [line('   Shortcut: ', shortcut)]),
  ].join('\n');
}
