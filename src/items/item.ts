import { COMMON_PROPERTIES } from '../knowledge/kind.js';
import type { KnowledgeItem } from './items.model.js';
import type { StoredItem } from './items.statements.js';

/** What an item is made of. */
export const ITEM_PROPERTIES: readonly (keyof StoredItem)[] = [
  ...COMMON_PROPERTIES,
  'application',
  'description',
  'uiLocation',
  'actionSequence',
  'shortcut',
  'prerequisites',
  'outputState',
  'docCitation',
  'parameters',
  'extra',
];

/** An item of the properties of its node, no others. */
export function itemOf({ parameters, extra, ...item }: StoredItem): KnowledgeItem {
  return { ...item, parameters: parsed(parameters), extra: parsed(extra) };
}

/** What a property holds as JSON. */
export function parsed(json: string): Record<string, unknown> {
  return JSON.parse(json) as Record<string, unknown>;
}
