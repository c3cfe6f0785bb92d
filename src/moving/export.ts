import { setTimeout as sleep } from 'node:timers/promises';
import { newAct, record } from '../audit/recording.js';
import { ConflictError, DatabaseReadOnlyError } from '../common/errors.js';
import { compare } from '../common/text.js';
import { VERSION } from '../common/version.js';
import type { GraphService } from '../graph/graph.service.js';
import { listMigrations } from '../graph/migrations.statements.js';
import { recordedFiles } from '../graph/recorded-files.js';
import { findActiveModel } from '../embedding/embedding.statements.js';
import {
  type ExportedFile,
  type ExportedVectors,
  LineFile,
  makeFolder,
  type Manifest,
  manifestOf,
  writeManifest,
} from './folder.js';
import { MOVED_LABELS, type MovedLabel } from './labels.js';
import { countDeleted, countNodes, listNodes, listRelationships, type NodeRow } from './moving.statements.js';
import {
  type Key,
  MODEL_PROPERTIES,
  nodeRecord,
  relationshipRecord,
  SHOWN_PROPERTIES,
  VECTOR_PROPERTIES,
} from './records.js';

/** Number of nodes that are read per query. */
const PAGE = 500;
/** Number of relationships that are read per query, unless a single node has more. */
const RELATIONSHIPS = 2_000;
/** Maximum time until a running service has cleaned up deleted data. */
const SWEPT_MS = 30_000;
const SWEEP_POLL_MS = 500;

export interface ExportOptions {
  readonly namespace: string;
  readonly withVectors?: boolean;
  /** Time of the export in the audit of the namespace, default the present. */
  readonly now?: Date;
}

export interface Exported {
  readonly manifest: Manifest;
  /** Labels whose number of nodes changed during the export because of concurrent writes. */
  readonly unsteady: readonly string[];
  /** Names of what is not exported because the service does not store it: somebody else gave it to the nodes. */
  readonly foreign: readonly string[];
}

/**
 * Writes the data of a namespace into an empty folder: one line per node and relationship, ordered by kind and key, so
 * that equal data gives equal bytes. It reads committed data page by page, not a snapshot.
 *
 * @throws ConflictError when the folder is not empty, while data migrations are running, and while deleted data is not
 *   yet cleaned up
 */
export async function exportNamespace(
  graph: GraphService,
  folder: string,
  { namespace, withVectors = false, now = new Date() }: ExportOptions,
): Promise<Exported> {
  const migrations = await endedMigrations(graph);
  await awaitSweep(graph, namespace);
  makeFolder(folder);
  await recordExport(graph, namespace, now);
  const vectors = withVectors ? await activeVectors(graph) : null;
  const files: ExportedFile[] = [];
  const written = new Map<string, number>();
  const foreign = new Set<string>();
  for (const moved of MOVED_LABELS) {
    const nodes = new LineFile(folder, { label: moved.label, holds: 'nodes' });
    const relationships = new LineFile(folder, { label: moved.label, holds: 'relationships' });
    for await (const page of pagesOf(graph, namespace, moved, vectors)) {
      for (const row of page) await nodes.write(nodeRecord(row, moved, foreign));
      await writeRelationships(graph, page, relationships, foreign);
      written.set(moved.label, (written.get(moved.label) ?? 0) + page.length);
    }
    for (const file of [await nodes.end(), await relationships.end()]) if (file) files.push(file);
  }
  const counted = await graph.run(countNodes, { namespace });
  const unsteady = counted.filter(({ label, nodes }) => nodes !== (written.get(label) ?? 0)).map(({ label }) => label);
  const schema = recordedFiles('schema').at(-1)?.name ?? '';
  // Nodes come first, in the order in which an import makes them visible: knowledge after the nodes it depends on.
  const ordered = [
    ...files.filter(({ holds }) => holds === 'nodes'),
    ...files.filter(({ holds }) => holds === 'relationships'),
  ];
  const manifest = manifestOf({ release: VERSION, schema, migrations, namespace, vectors, files: ordered });
  await writeManifest(folder, manifest);
  return { manifest, unsteady, foreign: [...foreign].sort() };
}

/** The nodes of one label, ordered by key. */
export async function* pagesOf(
  graph: GraphService,
  namespace: string,
  { label, before, key }: MovedLabel,
  vectors: ExportedVectors | null,
): AsyncGenerator<NodeRow[]> {
  const without = ['namespace', 'staged', ...SHOWN_PROPERTIES, ...leftOut(vectors)];
  for (let after = before; ;) {
    const page = await graph.run(listNodes, { page: { namespace, label, after, batch: PAGE, without } });
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE || key.length === 0) return;
    after = last.key;
  }
}

/** Only the vectors of the active slot are useful in another database. */
function leftOut(vectors: ExportedVectors | null): string[] {
  const kept = vectors ? [VECTOR_PROPERTIES[vectors.slot], MODEL_PROPERTIES[vectors.slot]] : [];
  return [...VECTOR_PROPERTIES, ...MODEL_PROPERTIES].filter((property) => !kept.includes(property));
}

async function writeRelationships(
  graph: GraphService,
  page: readonly NodeRow[],
  file: LineFile,
  foreign: Set<string>,
): Promise<void> {
  let group: NodeRow[] = [];
  let degree = 0;
  for (const node of page) {
    if (group.length > 0 && degree + node.degree > RELATIONSHIPS) {
      await writeGroup(graph, group, file, foreign);
      group = [];
      degree = 0;
    }
    if (node.degree === 0) continue;
    group.push(node);
    degree += node.degree;
  }
  if (group.length > 0) await writeGroup(graph, group, file, foreign);
}

async function writeGroup(
  graph: GraphService,
  group: readonly NodeRow[],
  file: LineFile,
  foreign: Set<string>,
): Promise<void> {
  const lines = new Map<string, [string, object][]>(group.map(({ node }) => [node, []]));
  const keys = new Map<string, Key>(group.map(({ node, key }) => [node, key]));
  const nodes = group.map(({ node }) => node);
  for (const row of await graph.run(listRelationships, { nodes, without: SHOWN_PROPERTIES })) {
    const record = relationshipRecord(keys.get(row.node) ?? [], row, foreign);
    if (record) lines.get(row.node)?.push([JSON.stringify(record), record]);
  }
  for (const { node } of group) {
    const sorted = (lines.get(node) ?? []).sort(([a], [b]) => compare(a, b));
    for (const [, record] of sorted) await file.write(record);
  }
}

async function activeVectors(graph: GraphService): Promise<ExportedVectors> {
  const [active] = await graph.run(findActiveModel, {});
  if (!active) throw new ConflictError('The database has no vectors: no embedder was ever configured');
  return { slot: active.slot, model: active.model, dimensions: active.dimensions ?? null };
}

/** @throws ConflictError while a migration is running */
async function endedMigrations(graph: GraphService): Promise<string[]> {
  const recorded = await graph.run(listMigrations, {});
  const names = recordedFiles('migrations').map(({ name }) => name);
  const pending = names.filter((name) => !recorded.some((each) => each.name === name && each.appliedAt));
  if (pending.length === 0) return names;
  throw new ConflictError(
    `Stored data is still being brought into its present form (${pending.join(', ')}): a service that runs on the database does it, and status.dataMigrations says how far it is`,
  );
}

async function awaitSweep(graph: GraphService, namespace: string): Promise<void> {
  const until = Date.now() + SWEPT_MS;
  for (;;) {
    const [found] = await graph.run(countDeleted, { namespace });
    if (!found || found.deleted === 0) return;
    if (Date.now() > until) {
      throw new ConflictError('What was deleted is not taken apart yet: a service that runs on the database does it');
    }
    await sleep(SWEEP_POLL_MS);
  }
}

/** The export is recorded before anything is read, so that an interrupted export is recorded, too. */
async function recordExport(graph: GraphService, namespace: string, now: Date): Promise<void> {
  const act = newAct({}, 'EXPORT', { namespace, ref: `namespace:${namespace}` }, now);
  try {
    await graph.transaction((transaction) => record(transaction, [act]));
  } catch (error) {
    // A read-only database can be exported although the export cannot be recorded.
    if (!(error instanceof DatabaseReadOnlyError)) throw error;
  }
}
