import type { ContentState } from '../knowledge/kind.js';
import type { KeptState } from './undo.model.js';
import type { PresentRow } from './versions.statements.js';

/** What a thing says now, as its version keeps it. */
export function keptState(
  { number, values, title, text, since, madeBy }: PresentRow,
  fields: readonly string[],
): KeptState {
  const state = Object.fromEntries(fields.map((field, place) => [field, values[place] ?? null]));
  // As versions keep it: times are texts.
  return { number, state: JSON.parse(JSON.stringify(state)) as ContentState, title, text, since, change: madeBy };
}
