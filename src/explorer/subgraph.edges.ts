/** Types of relationships that a subgraph may show, as `explorer/expand` names them. */
export const EDGE_TYPES = [
  'ABOUT',
  'DEPENDS_ON',
  'DERIVED_FROM',
  'DUPLICATE_OF',
  'FOLLOWS',
  'HAS_LEARNING',
  'HAS_STEP',
  'IN_DOMAIN',
  'LINK',
  'MENTIONS',
  'NEXT',
  'PRODUCES',
  'RECOVERS',
  'REQUIRES',
  'RETRIEVED',
  'SHOWED',
  'TAUGHT',
] as const;

/** Relationship types that the explorer draws. */
export type EdgeTypes = readonly (typeof EDGE_TYPES)[number][];

/** Edges between knowledge and its subjects; plans and their steps are shown only on request. */
export const DEFAULT_EDGE_TYPES: EdgeTypes = [
  'ABOUT',
  'DEPENDS_ON',
  'DUPLICATE_OF',
  'HAS_LEARNING',
  'IN_DOMAIN',
  'LINK',
  'MENTIONS',
  'NEXT',
  'PRODUCES',
  'REQUIRES',
];

/** Ref prefixes of nodes that are not knowledge. */
export const KEYS = ['entity', 'learning', 'plan', 'domain', 'state'] as const;
