import { idProblem, readRecords, type RecordProblem, RecordReader, shownId } from '../common/record-reader.js';
import { type Redaction, secretIn, secretInJson } from '../secrets/redact.js';
import { hashOf } from '../common/hash.js';
import { isAbsent, isAtMostDeep, isRecord } from '../common/json.js';
import type { SkippedRecord } from '../common/skipped-record.js';
import { mapInTurns, turn } from '../common/turns.js';
import { KnowledgeType } from './entities.model.js';

// Reads documents of the knowledge layers, { metadata, pieces, graph: { nodes, edges } }, strictly: the result is valid for
// storage. Pure functions. Reasons for rejections name rules and fields, but never values, which may be secrets.

/** Maximum characters or entries of each field. */
export const LIMITS = {
  id: 512,
  type: 128,
  label: 1_000,
  content: 50_000,
  tags: 50,
  tag: 128,
  mentions: 200,
  position: 1_000_000_000,
  json: 100_000,
  jsonDepth: 50,
  records: 50_000,
} as const;

/** Key of the metadata record that all entities share. */
export const GLOBAL = 'global';

/** Info type of pieces that do not state one. */
const DEFAULT_INFO_TYPE = 'context';

export type Section = 'metadata' | 'pieces' | 'nodes' | 'edges';
type Json = Readonly<Record<string, unknown>>;

interface Placed {
  readonly index: number;
  /** Hash of all given fields. */
  readonly hash: string;
}

type Read<Item> = Omit<Item, keyof Placed>;

/** Period in which something is true: start inclusive, end exclusive. Null means open. */
export interface Validity {
  readonly from: Date | null;
  readonly to: Date | null;
}

export interface MetadataRecord extends Placed {
  readonly id: string;
  readonly type: string;
  readonly properties: Json;
}

export interface NodeRecord extends Placed {
  readonly id: string;
  readonly type: string;
  readonly label: string | null;
  readonly properties: Json;
}

export interface PieceRecord extends Placed {
  readonly id: string;
  readonly content: string;
  readonly title: string;
  readonly knowledgeType: KnowledgeType;
  readonly infoType: string;
  readonly tags: readonly string[];
  readonly entityId: string | null;
  readonly embeddingText: string | null;
  readonly mentions: readonly string[];
  readonly session: string | null;
  readonly position: number | null;
  readonly occurredAt: Date | null;
  readonly validity?: Validity;
  /** True if the piece is a new version of the stored piece with its id. */
  readonly replaces?: true;
  /** Place of a chunk in its source document; if absent, the stored place is kept. */
  readonly citation?: string;
}

export interface EdgeRecord extends Placed {
  readonly sourceId: string;
  readonly targetId: string;
  readonly type: string;
  readonly pieceId: string | null;
  /** Properties of the edge, without piece_id. */
  readonly properties: Json;
  readonly validity?: Validity;
}

export interface KnowledgeDocument {
  readonly metadata: readonly MetadataRecord[];
  readonly pieces: readonly PieceRecord[];
  readonly nodes: readonly NodeRecord[];
  readonly edges: readonly EdgeRecord[];
  readonly skipped: readonly SkippedRecord[];
}

/** Finds the first secret in each of the values. */
type SecretSearch = (values: readonly unknown[]) => Promise<readonly (Redaction | undefined)[]>;

const searchHere: SecretSearch = (values) => mapInTurns(values, (value) => secretInJson(value));

/**
 * Reads a document. Invalid records are skipped and reported with section, position, first invalid field and reason. Of
 * records with the same id, the first one counts. Sections may be absent; unknown fields are ignored. The function
 * pauses regularly, so that other requests are not blocked.
 *
 * @param searchSecrets the default blocks the service for as long as the search of a record takes
 */
export async function readDocument(
  document: Json,
  searchSecrets: SecretSearch = searchHere,
): Promise<KnowledgeDocument> {
  const skipped: SkippedRecord[] = [];
  const graph = sectionOf(document, 'graph', 'object', skipped);
  for (const name of Object.keys(document)) {
    if (['metadata', 'pieces', 'graph'].includes(name)) continue;
    skipped.push(
      skip(null, 0, null, null, 'a document has the sections metadata, pieces and graph; another was left out'),
    );
  }
  const metadata = Object.entries(sectionOf(document, 'metadata', 'object', skipped));
  return {
    metadata: await readSection(metadata, skipped, {
      section: 'metadata',
      searchSecrets,
      idOf: ([id]) => id,
      readOne: readMetadata,
      keyOf: ({ id }) => id,
    }),
    pieces: await readSection(sectionOf(document, 'pieces', 'list', skipped), skipped, {
      section: 'pieces',
      searchSecrets,
      idOf: fieldOf('piece_id'),
      readOne: readPiece,
      keyOf: ({ id }) => id,
    }),
    nodes: await readSection(sectionOf(graph, 'nodes', 'list', skipped), skipped, {
      section: 'nodes',
      searchSecrets,
      idOf: fieldOf('node_id'),
      readOne: readNode,
      keyOf: ({ id }) => id,
    }),
    edges: await readSection(sectionOf(graph, 'edges', 'list', skipped), skipped, {
      section: 'edges',
      searchSecrets,
      idOf: () => null,
      readOne: readEdge,
      keyOf: edgeKey,
    }),
    skipped,
  };
}

/** Number of records of a document, including invalid ones. */
export function countRecords({ metadata, pieces, graph }: Json): number {
  const { nodes, edges }: Json = isRecord(graph) ? graph : {};
  const given = [isRecord(metadata) ? Object.keys(metadata) : [], pieces, nodes, edges];
  return given.reduce<number>((sum, section) => sum + (Array.isArray(section) ? section.length : 0), 0);
}

/** Id of a piece without a given id, derived from its content and the entity it belongs to. */
export function pieceIdOf(content: string, entityId: string | null): string {
  return `piece-${hashOf([content, entityId])}`;
}

type KeyParts = Omit<EdgeRecord, keyof Placed | 'properties'>;

/**
 * Key of an edge, which does not depend on its properties. Keys sort by source, type, target and piece. The start of
 * validity is part of the key only if it is given, so that other keys are the same as in earlier releases.
 */
export function edgeKey({ sourceId, type, targetId, pieceId, validity }: KeyParts): string {
  return [sourceId, type, targetId, pieceId ?? '', ...startOf(validity)].join('\n');
}

/** Like {@link edgeKey}, with source and target exchanged. */
export function reverseEdgeKey({ sourceId, type, targetId, pieceId, validity }: KeyParts): string {
  return [targetId, type, sourceId, pieceId ?? '', ...startOf(validity)].join('\n');
}

function startOf(validity: Validity | undefined): string[] {
  return validity?.from ? [validity.from.toISOString()] : [];
}

export function skip(
  section: Section | 'graph' | null,
  index: number,
  id: string | null,
  field: string | null,
  reason: string,
): SkippedRecord {
  return { section, index, id, field, reason };
}

// ───────────────────────────── sections ─────────────────────────────

function sectionOf(from: Json, name: string, shape: 'object', skipped: SkippedRecord[]): Json;
function sectionOf(from: Json, name: string, shape: 'list', skipped: SkippedRecord[]): readonly unknown[];
function sectionOf(
  from: Json,
  name: string,
  shape: 'object' | 'list',
  skipped: SkippedRecord[],
): Json | readonly unknown[] {
  const value = from[name];
  const fits = shape === 'list' ? Array.isArray(value) : isRecord(value);
  if (fits) return value as Json | readonly unknown[];
  if (!isAbsent(value)) {
    const wanted = shape === 'list' ? 'a list' : 'an object';
    skipped.push(skip(name as Section, 0, null, null, `${name} must be ${wanted}; all of it was left out`));
  }
  return shape === 'list' ? [] : {};
}

function isShallow(value: unknown): boolean {
  return isAtMostDeep(value, LIMITS.jsonDepth);
}

interface SectionReading<Value, Item> {
  readonly section: Section;
  readonly searchSecrets: SecretSearch;
  readonly idOf: (value: Value) => unknown;
  readonly readOne: (value: Value, problems: RecordProblem[]) => Item | undefined;
  readonly keyOf: (item: Item) => string;
}

async function readSection<Value, Item extends object>(
  values: readonly Value[],
  skipped: SkippedRecord[],
  { section, searchSecrets, idOf, readOne, keyOf }: SectionReading<Value, Item>,
): Promise<(Item & Placed)[]> {
  const shallow = await mapInTurns(values, isShallow);
  await turn(); // A single record may have 100,000 fields.
  const secrets = await searchSecrets(values.map((value, index) => (shallow[index] ? value : null)));
  const read = await readRecords(values, {
    section,
    // An id that looks like a secret is not repeated in the report.
    idOf: (value) => {
      const id = shownId(idOf(value), LIMITS.id);
      return id !== null && secretIn(id) ? null : id;
    },
    read: (value, index, problems): (Item & Placed) | undefined => {
      if (!shallow[index]) {
        problems.push({ field: null, reason: `the record must be at most ${LIMITS.jsonDepth} levels deep` });
        return undefined;
      }
      const secret = secrets[index];
      if (secret) {
        // A metadata record is a pair [key, record]; the position in the pair is removed from the path.
        const field = section === 'metadata' ? secret.path.replace(/^[01]\.?/, '') : secret.path;
        const reason = `it holds what looks like a secret (${secret.rule})`;
        problems.push({ field: field === '' ? null : field, reason });
        return undefined;
      }
      const item = readOne(value, problems);
      return item && { ...item, index, hash: hashOf(item) };
    },
    keyOf,
    repeated: (first) => ({ field: null, reason: `it stands already at index ${first}; the first counts` }),
  });
  skipped.push(...read.skipped);
  return read.records;
}

function readMetadata([id, value]: [string, unknown], problems: RecordProblem[]): Read<MetadataRecord> | undefined {
  const problem = idProblem(id, LIMITS.id);
  if (problem !== undefined) problems.push({ field: null, reason: `the entity_id ${problem}` });
  const reader = RecordReader.of(value, LIMITS, problems);
  return (
    reader && {
      id,
      type: reader.name('entity_type', LIMITS.type),
      properties: reader.optionalObject('properties'),
    }
  );
}

function readNode(value: unknown, problems: RecordProblem[]): Read<NodeRecord> | undefined {
  const reader = RecordReader.of(value, LIMITS, problems);
  return (
    reader && {
      id: reader.id('node_id'),
      type: reader.name('node_type', LIMITS.type),
      label: textOrNull(reader, 'label', LIMITS.label),
      properties: reader.optionalObject('properties'),
    }
  );
}

function readEdge(value: unknown, problems: RecordProblem[]): Read<EdgeRecord> | undefined {
  const reader = RecordReader.of(value, LIMITS, problems);
  if (!reader) return undefined;
  const { piece_id: pieceId, ...properties } = reader.optionalObject('properties');
  return {
    pieceId: isAbsent(pieceId) ? null : reader.idAt(pieceId, 'properties.piece_id'),
    sourceId: reader.id('source_id'),
    targetId: reader.id('target_id'),
    type: reader.name('edge_type', LIMITS.type),
    properties,
    ...validityOf(reader),
  };
}

function readPiece(value: unknown, problems: RecordProblem[]): Read<PieceRecord> | undefined {
  const reader = RecordReader.of(value, LIMITS, problems);
  if (!reader) return undefined;
  const content = reader.text('content', { min: 1, max: LIMITS.content });
  const entityId = reader.optionalId('entity_id');
  const given = reader.optionalId('piece_id');
  const supersedes = reader.optionalId('supersedes');
  if (given !== null && supersedes !== null) {
    reader.fail('supersedes', 'goes without piece_id: the new version has the id of the piece that it supersedes');
  }
  return {
    id: supersedes ?? given ?? pieceIdOf(content, entityId),
    ...(supersedes !== null && { replaces: true as const }),
    content,
    title: textOrNull(reader, 'title', LIMITS.label) ?? '',
    knowledgeType: knowledgeTypeOf(reader, 'knowledge_type'),
    infoType: reader.lacks('info_type') ? DEFAULT_INFO_TYPE : reader.name('info_type', LIMITS.type),
    tags: reader.optionalTexts('tags', { entries: LIMITS.tags, min: 1, max: LIMITS.tag }),
    entityId,
    embeddingText: textOrNull(reader, 'embedding_text', LIMITS.content),
    mentions: reader.optionalIds('mentions', LIMITS.mentions),
    session: reader.optionalId('session'),
    position: reader.optionalCount('position', LIMITS.position),
    occurredAt: reader.optionalTime('occurred_at'),
    ...validityOf(reader),
  };
}

/** Empty if neither start nor end is given, so that hashes of such records are the same as in earlier releases. */
function validityOf(reader: RecordReader): { readonly validity?: Validity } {
  const from = reader.optionalTime('valid_from');
  const to = reader.optionalTime('valid_to');
  if (from && to && to <= from) reader.fail('valid_to', 'must be later than valid_from');
  return from || to ? { validity: { from, to } } : {};
}

/** Reads an optional text; blank text counts as absent. */
function textOrNull(reader: RecordReader, field: string, max: number): string | null {
  const value = reader.value(field);
  return typeof value === 'string' && value.trim() === '' ? null : reader.optionalText(field, { max });
}

/** Reads a knowledge type, ignoring case; default FACT. */
function knowledgeTypeOf(reader: RecordReader, field: string): KnowledgeType {
  if (reader.lacks(field)) return KnowledgeType.FACT;
  const value = reader.value(field);
  const types: readonly string[] = Object.values(KnowledgeType);
  const type = typeof value === 'string' ? value.trim().toUpperCase() : '';
  if (types.includes(type)) return type as KnowledgeType;
  reader.fail(field, `must be one of ${types.join(', ').toLowerCase()}`);
  return KnowledgeType.FACT;
}

function fieldOf(name: string): (value: unknown) => unknown {
  return (value) => (isRecord(value) ? value[name] : undefined);
}
