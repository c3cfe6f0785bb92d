import { normalizedName } from '../search/entity-names.js';

/**
 * Name of an entity for matching it in text: its label, otherwise the part of its id after the colon. Normalised to lower
 * case, letters and digits, with single spaces between words.
 */
export function entityName(id: string, label: string | null): string {
  return normalizedName(label ?? '') || normalizedName(id.slice(id.indexOf(':') + 1)) || normalizedName(id);
}

/** Type of an entity without records: the part of its id before the colon. */
export function typeOfId(id: string): string {
  const colon = id.indexOf(':');
  return colon > 0 ? id.slice(0, colon) : 'entity';
}
