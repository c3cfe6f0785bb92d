import { normalizedName } from '../search/entity-names.js';

/**
 * What an entity is called in running text: its label, else its id behind the colon; lower case, letters and digits only,
 * words parted by one space.
 */
export function entityName(id: string, label: string | null): string {
  return normalizedName(label ?? '') || normalizedName(id.slice(id.indexOf(':') + 1)) || normalizedName(id);
}

/** Type of an entity that nothing describes: what stands before the colon of its id. */
export function typeOfId(id: string): string {
  const colon = id.indexOf(':');
  return colon > 0 ? id.slice(0, colon) : 'entity';
}
