import { canonicalJson } from '../common/json.js';
import { line } from '../common/prompt-text.js';
import { compare, oneLine } from '../common/text.js';
// Text of what was retrieved. Pure, and without Nest, since clients use it, too.

type Json = Readonly<Record<string, unknown>>;

/** What formatting needs to know of a piece. */
export interface RetrievedPiece {
  readonly id: string;
  readonly content: string;
  /** fact, instruction, preference, procedure, note or episodic, in any case. */
  readonly knowledgeType: string;
  readonly infoType: string;
  readonly tags: readonly string[];
  readonly validFrom?: Date | string | null;
  readonly validTo?: Date | string | null;
  /** Where it stands in the document it is from. */
  readonly citation?: string | null;
}

export interface RetrievedEntity {
  readonly id: string;
  readonly label: string | null;
}

/** What formatting needs to know of a relation. */
export interface RetrievedRelation {
  readonly relationType: string;
  readonly source: RetrievedEntity;
  readonly target: RetrievedEntity;
  readonly depth: number;
  readonly properties: Json;
  readonly piece: { readonly id: string } | null;
  readonly validFrom?: Date | string | null;
  readonly validTo?: Date | string | null;
}

export interface ScoredRetrievedPiece<Piece extends RetrievedPiece = RetrievedPiece> {
  readonly piece: Piece;
  /** In [0,1]. */
  readonly score: number;
}

/** What formatting needs to know of a result of `retrieve`. */
export interface Retrieved {
  readonly metadata: Json | null;
  readonly globalMetadata: Json | null;
  readonly pieces: readonly ScoredRetrievedPiece[];
  readonly graphContext: readonly RetrievedRelation[];
  /** The active entity; relations that do not start there say where they do. Absent: none says so. */
  readonly entityId?: string | null;
}

export interface FormatOptions {
  /** Between sections; a blank line unless told. */
  readonly sectionDelimiter?: string;
  /** Between pieces; a line of three dashes unless told. */
  readonly itemDelimiter?: string;
  /** A line of tags under each piece that has some; unless told otherwise. */
  readonly includeTags?: boolean;
  /** A line with the score under each piece; not unless told. */
  readonly includeScores?: boolean;
  /** Since when and until when pieces and relations hold, where that is known; not unless told. */
  readonly includeValidity?: boolean;
}

/**
 * Writes what was retrieved as one text: `[Metadata]`, `[Global Metadata]`, `[Knowledge]`, `[Relationships]`; empty
 * sections are left out (knowledge integration, "Formatting and Determinism"). Metadata stand by key, pieces by score and
 * then id, relations by type and then target; the same result gives the same bytes.
 */
export function formatRetrieval(
  { metadata, globalMetadata, pieces, graphContext, entityId = null }: Retrieved,
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
  const sections: readonly (readonly [title: string, body: string])[] = [
    ['Metadata', metadataLines(metadata ?? {}).join('\n')],
    ['Global Metadata', metadataLines(globalMetadata ?? {}).join('\n')],
    ['Knowledge', items.join(itemDelimiter)],
    ['Relationships', ownRelations(graphContext, pieces).map(relationOf).join('\n')],
  ];
  return sections
    .filter(([, body]) => body !== '')
    .map(([title, body]) => `[${title}]\n${body}`)
    .join(sectionDelimiter);
}

/** `key: value`, by key. */
export function metadataLines(metadata: Json): string[] {
  return Object.entries(metadata)
    .sort(([a], [b]) => compare(a, b))
    .map(([key, value]) => line('', `${key.trim()}: ${valueText(value)}`, { spaces: 'kept' }));
}

/** `[procedure] Initialize transient LES …`; of a document, with its place: `[note: pumps.md › Repair, lines 3–9] …` */
export function pieceLine({
  knowledgeType,
  content,
  citation,
}: Pick<RetrievedPiece, 'knowledgeType' | 'content' | 'citation'>): string {
  // What a file or a heading is called must not end the bracket.
  const place = citation ? `: ${oneLine(citation).replaceAll('[', '(').replaceAll(']', ')')}` : '';
  return line(`[${oneLine(knowledgeType.toLowerCase())}${place}] `, content, { spaces: 'kept' });
}

/**
 * `SPECIALIZES_IN → LES (leads the LES group)`: what the edge leads to, and its own description where it has one.
 *
 * @param from where it begins, if the line is to say so: `Bob —USES→ LES`
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

/** `from 2025-03-01T00:00:00.000Z until 2026-01-01T00:00:00.000Z`; none where both are open. */
function validityText({ validFrom, validTo }: Pick<RetrievedRelation, 'validFrom' | 'validTo'>): string[] {
  const said = [...(validFrom ? [`from ${isoOf(validFrom)}`] : []), ...(validTo ? [`until ${isoOf(validTo)}`] : [])];
  return said.length === 0 ? [] : [said.join(' ')];
}

function isoOf(time: Date | string): string {
  return time instanceof Date ? time.toISOString() : time;
}

export function labelOf({ id, label }: RetrievedEntity): string {
  return label === null || label.trim() === '' ? id : oneLine(label);
}

/** Relations whose piece does not stand among the pieces already; by type, then by what they lead to. */
export function ownRelations<Relation extends RetrievedRelation>(
  relations: readonly Relation[],
  pieces: Retrieved['pieces'],
): Relation[] {
  const shown = new Set(pieces.map(({ piece }) => piece.id));
  return sortRelations(relations.filter(({ piece }) => piece === null || !shown.has(piece.id)));
}

/** By score, highest first, then by id. */
export function sortPieces<Piece extends RetrievedPiece>(
  pieces: readonly ScoredRetrievedPiece<Piece>[],
): ScoredRetrievedPiece<Piece>[] {
  return pieces.toSorted((a, b) => b.score - a.score || compare(a.piece.id, b.piece.id));
}

/** By type, then by what they lead to; ties down to what tells two edges apart. */
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

/** A string as it is, anything else as JSON with sorted keys. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : canonicalJson(value);
}
