import { canonicalJson, isRecord } from '../../common/json.js';
import { hashOf } from '../../common/hash.js';
import { compare } from '../../common/text.js';
import type { SkippedRecord } from '../../common/skipped-record.js';
import {
  edgeKey,
  type EdgeRecord,
  type KnowledgeDocument,
  type MetadataRecord,
  type NodeRecord,
  type PieceRecord,
  skip,
} from '../../entities/document.js';
import { merged, type StoredProfile } from '../../entities/proposal.js';

// Replaces ids of merged entities in documents by those of their merge targets. Pure functions.

/** A document with resolved ids, and those of its records that add missing fields to a stored record. */
export interface Resolved {
  readonly document: KnowledgeDocument;
  /**
   * Ids of entities whose metadata record is given only under ids of merged entities. Such a record completes the
   * stored one.
   */
  readonly added: ReadonlySet<string>;
  /** Ids of entities whose graph node is given only under ids of merged entities. Then a stored node is not changed. */
  readonly addedNodes: ReadonlySet<string>;
}

/** @param targets merge targets by the ids of merged entities */
export function resolvedDocument(document: KnowledgeDocument, targets: ReadonlyMap<string, string>): Resolved {
  if (targets.size === 0) return { document, added: new Set(), addedNodes: new Set() };
  const skipped: SkippedRecord[] = [];
  const of = (id: string) => targets.get(id) ?? id;
  const metadata = together(document.metadata, targets);
  const nodes = together(document.nodes, targets);
  const edges = new Map<string, EdgeRecord>();
  // Edges without merged ids come first, because the first of several equal edges is kept.
  const isOwn = ({ sourceId, targetId }: EdgeRecord) => !targets.has(sourceId) && !targets.has(targetId);
  for (const edge of [...document.edges.filter(isOwn), ...document.edges.filter((edge) => !isOwn(edge))]) {
    const ends = { sourceId: of(edge.sourceId), targetId: of(edge.targetId) };
    const resolved = { ...edge, ...ends };
    const key = edgeKey(resolved);
    if (ends.sourceId === ends.targetId && edge.sourceId !== edge.targetId) {
      skipped.push(skip('edges', edge.index, null, null, 'its ends were merged and are one entity'));
    } else if (edges.has(key)) {
      const reason = `it is the same as the one at index ${edges.get(key)?.index ?? 0}, since entities were merged`;
      skipped.push(skip('edges', edge.index, null, null, reason));
    } else edges.set(key, resolved);
  }
  return {
    document: {
      metadata: metadata.records,
      nodes: nodes.records,
      pieces: document.pieces.map((piece) => resolvedPiece(piece, of)),
      edges: [...edges.values()],
      skipped: [...document.skipped, ...skipped],
    },
    added: metadata.added,
    addedNodes: nodes.added,
  };
}

/** All ids of entities that a document contains. */
export function namedEntities({ metadata, nodes, pieces, edges }: KnowledgeDocument): Set<string> {
  return new Set([
    ...metadata.map(({ id }) => id),
    ...nodes.map(({ id }) => id),
    ...pieces.flatMap(({ entityId, mentions }) => [...(entityId === null ? [] : [entityId]), ...mentions]),
    ...edges.flatMap(({ sourceId, targetId }) => [sourceId, targetId]),
  ]);
}

/** The stored profile, completed by fields of the given one. */
export function addedProfile(record: MetadataRecord, stored: StoredProfile | undefined): MetadataRecord {
  if (!stored?.metadata) return record;
  const before: unknown = JSON.parse(stored.metadata);
  const properties = isRecord(before) ? merged(before, record.properties) : record.properties;
  const type = stored.metadataType ?? record.type;
  return { ...record, type, properties, hash: hashOf({ id: record.id, type, properties }) };
}

/** Joins several records of one entity; values of the record under its own id take precedence. */
function together<Item extends MetadataRecord | NodeRecord>(
  records: readonly Item[],
  targets: ReadonlyMap<string, string>,
): { records: Item[]; added: Set<string> } {
  const own = records.filter(({ id }) => !targets.has(id));
  const found = new Map(own.map((record) => [record.id, record]));
  const added = new Set<string>();
  for (const record of records) {
    const id = targets.get(record.id);
    if (id === undefined) continue;
    const before = found.get(id);
    if (!before) added.add(id);
    found.set(id, before ? joined(before, record) : rehashed({ ...record, id }));
  }
  return { records: [...found.values()], added };
}

function joined<Item extends MetadataRecord | NodeRecord>(own: Item, other: Item): Item {
  const properties = merged(own.properties, other.properties);
  const label = 'label' in own && 'label' in other ? { label: own.label ?? other.label } : {};
  const isSame = canonicalJson(properties) === canonicalJson(own.properties);
  return rehashed({ ...own, ...label, properties: isSame ? own.properties : properties });
}

function resolvedPiece(piece: PieceRecord, of: (id: string) => string): PieceRecord {
  const { entityId, mentions } = piece;
  const owner = entityId === null ? null : of(entityId);
  if (owner === entityId && mentions.every((id) => of(id) === id)) return piece;
  // The order is the same as after a merge, so that loading the same document again changes nothing.
  return rehashed({ ...piece, entityId: owner, mentions: [...new Set(mentions.map(of))].sort(compare) });
}

/** Updates the hash of a record from its fields. */
function rehashed<Item extends { readonly index: number; readonly hash: string }>(record: Item): Item {
  const given = Object.fromEntries(Object.entries(record).filter(([field]) => field !== 'index' && field !== 'hash'));
  return { ...record, hash: hashOf(given) };
}
