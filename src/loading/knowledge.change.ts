import { canonicalJson } from '../common/json.js';
import { partsOf } from '../common/parts.js';
import { byId, compare } from '../common/text.js';
import { mapInTurns } from '../common/turns.js';
import { entityToken, facetsOf, tagToken } from '../knowledge/facets.js';
import { knowledgeTypeToken } from '../entities/facets.js';
import { pieceProfile } from '../entities/piece-profile.js';
import { pieceKind } from '../entities/entities.kind.js';
import {
  edgeKey,
  type EdgeRecord,
  type KnowledgeDocument,
  type MetadataRecord,
  type PieceRecord,
  reverseEdgeKey,
} from '../entities/document.js';
import { refOfRelation } from '../entities/relation.js';
import { entityName, typeOfId } from '../mentions/entity-name.js';
import type { LinkRow, MetadataRow, NamedRow, PieceRow } from '../entities/entities.statements.js';
import { addedProfile } from './merging/resolved.js';
import { type IngestRules, mergedProfile, type StoredProfile } from '../entities/proposal.js';
import type { KnowledgeChange } from './knowledge.writer.js';

// Converts a document into the rows to write. They are ordered so that each row finds the records that it refers to.
// Pure functions.

/** Maximum records of a single transaction (`whole`), and records per transaction if a document has more (`part`). */
export interface Parts {
  readonly whole: number;
  readonly part: number;
}

/** A change without the vectors, which are computed before the transaction. */
export type ChangeOfLayers = Omit<KnowledgeChange, 'vectors' | 'change'>;

/**
 * @param rules rules of an ingestion; undefined for a load, which replaces stored records
 * @param added ids of entities to whose stored metadata record a load adds fields
 */
export async function changeOf(
  namespace: string,
  document: KnowledgeDocument,
  rules: IngestRules | undefined,
  added: ReadonlySet<string> = new Set(),
): Promise<ChangeOfLayers> {
  const named = new Set(document.pieces.flatMap(({ entityId, mentions }) => [entityId ?? [], mentions].flat()));
  const proposed = new Map(document.metadata.map((record) => [record.id, record]));
  const settle = (id: string, stored: StoredProfile | undefined, ingest: IngestRules) => {
    const record = proposed.get(id);
    const merged = record ? mergedProfile(record, stored, ingest) : 'the document has no such record';
    return typeof merged === 'string' ? merged : metadataRow(merged);
  };
  const metadata = await mapInTurns(document.metadata, metadataRow);
  const nodes = await mapInTurns(document.nodes, ({ id, type, label, properties, hash }) => {
    return { id, type, label, hash, name: entityName(id, label), properties: canonicalJson(properties) };
  });
  const names = await mapInTurns([...named], (id): NamedRow => {
    return { id, type: typeOfId(id), name: entityName(id, null) };
  });
  const pieces = await mapInTurns(document.pieces, (piece) => pieceRow(namespace, piece));
  const links = await mapInTurns(document.edges, linkRow);
  return {
    metadata: metadata.sort(byId),
    nodes: nodes.sort(byId),
    named: names.sort(byId),
    pieces: pieces.sort(byId),
    links: links.sort((a, b) => compare(a.key, b.key)),
    proposal: rules && { replace: rules.replace },
    settle: rules
      ? (id, stored) => settle(id, stored, rules)
      : added.size > 0
        ? (id, stored) => {
            const record = proposed.get(id);
            if (!record) return 'the document has no such record';
            return metadataRow(added.has(id) ? addedProfile(record, stored) : record);
          }
        : undefined,
  };
}

/**
 * Splits a change into parts. They are ordered so that each part finds the records it refers to: entities, then pieces
 * with their entities, then relations.
 */
export function partsOfChange(change: ChangeOfLayers, { whole, part }: Parts): ChangeOfLayers[] {
  const { metadata, nodes, named, pieces, links } = change;
  if (metadata.length + nodes.length + pieces.length + links.length <= whole) return [change];
  const none = { metadata: [], nodes: [], named: [], pieces: [], links: [] };
  const parts = <Row>(rows: readonly Row[]) => (rows.length === 0 ? [] : partsOf(rows, { whole: 0, part }));
  return [
    ...parts(metadata).map((rows) => ({ ...none, metadata: rows })),
    ...parts(nodes).map((rows) => ({ ...none, nodes: rows })),
    ...parts(pieces).map((rows) => {
      const names = new Set(rows.flatMap(({ entityId, mentions }) => [entityId ?? [], mentions].flat()));
      const ids = new Set(rows.map(({ id }) => id));
      const doubts = change.doubts?.filter(({ newer }) => ids.has(newer));
      return { ...none, pieces: rows, named: named.filter(({ id }) => names.has(id)), doubts };
    }),
    ...parts(links).map((rows) => ({ ...none, links: rows })),
  ];
}

function metadataRow({ id, type, properties, hash }: Omit<MetadataRecord, 'index'>): MetadataRow {
  return { id, type, hash, name: entityName(id, null), properties: canonicalJson(properties) };
}

function pieceRow(namespace: string, { id, hash, replaces, mentions, validity, ...piece }: PieceRecord): PieceRow {
  const { title, content, embeddingText, knowledgeType, infoType, tags, entityId } = piece;
  const { session, position, occurredAt, citation } = piece;
  const profile = pieceProfile(piece);
  const text = embeddingText ?? content;
  const tokens = [...tags.map(tagToken), knowledgeTypeToken(knowledgeType), entityToken(entityId ?? '')];
  return {
    id,
    ref: `piece:${id}`,
    replaces: replaces === true,
    hash,
    entityId,
    mentions: mentions.toSorted(compare),
    properties: {
      title,
      text,
      content,
      embeddingText,
      knowledgeType,
      infoType,
      tags,
      entityId,
      // The ids are stored in addition to the edges, because edges to deleted entities are lost.
      mentioned: mentions.toSorted(compare),
      session,
      position,
      occurredAt,
      validFrom: validity?.from ?? null,
      validTo: validity?.to ?? null,
      ...(citation !== undefined && { citation }),
      profile: profile === 'factual' ? null : profile,
      facets: facetsOf({ namespace, kind: pieceKind.name, tokens, text: `${title}\n${text}` }),
    },
  };
}

function linkRow(edge: EdgeRecord): LinkRow {
  const { sourceId, targetId, type, pieceId, properties, validity } = edge;
  const keys = { key: edgeKey(edge), reverseKey: reverseEdgeKey(edge) };
  const valid = { validFrom: validity?.from ?? null, validTo: validity?.to ?? null };
  return {
    ref: refOfRelation(keys.key),
    sourceId,
    targetId,
    type,
    pieceId,
    ...keys,
    ...valid,
    properties: canonicalJson(properties),
  };
}
