import { COMMON_PROPERTIES, type Content, type ContentState, type KnownThen } from '../knowledge/kind.js';
import type { Knowledge } from '../knowledge/knowledge.model.js';
import type { ItemDocument } from './catalog.js';
import type { KnowledgeItem } from './items.model.js';
import type { StoredItem } from './items.statements.js';

const ITEM_FIELDS = [
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
] as const satisfies readonly (keyof StoredItem)[];

/** The versioned fields of an item, from which its title and text are derived. */
export const ITEM_CONTENT: Content = {
  fields: ITEM_FIELDS,
  json: ['parameters', 'extra'],
  blank: {
    description: '',
    uiLocation: '',
    actionSequence: [],
    prerequisites: [],
    outputState: '',
    docCitation: '',
    parameters: '{}',
    extra: '{}',
  },
};

/** All properties of an item's node. */
export const ITEM_PROPERTIES: readonly (keyof StoredItem)[] = [...COMMON_PROPERTIES, ...ITEM_FIELDS];

/** Builds an item from the properties of its node; other properties are ignored. */
export function itemOf(stored: StoredItem): KnowledgeItem {
  return { ...stored, parameters: parsed(stored.parameters), extra: parsed(stored.extra) };
}

/** An item as it was known at an earlier time. */
export function itemThen(knowledge: Knowledge, { at, version }: KnownThen): KnowledgeItem {
  const item = { ...(knowledge as KnowledgeItem), asOf: at };
  if (!version) return item;
  const { parameters, extra, ...said } = { ...ITEM_CONTENT.blank, ...withoutNulls(version.state) } as Pick<
    StoredItem,
    (typeof ITEM_FIELDS)[number]
  >;
  // Null means absent.
  const { application = null, shortcut = null } = said as Partial<typeof said>;
  return { ...item, ...said, application, shortcut, parameters: parsed(parameters), extra: parsed(extra) };
}

function withoutNulls(state: ContentState): ContentState {
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== null));
}

/** Parses a property that stores JSON. */
export function parsed(json: string): Record<string, unknown> {
  return JSON.parse(json) as Record<string, unknown>;
}

/** The documentation of an item as stored in a version. */
export function documentOf(id: string, state: ContentState): ItemDocument {
  const said = state as Pick<StoredItem, (typeof ITEM_FIELDS)[number]>;
  const { description, uiLocation, actionSequence, shortcut, prerequisites, outputState, docCitation } = said;
  const given = { description, uiLocation, actionSequence, shortcut, prerequisites, outputState, docCitation };
  return { id, ...given, parameters: parsed(said.parameters) };
}
