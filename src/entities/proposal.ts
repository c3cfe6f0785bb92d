import { hashOf } from '../common/hash.js';
import { canonicalJson, isRecord, ownValue } from '../common/json.js';
import type { SkippedRecord } from '../common/skipped-record.js';
import { GLOBAL, type KnowledgeDocument, LIMITS, type MetadataRecord, pieceIdOf, skip } from './document.js';
import type { DocumentReply } from './ingest.prompt.js';
import type { Piece } from './entities.model.js';

// Turns the reply of an LLM into a document, and restricts the changes that it may make. An id invented by the LLM has no
// meaning outside its reply: two texts for which the LLM invents the same id are unrelated. Pure functions.

/** Permissions that the caller of an ingestion gives. */
export interface IngestRules {
  /** The entity that the text belongs to; the text may add to its profile. */
  readonly entityId?: string | undefined;
  readonly replace: boolean;
  readonly allowOthers: boolean;
  readonly allowGlobal: boolean;
}

/** A metadata record as it is stored. */
export interface StoredProfile {
  /** Type of the entity. */
  readonly type: string;
  /** True if the type comes from a node of the entity graph. */
  readonly described: boolean;
  /** Null if the entity has no metadata record. */
  readonly metadataType: string | null;
  /** Properties as JSON; null if the entity has no metadata record. */
  readonly metadata: string | null;
}

type Json = Readonly<Record<string, unknown>>;

/** Resolved ids of a reply, and the stored pieces that the LLM was shown. */
export interface KnownToModel {
  /** Ids of entities to use instead of those in the reply. */
  readonly entities: ReadonlyMap<string, string>;
  /** Pieces that the reply may supersede, by id. */
  readonly pieces: ReadonlyMap<string, Pick<Piece, 'entityId' | 'knowledgeType'>>;
}

/**
 * Turns a reply into a document. Pieces without an entity are assigned to `entityId`. The id of a piece is derived from its
 * content and entity; if the piece supersedes a stored one of the same entity and type that the LLM was shown, it gets the id
 * of that one. Edges are changed accordingly. Sessions belong to this text alone; ingesting it again gives the same ids.
 */
export function proposedDocument(
  { metadata, pieces, graph }: DocumentReply,
  text: string,
  entityId: string | undefined,
  known: KnownToModel = { entities: new Map(), pieces: new Map() },
): Record<string, unknown> {
  const ids = new Map<string, string>();
  const superseded = new Set<string>();
  const owned = pieces.map(({ piece_id, session, supersedes, ...piece }) => {
    const named = piece.entity_id ?? entityId ?? null;
    const entity = named === null ? null : (known.entities.get(named) ?? named);
    const older = supersedes ? known.pieces.get(supersedes) : undefined;
    const isNewer =
      typeof supersedes === 'string' &&
      older?.entityId === entity &&
      older.knowledgeType.toLowerCase() === piece.knowledge_type &&
      !superseded.has(supersedes);
    if (isNewer) superseded.add(supersedes);
    const id = isNewer ? supersedes : pieceIdOf(piece.content, entity);
    if (!ids.has(piece_id)) ids.set(piece_id, id);
    const ownSession = typeof session === 'string' ? `session-${hashOf([text, entityId ?? null, session])}` : null;
    const key = isNewer ? { supersedes: id } : { piece_id: id };
    return withoutNulls({ ...piece, ...key, entity_id: entity, session: ownSession });
  });
  const ownPiece = ({ properties, ...edge }: Json) => {
    const named = isRecord(properties) ? properties['piece_id'] : undefined;
    const id = typeof named === 'string' ? ids.get(named) : undefined;
    return withoutNulls({
      ...edge,
      properties: isRecord(properties) && id !== undefined ? { ...properties, piece_id: id } : properties,
    });
  };
  return {
    metadata: metadata ?? {},
    pieces: owned,
    graph: { nodes: graph?.nodes.map(withoutNulls) ?? [], edges: graph?.edges.map(ownPiece) ?? [] },
  };
}

/** Skips and reports metadata records that a proposal may not change, and edges with pieces that are not in the reply. */
export function allowed(document: KnowledgeDocument, rules: IngestRules): KnowledgeDocument {
  const skipped: SkippedRecord[] = [];
  const keep = <Item extends { readonly index: number }>(
    section: 'metadata' | 'edges',
    records: readonly Item[],
    problemOf: (
      item: Item,
    ) => { readonly id: string | null; readonly field: string | null; readonly reason: string } | undefined,
  ) =>
    records.filter((record) => {
      const problem = problemOf(record);
      if (problem) skipped.push(skip(section, record.index, problem.id, problem.field, problem.reason));
      return problem === undefined;
    });
  const own = new Set(document.pieces.map(({ id }) => id));
  const metadata = keep('metadata', document.metadata, ({ id }) => {
    const reason = refusal(id, rules);
    return reason === undefined ? undefined : { id, field: null, reason };
  });
  const edges = keep('edges', document.edges, ({ pieceId }) =>
    pieceId === null || own.has(pieceId)
      ? undefined
      : { id: null, field: 'properties.piece_id', reason: 'properties.piece_id names no piece of the reply' },
  );
  return { ...document, metadata, edges, skipped: [...document.skipped, ...skipped] };
}

function refusal(id: string, { entityId, allowOthers, allowGlobal }: IngestRules): string | undefined {
  if (id === entityId) return undefined;
  if (id === GLOBAL) return allowGlobal ? undefined : 'the text may not change what all entities share (allowGlobal)';
  if (allowOthers || entityId === undefined) return undefined;
  return 'the text belongs to another entity and may not change this profile (allowOthers)';
}

/**
 * Merges a proposed profile into a stored one, field by field. If both have a field, the stored value is kept, unless the
 * caller permits replacing.
 *
 * @returns the merged record, or the reason why the stored profile stays unchanged
 */
export function mergedProfile(
  proposed: Pick<MetadataRecord, 'id' | 'type' | 'properties'>,
  stored: StoredProfile | undefined,
  rules: IngestRules,
): Pick<MetadataRecord, 'id' | 'type' | 'properties' | 'hash'> | string {
  const { id } = proposed;
  const before = stored?.metadata ? (JSON.parse(stored.metadata) as Json) : undefined;
  const kept = stored?.metadataType ?? (stored?.described ? stored.type : undefined);
  const type = rules.replace ? proposed.type : (kept ?? proposed.type);
  const properties = rules.replace
    ? merged(proposed.properties, before ?? {})
    : merged(before ?? {}, proposed.properties);
  const record = { id, type, properties };
  const isChange =
    before === undefined || type !== stored?.metadataType || canonicalJson(before) !== canonicalJson(properties);
  const isOthers = rules.entityId === undefined && id !== GLOBAL && !rules.allowOthers;
  if (isChange && before !== undefined && isOthers) {
    return 'the entity has a profile, and the text belongs to no entity (entityId, allowOthers)';
  }
  if (isChange && canonicalJson(properties).length > LIMITS.json) {
    return `the profile would be longer than ${LIMITS.json} characters as JSON`;
  }
  return { ...record, hash: hashOf(record) };
}

/** All fields of both. If both have a field, objects are merged, and otherwise the value of `first` is taken. */
export function merged(first: Json, second: Json): Json {
  const both = Object.entries(first).map(([name, value]): [string, unknown] => {
    const other = ownValue(second, name);
    return [name, isRecord(value) && isRecord(other) ? merged(value, other) : value];
  });
  return Object.fromEntries([...both, ...Object.entries(second).filter(([name]) => !Object.hasOwn(first, name))]);
}

function withoutNulls(value: Json): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined));
}
