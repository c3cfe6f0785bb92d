import type { ContentState } from '../knowledge/kind.js';
import type { KeptState } from './undo.model.js';
import type { PresentRow } from './versions.statements.js';

/** Current state of a thing, in the form in which a version stores it. */
export function keptState(
  { number, values, title, text, since, madeBy }: PresentRow,
  fields: readonly string[],
): KeptState {
  const state = Object.fromEntries(fields.map((field, place) => [field, values[place] ?? null]));
  // Versions store times as text.
  return { number, state: JSON.parse(JSON.stringify(state)) as ContentState, title, text, since, change: madeBy };
}
