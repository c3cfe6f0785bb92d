import { canonicalJson } from '../common/json.js';
import { line } from '../common/prompt-text.js';
import { compare, oneLine } from '../common/text.js';
// Writes retrieved knowledge as text.

type Json = Readonly<Record<string, unknown>>;

/** The fields of a piece that formatting uses. */
export interface RetrievedPiece {
  readonly id: string;
  readonly content: string;
  /** fact, instruction, preference, procedure, note or episodic, in any case. */
  readonly knowledgeType: string;
  readonly infoType: string;
  readonly tags: readonly string[];
  readonly validFrom?: Date | null;
  readonly validTo?: Date | null;
  /** Place in the source document. */
  readonly citation?: string | null;
}

export interface RetrievedEntity {
  readonly id: string;
  readonly label: string | null;
}

/** The fields of a relation that formatting uses. */
export interface RetrievedRelation {
  readonly relationType: string;
  readonly source: RetrievedEntity;
  readonly target: RetrievedEntity;
  readonly depth: number;
  readonly properties: Json;
  readonly piece: { readonly id: string } | null;
  readonly validFrom?: Date | null;
  readonly validTo?: Date | null;
}

/** Relations of one type that were left out, because the active entity has so many of them. */
export interface RetrievedMore {
  readonly relationType: string;
  /** True if the relations lead from the active entity, false if they lead to it. */
  readonly isOwn: boolean;
  readonly count: number;
  /** False if counting ended at a limit, so that there may be more than `count`. */
  readonly isCounted: boolean;
}

export interface ScoredRetrievedPiece<Piece extends RetrievedPiece = RetrievedPiece> {
  readonly piece: Piece;
  /** In [0,1]. */
  readonly score: number;
}

/** The fields of a result of `retrieve` that formatting uses. */
export interface Retrieved {
  readonly metadata: Json | null;
  readonly globalMetadata: Json | null;
  readonly pieces: readonly ScoredRetrievedPiece[];
  readonly graphContext: readonly RetrievedRelation[];
  readonly moreRelations?: readonly RetrievedMore[];
  /**
   * Id of the active entity. Relations with another source show their source. If absent, no relation shows its source.
   */
  readonly entityId?: string | null;
}

export interface FormatOptions {
  /** Text between sections; default a blank line. */
  readonly sectionDelimiter?: string;
  /** Text between pieces; default a line of three dashes. */
  readonly itemDelimiter?: string;
  /** Whether to write a line of tags under each piece with tags; default true. */
  readonly includeTags?: boolean;
  /** Whether to write a line with the score under each piece; default false. */
  readonly includeScores?: boolean;
  /** Whether to write start and end of validity of pieces and relations, if known; default false. */
  readonly includeValidity?: boolean;
}

/**
 * Writes retrieved knowledge as one text with the sections `[Metadata]`, `[Global Metadata]`, `[Knowledge]` and
 * `[Relationships]`; empty sections are left out (knowledge integration, "Formatting and Determinism"). Metadata are ordered
 * by key, pieces by score and then id, relations by type and then target, followed by the numbers of those left out. The same result gives the same bytes.
 */
export function formatRetrieval(
  { metadata, globalMetadata, pieces, graphContext, moreRelations = [], entityId = null }: Retrieved,
  {
    sectionDelimiter = '\n\n',
    itemDelimiter = '\n---\n',
    includeTags = true,
    includeScores = false,
    includeValidity = false,
  }: FormatOptions = {},
): string {
  const items = sortPieces(pieces).map(({ piece, score }) =>
    [
      pieceLine(piece),
      ...(includeTags && piece.tags.length > 0 ? [line('  Tags: ', piece.tags.join(', '))] : []),
      ...(includeScores ? [`  Score: ${score.toFixed(3)}`] : []),
      ...(includeValidity ? validityText(piece).map((text) => `  Valid: ${text}`) : []),
    ].join('\n'),
  );
  const relationOf = (relation: RetrievedRelation) => {
    const valid = includeValidity ? validityText(relation).map((text) => `, ${text}`) : [];
    const { source } = relation;
    const from = entityId === null || source.id === entityId ? undefined : source;
    return [relationLine(relation, from), ...valid].join('');
  };
  const relations = [
    ...ownRelations(graphContext, pieces).map(relationOf),
    ...moreRelations.map((more) => moreLine(more, activeOf(entityId, graphContext))),
  ];
  const sections: readonly (readonly [title: string, body: string])[] = [
    ['Metadata', metadataLines(metadata ?? {}).join('\n')],
    ['Global Metadata', metadataLines(globalMetadata ?? {}).join('\n')],
    ['Knowledge', items.join(itemDelimiter)],
    ['Relationships', relations.join('\n')],
  ];
  return sections
    .filter(([, body]) => body !== '')
    .map(([title, body]) => `[${title}]\n${body}`)
    .join(sectionDelimiter);
}

/** Lines `key: value`, ordered by key. */
export function metadataLines(metadata: Json): string[] {
  return Object.entries(metadata)
    .sort(([a], [b]) => compare(a, b))
    .map(([key, value]) => line('', `${key.trim()}: ${valueText(value)}`, { spaces: 'kept' }));
}

/**
 * `[procedure] Initialize transient LES …`; for chunks of a document, the label contains the place: `[note: pumps.md ›
 * Repair, lines 3–9] …`
 */
export function pieceLine({
  knowledgeType,
  content,
  citation,
}: Pick<RetrievedPiece, 'knowledgeType' | 'content' | 'citation'>): string {
  // Brackets in names of files or headings are replaced, because they would end the label, which is in brackets.
  const place = citation ? `: ${oneLine(citation).replaceAll('[', '(').replaceAll(']', ')')}` : '';
  return line(`[${oneLine(knowledgeType.toLowerCase())}${place}] `, content, { spaces: 'kept' });
}

/**
 * `SPECIALIZES_IN → LES (leads the LES group)`: type, target and, if present, description of the relation.
 *
 * @param from source of the relation, if the line shall show it: `Bob —USES→ LES`
 */
export function relationLine(
  { relationType, target, properties }: Pick<RetrievedRelation, 'relationType' | 'target' | 'properties'>,
  from?: RetrievedEntity,
): string {
  const { description } = properties;
  const more = typeof description === 'string' && description.trim() !== '' ? ` (${description.trim()})` : '';
  const way = from === undefined ? `${relationType} → ` : `${labelOf(from)} —${relationType}→ `;
  return line('', `${way}${labelOf(target)}${more}`);
}

/**
 * `KNOWS: and 190 more`; for relations to the active entity `—KNOWS→ Alice: and 190 more`.
 *
 * @param active the active entity
 */
export function moreLine(
  { relationType, isOwn, count, isCounted }: RetrievedMore,
  active: RetrievedEntity | null,
): string {
  const way = isOwn ? relationType : `—${relationType}→ ${active ? labelOf(active) : ''}`;
  return line('', `${way}: and ${isCounted ? '' : 'at least '}${count} more`);
}

/** The active entity with its label, which its relations have; null without one. */
export function activeOf(
  entityId: string | null,
  relations: readonly Pick<RetrievedRelation, 'source' | 'target'>[],
): RetrievedEntity | null {
  if (entityId === null) return null;
  const ends = relations.flatMap(({ source, target }) => [source, target]);
  return ends.find(({ id }) => id === entityId) ?? { id: entityId, label: null };
}

/** `from 2025-03-01T00:00:00.000Z until 2026-01-01T00:00:00.000Z`; empty if both are open. */
function validityText({ validFrom, validTo }: Pick<RetrievedRelation, 'validFrom' | 'validTo'>): string[] {
  const said = [
    ...(validFrom ? [`from ${validFrom.toISOString()}`] : []),
    ...(validTo ? [`until ${validTo.toISOString()}`] : []),
  ];
  return said.length === 0 ? [] : [said.join(' ')];
}

export function labelOf({ id, label }: RetrievedEntity): string {
  return label === null || label.trim() === '' ? id : oneLine(label);
}

/** Relations whose piece is not among the given pieces, ordered by type, then by target. */
export function ownRelations<Relation extends RetrievedRelation>(
  relations: readonly Relation[],
  pieces: Retrieved['pieces'],
): Relation[] {
  const shown = new Set(pieces.map(({ piece }) => piece.id));
  return sortRelations(relations.filter(({ piece }) => piece === null || !shown.has(piece.id)));
}

/** Sorts pieces by score, highest first, then by id. */
export function sortPieces<Piece extends RetrievedPiece>(
  pieces: readonly ScoredRetrievedPiece<Piece>[],
): ScoredRetrievedPiece<Piece>[] {
  return pieces.toSorted((a, b) => b.score - a.score || compare(a.piece.id, b.piece.id));
}

/** Sorts relations by type, then by target; further keys break ties, so that the order is unique. */
export function sortRelations<Relation extends RetrievedRelation>(relations: readonly Relation[]): Relation[] {
  const keysOf = ({ relationType, target, source, piece, properties }: RetrievedRelation) => {
    return [relationType, target.id, source.id, piece?.id ?? '', canonicalJson(properties)];
  };
  return relations
    .map((relation) => ({ relation, keys: keysOf(relation) }))
    .sort((a, b) => {
      const at = a.keys.findIndex((key, index) => key !== b.keys[index]);
      return at < 0 ? 0 : compare(a.keys[at] ?? '', b.keys[at] ?? '');
    })
    .map(({ relation }) => relation);
}

/** Writes a value as text: a string trimmed, any other value as JSON with sorted keys. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : canonicalJson(value);
}
