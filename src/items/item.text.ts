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
  // Fifty hits may need twenty thousand items each, and the writer is called for each hit. Numbers are compared some ten
  // times faster than ids.
  const ids = [...needed.keys()];
  const numbers = new Map(ids.map((id, number) => [id, number]));
  const requirements = new Map<number, Int32Array>();
  const texts = new Map<string, string>();
  const textOf = (id: string) => {
    const item = needed.get(id);
    const text = texts.get(id) ?? (item ? neededItem(item) : '');
    texts.set(id, text);
    return text;
  };
  const requiredBy = (index: number) => {
    const known =
      requirements.get(index) ?? Int32Array.from(entries[index]?.requires.flatMap((id) => numbers.get(id) ?? []) ?? []);
    requirements.set(index, known);
    return known;
  };
  return (taken, { bare, mark }) => {
    if (taken.length === 0) return [];
    const shown = taken.flatMap((index) => (entries[index] ? [{ ...entries[index], mark: mark(index) }] : []));
    const isMentioned = new Uint8Array(ids.length);
    for (const { id } of shown) {
      const number = numbers.get(id);
      if (number !== undefined) isMentioned[number] = 1;
    }
    const missing = (of: readonly number[]): string[] => {
      const found: string[] = [];
      for (const index of of) {
        for (const number of requiredBy(index)) {
          if (isMentioned[number]) continue;
          isMentioned[number] = 1;
          found.push(ids[number] ?? '');
        }
      }
      return found;
    };
    const listed = missing(taken.filter((index) => !bare.has(index)));
    const left = missing(taken.filter((index) => bare.has(index))).length;
    const items = {
      infoType: 'knowledge_items',
      parts: [HEADINGS.items, ...shown.map((entry) => `${entry.mark}${entry.formatted}`)],
    };
    return listed.length + left === 0 ? [items] : [items, alsoNeeded(listed, textOf, left)];
  };
}

function alsoNeeded(ids: readonly string[], textOf: (id: string) => string, left: number): SectionText {
  function* parts() {
    yield HEADINGS.alsoNeeded;
    for (const [index, id] of ids.entries()) yield `${index + 1}. ${textOf(id)}`;
    if (left > 0) yield `And ${left} more for which there was no room.`;
  }
  return { infoType: 'also_needed', parts: { [Symbol.iterator]: parts } };
}

/** The text of a prerequisite after its number. */
function neededItem({ id, description, uiLocation, actionSequence, shortcut }: NeededItem): string {
  return [
    line('KB ID: ', id),
    line('   Description: ', description),
    line('   UI Location: ', uiLocation),
    // All actions share one line, so line breaks within them are removed.
    `   Actions: ${actionSequence.map(flat).join(' → ')}`,
    ...(shortcut === null ? [] : [line('   Shortcut: ', shortcut)]),
  ].join('\n');
}
