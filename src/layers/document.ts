import { hasControlCharacters } from '../common/caller.js';
import { secretIn, secretInJson } from '../common/redact.js';
import { parseDateTime } from '../common/scalars.js';
import { hashOf } from '../common/hash.js';
import { isAbsent, isAtMostDeep, isRecord } from '../common/json.js';
import { mapInTurns } from '../common/turns.js';
import type { SkippedRecord } from '../items/items.model.js';
import { KnowledgeType } from './layers.model.js';

// The document of the knowledge layers, { metadata, pieces, graph: { nodes, edges } }, read strictly. Pure: what comes out
// of here may be stored as it is. Reasons name rules and fields, never a value: what was refused may be a secret.

/** Most characters, entries and so on. */
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

/** Info type of pieces that name none. */
const DEFAULT_INFO_TYPE = 'context';

export type Section = 'metadata' | 'pieces' | 'nodes' | 'edges';
type Json = Readonly<Record<string, unknown>>;

interface Placed {
  readonly index: number;
  /** Of all that was given. */
  readonly hash: string;
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
}

export interface EdgeRecord extends Placed {
  readonly sourceId: string;
  readonly targetId: string;
  readonly type: string;
  readonly pieceId: string | null;
  /** Without the piece_id. */
  readonly properties: Json;
}

export interface KnowledgeDocument {
  readonly metadata: readonly MetadataRecord[];
  readonly pieces: readonly PieceRecord[];
  readonly nodes: readonly NodeRecord[];
  readonly edges: readonly EdgeRecord[];
  readonly skipped: readonly SkippedRecord[];
}

/**
 * Reads a document. A wrong record is left out with its section, place, first wrong field and reasons; of several with one
 * id the first counts. Sections may be absent, fields nobody knows are passed over. Other requests have their turns meanwhile.
 */
export async function readDocument(document: Json): Promise<KnowledgeDocument> {
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
    metadata: await readSection('metadata', metadata.slice(), skipped, ([id]) => id, readMetadata),
    pieces: await readSection(
      'pieces',
      sectionOf(document, 'pieces', 'list', skipped),
      skipped,
      fieldOf('piece_id'),
      readPiece,
    ),
    nodes: await readSection(
      'nodes',
      sectionOf(graph, 'nodes', 'list', skipped),
      skipped,
      fieldOf('node_id'),
      readNode,
    ),
    edges: await readSection(
      'edges',
      sectionOf(graph, 'edges', 'list', skipped),
      skipped,
      () => null,
      readEdge,
      edgeKey,
    ),
    skipped,
  };
}

/** Records that a document gives, right or wrong. */
export function countRecords({ metadata, pieces, graph }: Json): number {
  const { nodes, edges }: Json = isRecord(graph) ? graph : {};
  const given = [isRecord(metadata) ? Object.keys(metadata) : [], pieces, nodes, edges];
  return given.reduce<number>((sum, section) => sum + (Array.isArray(section) ? section.length : 0), 0);
}

/** The id of a piece that is given none: it is known by its content and by the entity it belongs to. */
export function pieceIdOf(content: string, entityId: string | null): string {
  return `piece-${hashOf([content, entityId])}`;
}

/** What stays the same of an edge when its properties change; sorts by source, type, target and piece. */
export function edgeKey({ sourceId, type, targetId, pieceId }: Omit<EdgeRecord, keyof Placed | 'properties'>): string {
  return [sourceId, type, targetId, pieceId ?? ''].join('\n');
}

/** The same from the other end. */
export function reverseEdgeKey({ sourceId, type, targetId, pieceId }: Parameters<typeof edgeKey>[0]): string {
  return [targetId, type, sourceId, pieceId ?? ''].join('\n');
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

async function readSection<Value, Item extends Placed>(
  section: Section,
  values: readonly Value[],
  skipped: SkippedRecord[],
  idOf: (value: Value) => unknown,
  readOne: (reader: Reader, value: Value) => Omit<Item, keyof Placed> | undefined,
  keyOf: (record: Omit<Item, keyof Placed>) => string = (record) => (record as unknown as { id: string }).id,
): Promise<Item[]> {
  const firstIndex = new Map<string, number>();
  const read = await mapInTurns(values, (value, index): Item[] => {
    const reader = new Reader();
    const id = shownId(idOf(value));
    const tooDeep = !isAtMostDeep(value, LIMITS.jsonDepth);
    if (tooDeep) reader.fail(null, `the record must be at most ${LIMITS.jsonDepth} levels deep`);
    const secret = tooDeep ? undefined : secretInJson(value);
    if (secret) {
      // Of a metadata record [key, record], the places in the pair.
      const field = section === 'metadata' ? secret.path.replace(/^[01]\.?/, '') : secret.path;
      reader.fail(field === '' ? null : field, `it holds what looks like a secret (${secret.rule})`);
    }
    const record = secret || tooDeep ? undefined : readOne(reader, value);
    if (record === undefined || reader.problems.length > 0) {
      const reasons = reader.problems.slice(0, MAX_REASONS).map(({ reason }) => reason);
      if (reader.problems.length > MAX_REASONS) reasons.push(`and ${reader.problems.length - MAX_REASONS} more`);
      skipped.push(skip(section, index, id, reader.problems[0]?.field ?? null, reasons.join('; ')));
      return [];
    }
    const key = keyOf(record);
    const first = firstIndex.get(key);
    if (first !== undefined) {
      skipped.push(skip(section, index, id, null, `it stands already at index ${first}; the first counts`));
      return [];
    }
    firstIndex.set(key, index);
    return [{ ...record, index, hash: hashOf(record) } as unknown as Item];
  });
  return read.flat();
}

const MAX_REASONS = 5;

function readMetadata(reader: Reader, [id, value]: [string, unknown]): Omit<MetadataRecord, keyof Placed> | undefined {
  reader.checkId(id, null, 'the entity_id');
  if (!isRecord(value)) {
    reader.fail(null, 'the record must be an object');
    return undefined;
  }
  return {
    id,
    type: reader.name(value, 'entity_type', LIMITS.type),
    properties: reader.optionalObject(value, 'properties'),
  };
}

function readNode(reader: Reader, value: unknown): Omit<NodeRecord, keyof Placed> | undefined {
  if (!isRecord(value)) {
    reader.fail(null, 'the record must be an object');
    return undefined;
  }
  return {
    id: reader.id(value, 'node_id'),
    type: reader.name(value, 'node_type', LIMITS.type),
    label: reader.optionalText(value, 'label', LIMITS.label),
    properties: reader.optionalObject(value, 'properties'),
  };
}

function readEdge(reader: Reader, value: unknown): Omit<EdgeRecord, keyof Placed> | undefined {
  if (!isRecord(value)) {
    reader.fail(null, 'the record must be an object');
    return undefined;
  }
  const { piece_id: pieceId, ...properties } = reader.optionalObject(value, 'properties');
  if (!isAbsent(pieceId)) reader.checkId(pieceId, 'properties.piece_id');
  return {
    sourceId: reader.id(value, 'source_id'),
    targetId: reader.id(value, 'target_id'),
    type: reader.name(value, 'edge_type', LIMITS.type),
    pieceId: typeof pieceId === 'string' ? pieceId : null,
    properties,
  };
}

function readPiece(reader: Reader, value: unknown): Omit<PieceRecord, keyof Placed> | undefined {
  if (!isRecord(value)) {
    reader.fail(null, 'the record must be an object');
    return undefined;
  }
  const content = reader.text(value, 'content', LIMITS.content);
  const entityId = reader.optionalId(value, 'entity_id');
  return {
    id: reader.optionalId(value, 'piece_id') ?? pieceIdOf(content, entityId),
    content,
    title: reader.optionalText(value, 'title', LIMITS.label) ?? '',
    knowledgeType: reader.knowledgeType(value, 'knowledge_type'),
    infoType: isAbsent(value['info_type']) ? DEFAULT_INFO_TYPE : reader.name(value, 'info_type', LIMITS.type),
    tags: reader.texts(value, 'tags', LIMITS.tags, LIMITS.tag),
    entityId,
    embeddingText: reader.optionalText(value, 'embedding_text', LIMITS.content),
    mentions: reader.ids(value, 'mentions', LIMITS.mentions),
    session: reader.optionalId(value, 'session'),
    position: reader.optionalCount(value, 'position', LIMITS.position),
    occurredAt: reader.optionalTime(value, 'occurred_at'),
  };
}

// ───────────────────────────── fields ─────────────────────────────

/** Reads fields and remembers what is wrong with them; a wrong field reads as an empty one. */
class Reader {
  readonly problems: { readonly field: string | null; readonly reason: string }[] = [];

  fail(field: string | null, reason: string): void {
    this.problems.push({ field, reason });
  }

  checkId(value: unknown, field: string | null, name = field ?? ''): string {
    if (typeof value !== 'string') this.fail(field, `${name} must be a string`);
    else if (value.trim() === '') this.fail(field, `${name} should not be empty`);
    else if (value.length > LIMITS.id) this.fail(field, `${name} must be at most ${LIMITS.id} characters long`);
    else if (hasControlCharacters(value) || /\p{Surrogate}/u.test(value)) {
      this.fail(field, `${name} must not contain control characters`);
    } else return value;
    return '';
  }

  id(from: Json, field: string): string {
    if (!isAbsent(from[field])) return this.checkId(from[field], field);
    this.fail(field, `${field} is missing`);
    return '';
  }

  optionalId(from: Json, field: string): string | null {
    return isAbsent(from[field]) ? null : this.checkId(from[field], field);
  }

  ids(from: Json, field: string, entries: number): string[] {
    return [
      ...new Set(this.list(from, field, entries).map((entry, index) => this.checkId(entry, `${field}.${index}`))),
    ];
  }

  /** A short text in one line. */
  name(from: Json, field: string, max: number): string {
    const name = this.text(from, field, max);
    if (!hasControlCharacters(name)) return name;
    this.fail(field, `${field} must not contain control characters`);
    return '';
  }

  text(from: Json, field: string, max: number): string {
    if (isAbsent(from[field])) this.fail(field, `${field} is missing`);
    else return this.bounded(from[field], field, max);
    return '';
  }

  /** Blank counts as absent. */
  optionalText(from: Json, field: string, max: number): string | null {
    const value = from[field];
    if (isAbsent(value) || (typeof value === 'string' && value.trim() === '')) return null;
    return this.bounded(value, field, max);
  }

  texts(from: Json, field: string, entries: number, max: number): string[] {
    return this.list(from, field, entries).map((entry, index) => this.bounded(entry, `${field}.${index}`, max));
  }

  optionalObject(from: Json, field: string): Json {
    const value = from[field];
    if (isAbsent(value)) return {};
    if (!isRecord(value)) this.fail(field, `${field} must be an object`);
    else if (JSON.stringify(value).length > LIMITS.json) {
      this.fail(field, `${field} must be at most ${LIMITS.json} characters long as JSON`);
    } else return value;
    return {};
  }

  optionalCount(from: Json, field: string, max: number): number | null {
    const value = from[field];
    if (isAbsent(value)) return null;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max) return value;
    this.fail(field, `${field} must be a whole number from 0 to ${max}`);
    return null;
  }

  optionalTime(from: Json, field: string): Date | null {
    const value = from[field];
    if (isAbsent(value)) return null;
    const time = typeof value === 'string' ? parseDateTime(value) : undefined;
    if (time) return time;
    this.fail(field, `${field} must be an ISO 8601 time such as 2026-03-01T09:30:00Z`);
    return null;
  }

  /** In any case; a fact where it is absent. */
  knowledgeType(from: Json, field: string): KnowledgeType {
    const value = from[field];
    if (isAbsent(value)) return KnowledgeType.FACT;
    const types: readonly string[] = Object.values(KnowledgeType);
    const type = typeof value === 'string' ? value.trim().toUpperCase() : '';
    if (types.includes(type)) return type as KnowledgeType;
    this.fail(field, `${field} must be one of ${types.join(', ').toLowerCase()}`);
    return KnowledgeType.FACT;
  }

  private list(from: Json, field: string, entries: number): readonly unknown[] {
    const value = from[field];
    if (isAbsent(value)) return [];
    if (!Array.isArray(value)) this.fail(field, `${field} must be a list of strings`);
    else if (value.length > entries) this.fail(field, `${field} must have at most ${entries} entries`);
    else return value;
    return [];
  }

  private bounded(value: unknown, path: string, max: number): string {
    if (typeof value !== 'string') this.fail(path, `${path} must be a string`);
    else if (value.trim() === '') this.fail(path, `${path} should not be empty`);
    else if (value.length > max) this.fail(path, `${path} must be at most ${max} characters long`);
    else return value;
    return '';
  }
}

function fieldOf(name: string): (value: unknown) => unknown {
  return (value) => (isRecord(value) ? value[name] : undefined);
}

/** The id a report may name: what stands there, if it can be shown. */
function shownId(id: unknown): string | null {
  const shown = typeof id === 'string' && id.length <= LIMITS.id && !hasControlCharacters(id) && !secretIn(id);
  return shown ? id : null;
}
