import { hashOf } from '../common/hash.js';
import { canonicalJson, isRecord } from '../common/json.js';
import type { SkippedRecord } from '../common/skipped-record.js';
import { GLOBAL, type KnowledgeDocument, LIMITS, type MetadataRecord, pieceIdOf, skip } from './document.js';
import type { DocumentReply } from './ingest.prompt.js';
import type { Piece } from './layers.model.js';

// What a language model proposes, kept apart from what others brought. An
// id that the model makes up names nothing: two texts for which it makes up the same id have nothing in common. Pure.

/** What the caller of an ingestion allows. */
export interface IngestRules {
  /** The entity that the text belongs to; its profile may be added to. */
  readonly entityId?: string | undefined;
  readonly replace: boolean;
  readonly allowOthers: boolean;
  readonly allowGlobal: boolean;
}

/** A metadata record as it is stored. */
export interface StoredProfile {
  /** Of the entity. */
  readonly type: string;
  /** Whether a node of the entity graph gave the type. */
  readonly described: boolean;
  /** Null where the entity has no metadata record. */
  readonly metadataType: string | null;
  /** JSON; null where the entity has no metadata record. */
  readonly metadata: string | null;
}

type Json = Readonly<Record<string, unknown>>;

/** What the model was told of what is stored, and what its reply means. */
export interface KnownToModel {
  /** What ids of entities stand for, where not for themselves. */
  readonly entities: ReadonlyMap<string, string>;
  /** By id, those that it may supersede. */
  readonly pieces: ReadonlyMap<string, Pick<Piece, 'entityId' | 'knowledgeType'>>;
}

/**
 * The document that a reply stands for. Pieces that name no entity belong to `entityId`. The id of a piece is that of its
 * content and entity, also where an edge names it, or of the stored piece that it supersedes: one of the same entity and type that
 * the model was shown. A session is one of this text alone, the same one each time that the text is ingested.
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

/** Leaves out, and reports, what a proposal may not touch, and relations that name a piece which is not its own. */
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
 * The profile that a proposal makes of a stored one: objects are merged field by field; where both have a field, the stored
 * one stays, unless the caller has it replaced.
 *
 * @returns a reason in place of the record where the stored profile stays as it is
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

/** All fields of both; where both have one, that of `first`, and of two objects both merged. */
export function merged(first: Json, second: Json): Json {
  const both = Object.entries(first).map(([name, value]): [string, unknown] => {
    const other = Object.hasOwn(second, name) ? second[name] : undefined;
    return [name, isRecord(value) && isRecord(other) ? merged(value, other) : value];
  });
  return Object.fromEntries([...both, ...Object.entries(second).filter(([name]) => !Object.hasOwn(first, name))]);
}

function withoutNulls(value: Json): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined));
}
