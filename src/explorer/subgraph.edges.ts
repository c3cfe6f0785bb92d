/** Relationships that a subgraph may show, as `explorer/expand` names them. */
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

/** Between knowledge and what it is about; plans and their steps are shown where they are asked for. */
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

/** Prefixes of refs of what is no knowledge. */
export const KEYS = ['entity', 'learning', 'plan', 'domain', 'state'] as const;
