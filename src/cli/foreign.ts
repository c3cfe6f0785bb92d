import { isRecord } from '../common/json.js';

// Converts exports of other memory systems to the document format of the knowledge layers (docs/knowledge.md). Pure
// functions. Trusts are not converted: the service uses the initial trust of each kind. Unreadable records are left out
// and reported.

export const FOREIGN_FORMATS = ['server-memory', 'mem0', 'graphiti'] as const;
export type ForeignFormat = (typeof FOREIGN_FORMATS)[number];

export interface ForeignSkip {
  /** Position in the file: `line 3`, `results 2`. */
  readonly place: string;
  readonly reason: string;
}

export interface ForeignDocument {
  readonly document: {
    readonly pieces: readonly object[];
    readonly graph: { readonly nodes: readonly object[]; readonly edges: readonly object[] };
  };
  /** For each record of the document, the place in the file from which it was read. */
  readonly places: ForeignPlaces;
  readonly skipped: readonly ForeignSkip[];
}

export interface ForeignPlaces {
  readonly nodes: readonly string[];
  readonly pieces: readonly string[];
  readonly edges: readonly string[];
}

type Given = Readonly<Record<string, unknown>>;
interface Placed {
  readonly place: string;
  readonly value: unknown;
}

/** Collects results and problems while records are read. */
class Gathered {
  private readonly records: { [section in keyof ForeignPlaces]: object[] } = { nodes: [], pieces: [], edges: [] };
  private readonly places: { [section in keyof ForeignPlaces]: string[] } = { nodes: [], pieces: [], edges: [] };
  private readonly skipped: ForeignSkip[] = [];

  add(section: keyof ForeignPlaces, place: string, record: object): void {
    this.records[section].push(record);
    this.places[section].push(place);
  }

  skip(place: string, reason: string): void {
    this.skipped.push({ place, reason });
  }

  get all(): ForeignDocument {
    const { nodes, pieces, edges } = this.records;
    return { document: { pieces, graph: { nodes, edges } }, places: this.places, skipped: this.skipped };
  }
}

const READERS: Readonly<Record<ForeignFormat, (text: string) => ForeignDocument>> = {
  'server-memory': readServerMemory,
  mem0: readMem0,
  graphiti: readGraphiti,
};

/** @throws SyntaxError when the text is not in this format; the message describes the expected form */
export function readForeign(format: ForeignFormat, text: string): ForeignDocument {
  return READERS[format](text);
}

/**
 * Reads a file of `@modelcontextprotocol/server-memory`: one line per entity with its observations, one per relation.
 * What its tool `read_graph` answers is read, too.
 */
function readServerMemory(text: string): ForeignDocument {
  const found = new Gathered();
  const idOf = new Map<string, string>();
  const relations: { readonly place: string; readonly value: Given }[] = [];
  for (const { place, value } of recordsOfServerMemory(text, found)) {
    if (!isRecord(value)) {
      found.skip(place, 'it is no object');
    } else if (value['type'] === 'relation') {
      relations.push({ place, value });
    } else if (value['type'] !== 'entity') {
      found.skip(place, 'its type is neither entity nor relation');
    } else {
      readObserved(place, value, idOf, found);
    }
  }
  const known = new Set<string>();
  // Relations are read after all entities, because a relation may come before the entities that it connects.
  for (const { place, value } of relations) {
    const { from, to, relationType } = value;
    const [source, target] = [from, to].map((name) => (typeof name === 'string' ? idOf.get(name) : undefined));
    if (!isText(relationType)) found.skip(place, 'its relationType is not a text');
    else if (source === undefined) found.skip(place, 'its from names no entity of the file');
    else if (target === undefined) found.skip(place, 'its to names no entity of the file');
    else if (known.has(JSON.stringify([source, target, relationType]))) found.skip(place, 'it occurred before');
    else {
      known.add(JSON.stringify([source, target, relationType]));
      found.add('edges', place, { source_id: source, target_id: target, edge_type: relationType });
    }
  }
  return found.all;
}

function* recordsOfServerMemory(text: string, found: Gathered): Generator<Placed> {
  const whole = parsed(text);
  const { entities, relations } = isRecord(whole) ? whole : {};
  if (!Array.isArray(entities)) {
    yield* linesOf(text, found);
    return;
  }
  const typed = (type: string, value: unknown) => (isRecord(value) ? { ...value, type } : value);
  yield* entities.map((value, at) => ({ place: `entities ${at}`, value: typed('entity', value) }));
  if (!Array.isArray(relations)) return;
  yield* relations.map((value, at) => ({ place: `relations ${at}`, value: typed('relation', value) }));
}

function readObserved(place: string, value: Given, idOf: Map<string, string>, found: Gathered): void {
  const { name, entityType, observations } = value;
  if (!isText(name)) return found.skip(place, 'its name is not a text');
  if (!isText(entityType)) return found.skip(place, 'its entityType is not a text');
  if (idOf.has(name)) return found.skip(place, 'an earlier entity has the same name; the first counts');
  const id = `${typeName(entityType)}:${name}`;
  idOf.set(name, id);
  found.add('nodes', place, { node_id: id, node_type: typeName(entityType), label: name });
  if (!Array.isArray(observations))
    return found.skip(place, 'its observations are not a list; the entity is imported without them');
  const known = new Set<string>();
  for (const [at, content] of observations.entries()) {
    const own = `${place}, observation ${at}`;
    if (!isText(content)) found.skip(own, 'it is no text');
    else if (known.has(content)) found.skip(own, 'the entity has it already');
    else found.add('pieces', own, { content, entity_id: id });
    if (isText(content)) known.add(content);
  }
}

/** Reads the result of mem0's `get_all`: a list of memories, directly or under `results` or `memories`. */
function readMem0(text: string): ForeignDocument {
  const found = new Gathered();
  const given = JSON.parse(text) as unknown;
  const name = isRecord(given) ? ['results', 'memories'].find((key) => Array.isArray(given[key])) : 'memory';
  const list = Array.isArray(given) ? given : isRecord(given) && name !== undefined ? given[name] : undefined;
  if (!Array.isArray(list)) throw new SyntaxError('expected a list of memories, or { "results": [ … ] }');
  for (const [at, value] of (list as unknown[]).entries()) {
    const place = `${name} ${at}`;
    if (!isRecord(value) || !isText(value['memory'])) {
      found.skip(place, 'it has no text under "memory" (an export by your own schema has not)');
      continue;
    }
    const { id, memory, categories } = value;
    const tags = Array.isArray(categories) ? categories.filter(isText) : [];
    found.add('pieces', place, {
      ...(isText(id) && { piece_id: `mem0:${id}` }),
      content: memory,
      ...ownerOf(value),
      ...(tags.length > 0 && { tags }),
    });
  }
  if (isRecord(given)) skipBeside(given, found);
  return found.all;
}

/** Reports what an answer of mem0 has beside its memories. */
function skipBeside({ relations, next }: Given, found: Gathered): void {
  if (Array.isArray(relations)) {
    for (const at of relations.keys()) found.skip(`relations ${at}`, 'relations of a graph memory are not imported');
  }
  if (isText(next)) found.skip('next', 'the file is one page of several; the memories of the others are not in it');
}

/** The owner of a memory: its user, otherwise its agent, otherwise its application; otherwise none. */
function ownerOf(value: Given): { readonly entity_id?: string } {
  for (const kind of ['user', 'agent', 'app']) {
    const id = value[`${kind}_id`];
    if (isText(id)) return { entity_id: `${kind}:${id}` };
  }
  return {};
}

/**
 * Reads nodes and edges in the format of Graphiti's models: lists of an object, such as
 * `{ "nodes": [ … ], "edges": [ … ] }`, one list, or one record per line.
 */
function readGraphiti(text: string): ForeignDocument {
  const found = new Gathered();
  const edges: Placed[] = [];
  const others: Placed[] = [];
  for (const placed of recordsOfGraphiti(text, found)) {
    (isRecord(placed.value) && 'source_node_uuid' in placed.value ? edges : others).push(placed);
  }
  const idOf = new Map<string, string>();
  const groups = groupsOf(edges);
  for (const { place, value } of others) {
    if (!isRecord(value)) found.skip(place, 'it is no object');
    else if (!isText(value['uuid'])) found.skip(place, 'its uuid is not a text');
    else if (isText(value['content'])) readEpisode(place, value, value['uuid'], value['content'], found);
    else if (Array.isArray(value['labels']) && value['labels'].includes('Community')) {
      found.skip(place, 'it is a community, which is computed from the others');
    } else if (groups.has(value['uuid']) && !isEntity(value)) {
      found.skip(place, 'it is a community or a saga, since its edges state no facts');
    } else if (!isText(value['name'])) found.skip(place, 'it has neither a name nor a content');
    else if (idOf.has(value['uuid'])) found.skip(place, 'an earlier node has the same uuid; the first counts');
    else readNode(place, value, value['uuid'], value['name'], idOf, found);
  }
  for (const { place, value } of edges) readEdge(place, value as Given, idOf, found);
  return found.all;
}

/**
 * Returns the nodes from which edges without a fact start. Where they are no episodes, they are communities or sagas,
 * which Graphiti's models write without a label.
 */
function groupsOf(edges: readonly Placed[]): ReadonlySet<unknown> {
  return new Set(
    edges.flatMap(({ value }) => (isRecord(value) && !('fact' in value) ? [value['source_node_uuid']] : [])),
  );
}

function isEntity({ labels }: Given): boolean {
  return Array.isArray(labels) && labels.includes('Entity');
}

function* recordsOfGraphiti(text: string, found: Gathered): Generator<Placed> {
  const whole = parsed(text);
  if (Array.isArray(whole)) {
    yield* whole.map((value: unknown, at) => ({ place: `record ${at}`, value }));
  } else if (isRecord(whole) && !('uuid' in whole)) {
    const lists = Object.entries(whole).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
    if (lists.length === 0) throw new SyntaxError('expected { "nodes": [ … ], "edges": [ … ] }');
    for (const [section, list] of lists) yield* list.map((value, at) => ({ place: `${section} ${at}`, value }));
  } else {
    yield* linesOf(text, found);
  }
}

function readNode(
  place: string,
  value: Given,
  uuid: string,
  name: string,
  idOf: Map<string, string>,
  found: Gathered,
): void {
  const labels = Array.isArray(value['labels']) ? value['labels'].filter(isText) : [];
  const type = typeName(labels.find((label) => label !== 'Entity') ?? 'entity');
  const id = `graphiti:${uuid}`;
  idOf.set(uuid, id);
  found.add('nodes', place, { node_id: id, node_type: type, label: name });
  const { summary } = value;
  if (isText(summary)) {
    const record = { piece_id: `${id}/summary`, content: summary, entity_id: id, knowledge_type: 'note' };
    found.add('pieces', `${place}, summary`, record);
  }
}

function readEpisode(place: string, value: Given, uuid: string, content: string, found: Gathered): void {
  const { name, valid_at } = value;
  found.add('pieces', place, {
    piece_id: `graphiti:${uuid}`,
    content,
    knowledge_type: 'episodic',
    ...(isText(name) && { title: name }),
    ...(isText(valid_at) && { occurred_at: isoTime(valid_at) }),
  });
}

/** Converts a fact to a relation and a piece that states it. */
function readEdge(place: string, value: Given, idOf: ReadonlyMap<string, string>, found: Gathered): void {
  const { uuid, name, fact, source_node_uuid, target_node_uuid, valid_at, invalid_at, expired_at } = value;
  if (!isText(fact) || !isText(name))
    return found.skip(place, 'it has no name and fact, as edges between entities have');
  if (!isText(uuid)) return found.skip(place, 'its uuid is not a text');
  const [source, target] = [idOf.get(String(source_node_uuid)), idOf.get(String(target_node_uuid))];
  if (source === undefined || target === undefined) {
    return found.skip(place, `its ${source === undefined ? 'source' : 'target'}_node_uuid names no entity of the file`);
  }
  if (isText(expired_at) && !isText(invalid_at)) {
    return found.skip(place, 'it has expired, and nothing says when it stopped being true');
  }
  const valid = {
    ...(isText(valid_at) && { valid_from: isoTime(valid_at) }),
    ...(isText(invalid_at) && { valid_to: isoTime(invalid_at) }),
  };
  const pieceId = `graphiti:${uuid}`;
  const mentions = [...new Set([source, target])];
  found.add('pieces', place, { piece_id: pieceId, content: fact, mentions, ...valid });
  found.add('edges', place, {
    source_id: source,
    target_id: target,
    edge_type: name,
    properties: { piece_id: pieceId },
    ...valid,
  });
}

function* linesOf(text: string, found: Gathered): Generator<Placed> {
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const place = `line ${at + 1}`;
    const value = parsed(line);
    if (value === undefined) found.skip(place, 'it is not JSON');
    else yield { place, value };
  }
}

/** Undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Converts a time as Python writes it without a format, `2026-01-02 08:00:00+00:00`. */
function isoTime(time: string): string {
  return time.replace(/^(\d{4}-\d\d-\d\d) (?=\d\d:)/, '$1T');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Converts a name to lower case, with words separated by one character. */
function typeName(given: string): string {
  return given.trim().toLowerCase().replace(/\s+/g, '_').replaceAll(':', '_');
}
