import type { KnowledgeItem } from './items.model.js';
import type { StoredItem } from './items.statements.js';

/** An item of the properties of its node. */
export function itemOf(stored: StoredItem): KnowledgeItem {
  return {
    ref: stored.ref,
    id: stored.id,
    kind: stored.kind,
    title: stored.title,
    text: stored.text,
    trust: stored.trust,
    createdAt: stored.createdAt,
    updatedAt: stored.updatedAt,
    application: stored.application ?? null,
    description: stored.description,
    uiLocation: stored.uiLocation,
    actionSequence: stored.actionSequence,
    shortcut: stored.shortcut ?? null,
    prerequisites: stored.prerequisites,
    outputState: stored.outputState,
    docCitation: stored.docCitation,
    parameters: parsed(stored.parameters),
    extra: parsed(stored.extra),
  };
}

/** What a property holds as JSON. */
export function parsed(json: string): Record<string, unknown> {
  return JSON.parse(json) as Record<string, unknown>;
}
