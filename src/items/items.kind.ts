import { defineKind, fromNode } from '../knowledge/kind.js';
import { CATALOG } from '../knowledge/profiles.js';
import { ITEM_CONTENT, ITEM_PROPERTIES, itemOf, itemThen } from './item.js';
import { learningPart } from './learning-content.js';
import { itemCredit, itemTrust } from './trust.js';

export const itemKind = defineKind({
  name: 'ITEM',
  description: 'An item of the knowledge base.',
  label: 'KnowledgeItem',
  typeName: 'KnowledgeItem',
  refPrefix: 'item',
  profile: CATALOG,
  policy: ({ TRUST_RECOVERY }) => itemTrust(TRUST_RECOVERY),
  credit: ({ TRUST_RECOVERY }) => itemCredit(TRUST_RECOVERY),
  effectUnit: 'REPORTED_STEP',
  fromNode: fromNode(ITEM_PROPERTIES, itemOf),
  content: ITEM_CONTENT,
  asKnown: itemThen,
  parts: [learningPart],
});
