import { compare } from '../common/text.js';
import {
  activeOf,
  labelOf,
  metadataLines,
  moreLine,
  ownRelations,
  pieceLine,
  relationLine,
  type Retrieved,
  type RetrievedEntity,
  type RetrievedMore,
  type RetrievedPiece,
  type RetrievedRelation,
  type ScoredRetrievedPiece,
  sortPieces,
  sortRelations,
  valueText,
} from './formatter.js';

// Assigns the parts of a retrieval to sections of a prompt, and writes the sections.

type Json = Readonly<Record<string, unknown>>;

/** A result of `retrieve` with all values that templates get. */
export interface ProvidableResult extends Retrieved {
  /** The active entity; null without one. */
  readonly entityId: string | null;
  readonly pieces: readonly ScoredRetrievedPiece<ProvidablePiece>[];
  readonly graphContext: readonly ProvidableRelation[];
}

export interface ProvidablePiece extends RetrievedPiece {
  readonly trust: number;
  readonly entityId: string | null;
  readonly session: string | null;
  readonly position: number | null;
  readonly occurredAt: Date | null;
}

export interface ProvidableRelation extends RetrievedRelation {
  readonly score: number;
  readonly piece: { readonly id: string; readonly infoType: string } | null;
}

/** A piece as templates see it. */
export interface PieceData {
  readonly piece_id: string;
  readonly content: string;
  /** fact, instruction, preference, procedure, note, episodic */
  readonly knowledge_type: string;
  readonly info_type: string;
  readonly tags: readonly string[];
  readonly entity_id: string | null;
  /** In [0,1]; pieces are ordered by score, highest first. */
  readonly score: number;
  /** In [0,1]. */
  readonly trust: number;
  readonly session: string | null;
  readonly position: number | null;
  /** ISO 8601, UTC. */
  readonly occurred_at: string | null;
  /** The piece as written without a template: `[procedure] …`. */
  readonly text: string;
}

/** A relation as templates see it. */
export interface RelationData {
  readonly type: string;
  readonly source_id: string;
  /** Label of the source, or its id if it has no label. */
  readonly source_label: string;
  readonly target_id: string;
  /** Label of the target, or its id if it has no label. */
  readonly target_label: string;
  readonly description: string | null;
  readonly properties: Json;
  /** Distance from the active entity, counted in relations from 1. */
  readonly depth: number;
  /** 1/depth */
  readonly score: number;
  /** Id of the linked piece, which is among the pieces of this section; null if there is none. */
  readonly piece_id: string | null;
  /** The relation as written without a template: `USES → LES`, or `Bob —USES→ LES` if Bob is not the active entity. */
  readonly text: string;
}

/** Relations of one type that were left out, as templates see them. */
export interface MoreData {
  readonly type: string;
  /** True if the relations lead from the active entity, false if they lead to it. */
  readonly from_active: boolean;
  readonly count: number;
  /** False if there may be more than `count`. */
  readonly is_counted: boolean;
  /** As written without a template: `KNOWS: and 190 more`. */
  readonly text: string;
}

/** Values for a template of one section. Lists and objects may be empty. */
export interface SectionData {
  readonly info_type: string;
  readonly query: string;
  readonly entity_id: string | null;
  /** Metadata of the active entity; empty except in the section for metadata. */
  readonly metadata: Json;
  /** Metadata that all entities share; empty except in the section for metadata. */
  readonly global_metadata: Json;
  readonly pieces: readonly PieceData[];
  readonly relations: readonly RelationData[];
  /** Numbers of relations that were left out because the active entity has so many of their type. */
  readonly more_relations: readonly MoreData[];
  /** The whole section as written without a template. */
  readonly text: string;
}

/** How knowledge is combined with a value that the feed already has. */
export type Conflict = 'FEED_ONLY' | 'ATTRIBUTE_ONLY' | 'MERGE';

/** Default section of metadata, and section of relations from the active entity. */
const USER_PROFILE = 'user_profile';
/** Section of relations between other entities. */
const CONTEXT = 'context';

/** Order of the sections in a prompt; other sections follow by name. */
const ORDER: readonly string[] = [USER_PROFILE, 'instructions', CONTEXT, 'skills'];

interface Group {
  metadata: Json;
  globalMetadata: Json;
  readonly pieces: ScoredRetrievedPiece<ProvidablePiece>[];
  readonly relations: ProvidableRelation[];
  readonly more: RetrievedMore[];
}

/**
 * Sorts retrieved knowledge into the sections of a prompt (knowledge integration, "KnowledgeProvider Routing"): metadata to
 * `metadataInfoType`, pieces and relations with a piece to the info type of the piece, other relations from the active
 * entity to `user_profile`, all other relations to `context`, and the numbers of those left out likewise. Empty sections are left out.
 */
export function routeKnowledge(
  result: ProvidableResult,
  { query, metadataInfoType = USER_PROFILE }: { readonly query: string; readonly metadataInfoType?: string },
): SectionData[] {
  const groups = new Map<string, Group>();
  const groupOf = (infoType: string): Group => {
    const group = groups.get(infoType) ?? { metadata: {}, globalMetadata: {}, pieces: [], relations: [], more: [] };
    groups.set(infoType, group);
    return group;
  };
  if (!isEmpty(result.metadata)) groupOf(metadataInfoType).metadata = result.metadata ?? {};
  if (!isEmpty(result.globalMetadata)) groupOf(metadataInfoType).globalMetadata = result.globalMetadata ?? {};
  for (const scored of sortPieces(result.pieces)) groupOf(scored.piece.infoType).pieces.push(scored);
  for (const relation of sortRelations(result.graphContext)) {
    const fromActive = result.entityId !== null && relation.source.id === result.entityId;
    groupOf(relation.piece?.infoType ?? (fromActive ? USER_PROFILE : CONTEXT)).relations.push(relation);
  }
  for (const more of result.moreRelations ?? []) groupOf(more.isOwn ? USER_PROFILE : CONTEXT).more.push(more);
  const active = activeOf(result.entityId, result.graphContext);
  return [...groups]
    .sort(([a], [b]) => placeOf(a) - placeOf(b) || compare(a, b))
    .map(([infoType, group]) => sectionData(infoType, group, query, active));
}

/**
 * Puts sections into a feed, which contains the values of a prompt's placeholders. Values of the feed without a
 * section, and sections without a value, are kept.
 *
 * @param conflict FEED_ONLY: the knowledge replaces the feed's value; ATTRIBUTE_ONLY: the feed's value is kept; MERGE: the
 * feed's value, a newline, and the knowledge (or only one of them, if the other is empty or null)
 */
export function mergeFeed(
  feed: Json,
  sections: readonly { readonly infoType: string; readonly text: string }[],
  conflict: Conflict = 'FEED_ONLY',
): Record<string, unknown> {
  const merged = new Map(Object.entries(feed));
  for (const { infoType, text } of sections) {
    const present = merged.has(infoType);
    if (present && conflict === 'ATTRIBUTE_ONLY') continue;
    const before = merged.get(infoType);
    const keep = present && conflict === 'MERGE' && before !== null && before !== '';
    merged.set(infoType, keep ? `${typeof before === 'string' ? before : valueText(before)}\n${text}` : text);
  }
  // The object is built from entries, so that an info type named __proto__ becomes an ordinary field.
  return Object.fromEntries(merged);
}

function sectionData(infoType: string, group: Group, query: string, active: RetrievedEntity | null): SectionData {
  const entityId = active?.id ?? null;
  const { metadata, globalMetadata, pieces, relations, more } = group;
  const shared = Object.fromEntries(Object.entries(globalMetadata).filter(([key]) => !Object.hasOwn(metadata, key)));
  const lines = [
    ...metadataLines(metadata),
    ...metadataLines(shared),
    ...pieces.map(({ piece }) => pieceLine(piece)),
    ...ownRelations(relations, pieces).map((relation) => relationText(relation, entityId)),
    ...more.map((each) => moreLine(each, active)),
  ];
  return {
    info_type: infoType,
    query,
    entity_id: entityId,
    metadata,
    global_metadata: globalMetadata,
    pieces: pieces.map(pieceData),
    relations: relations.map((relation) => relationData(relation, entityId)),
    more_relations: more.map((each) => {
      const { relationType, isOwn, count, isCounted } = each;
      return { type: relationType, from_active: isOwn, count, is_counted: isCounted, text: moreLine(each, active) };
    }),
    text: lines.join('\n'),
  };
}

function pieceData({ piece, score }: ScoredRetrievedPiece<ProvidablePiece>): PieceData {
  const { occurredAt } = piece;
  return {
    piece_id: piece.id,
    content: piece.content,
    knowledge_type: piece.knowledgeType.toLowerCase(),
    info_type: piece.infoType,
    tags: piece.tags,
    entity_id: piece.entityId,
    score,
    trust: piece.trust,
    session: piece.session,
    position: piece.position,
    occurred_at: occurredAt?.toISOString() ?? null,
    text: pieceLine(piece),
  };
}

function relationData(relation: ProvidableRelation, entityId: string | null): RelationData {
  const { relationType, source, target, properties, depth, score, piece } = relation;
  const { description } = properties;
  return {
    type: relationType,
    source_id: source.id,
    source_label: labelOf(source),
    target_id: target.id,
    target_label: labelOf(target),
    description: typeof description === 'string' ? description : null,
    properties,
    depth,
    score,
    piece_id: piece?.id ?? null,
    text: relationText(relation, entityId),
  };
}

/** Line of a relation; its source is shown if it is not the active entity. */
function relationText(relation: ProvidableRelation, entityId: string | null): string {
  return relationLine(relation, relation.source.id === entityId ? undefined : relation.source);
}

function placeOf(infoType: string): number {
  const place = ORDER.indexOf(infoType);
  return place < 0 ? ORDER.length : place;
}

function isEmpty(value: Json | null): boolean {
  return value === null || Object.keys(value).length === 0;
}
