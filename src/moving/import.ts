import type { Config } from '../config/config.js';
import { newAct, record } from '../audit/recording.js';
import type { Author } from '../common/caller.js';
import { BadUserInputError, ConflictError } from '../common/errors.js';
import { sha256 } from '../common/hash.js';
import { redactJson } from '../secrets/redact.js';
import type { GraphService, GraphTransaction } from '../graph/graph.service.js';
import { type Migration, migrationFiles } from '../graph/migrations.js';
import { recordedFiles } from '../graph/recorded-files.js';
import { namespaceToken } from '../knowledge/facets.js';
import type { Kind } from '../knowledge/kind.js';
import { findActiveModel } from '../embedding/embedding.statements.js';
import { type FoldFinding, FoldCheck } from './folds.js';
import { type ExportedFile, type Manifest, readManifest } from './folder.js';
import { movedLabel, MOVED_LABELS } from './labels.js';
import { compareReleases, migrateNamespace } from './migrating.js';
import { ALL_NEW, decide, type Decisions, shownName } from './merging.js';
import {
  beginImport,
  countNodes,
  dropSingles,
  dropStaged,
  endBatch,
  endImport,
  findBrought,
  findImport,
  settleMerge,
  showStaged,
  stageExisting,
  type StagedNode,
  type StagedRelationship,
  stageNodes,
  stageRelationships,
} from './moving.statements.js';
import { assertWhole, nameOf, nodesOf, type Reading, relationshipsOf, wordsToken } from './reading.js';
import {
  decode,
  MODEL_PROPERTIES,
  type NodeRecord,
  type RelationshipRecord,
  unshownMark,
  VECTOR_PROPERTIES,
} from './records.js';

/**
 * Lines per transaction. A resumed import continues by the number of batches, so this value must not change during one.
 */
const BATCH = 500;
const DROP_BATCH = 1_000;

/** Labels of nodes that exist once per namespace. */
const SINGLES = MOVED_LABELS.filter(({ key }) => key.length === 0).map(({ label }) => label);

export interface ImportOptions {
  /** Target namespace, default the one that was exported. */
  readonly as?: string | undefined;
  /** True if the namespace may already contain data, which then stays unchanged. */
  readonly merge?: boolean;
  readonly now: Date;
  /** Who imports, for the audit; default nobody, as on the command line. */
  readonly author?: Author;
  /** Applied to each line before it is read. It must keep the lines of different records different. */
  readonly edit?: (line: string) => string;
  /** Labels of nodes that exist once per namespace and stay, although the export has none of them. */
  readonly keeps?: readonly string[];
  /** Migrations of this release, default those of `cypher/migrations`; for tests. */
  readonly migrations?: readonly Migration[];
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Imported {
  readonly namespace: string;
  /**
   * Number of nodes and relationships imported by this run and the runs it resumed; null if a merge was resumed after
   * the point at which the number is known.
   */
  readonly nodes: number | null;
  readonly relationships: number | null;
  /** Number of batches that earlier runs had completed. */
  readonly resumedAt: number;
  /** Nodes that exist with different data; the existing data stays unchanged. */
  readonly conflicts: readonly string[];
  readonly same: number;
  readonly leftOut: number;
  /** Release of an export whose data was brought into the form of this one; null if it had that form. */
  readonly migratedFrom: string | null;
  /** Why vectors of the export were not imported; null if they were, or if it has none. */
  readonly withoutVectors: string | null;
  readonly checkedTrusts: number;
  readonly findings: readonly FoldFinding[];
}

/** What the service at the database serves, and the settings its computations use. */
export interface Served {
  readonly kinds: readonly Kind[];
  readonly config: Config;
}

/**
 * Imports an export into a namespace. Nothing is visible until everything is imported; an interrupted run is resumed
 * when the import is started again. At the end each trust score is compared with the fold of its evidence.
 *
 * The data of an older release is brought into the form of this one, before the trusts are compared.
 *
 * @throws BadUserInputError for an export of a newer release, one of an older data format if `merge` is true, or one
 *   that was changed or has what no export of the service has, with file and line
 * @throws ConflictError when the namespace contains data and `merge` is false, or another import into it is running
 */
export async function importNamespace(
  graph: GraphService,
  folder: string,
  {
    as,
    merge = false,
    now,
    author = {},
    edit = (line) => line,
    keeps = [],
    migrations = migrationFiles(),
    onProgress = () => undefined,
  }: ImportOptions,
  served: Served,
): Promise<Imported> {
  const manifest = readManifest(folder);
  const lacking = lackingMigrations(manifest, migrations, merge);
  const namespace = as ?? manifest.namespace;
  const renamed = renaming(manifest.namespace, namespace);
  const reading = { folder, manifest, namespace, moved: (line: string) => edit(renamed(line)) };
  const hash = sha256(JSON.stringify([manifest.hash, merge]));
  const [under] = await graph.run(findImport, { namespace });
  if (!under) await assertWhole(reading);
  const holdsData = await holds(graph, namespace);
  const isShowing = under !== undefined && under.batches >= batchesOf(manifest, ['nodes', 'relationships']);
  if (holdsData && !merge && !isShowing) {
    throw new ConflictError(
      `The namespace ${namespace} holds data. --merge adds what is not there; --as imports into another namespace`,
    );
  }
  const act = newAct(author, 'IMPORT', { namespace, ref: `namespace:${namespace}` }, now);
  const begun = await graph.transaction(async (transaction) => {
    const [answer] = await transaction.run(beginImport, { namespace, hash, now });
    // A resumed run is part of the import that was recorded when it began, so it is not recorded again.
    if (answer?.begun && !under) await record(transaction, [act]);
    return answer;
  });
  if (!begun?.begun) {
    throw new ConflictError(
      `Another import into ${namespace} has not ended: go on with that one, or give it up (heartwood import --give-up)`,
    );
  }
  const decisions = merge && !isShowing ? await decide(graph, reading, served.kinds) : ALL_NEW;
  const { slot, why } = await takenSlot(graph, manifest);
  const run = new Run(graph, { reading, hash, decisions, slot, keeps, onProgress });
  await run.nodes();
  await run.relationships();
  const check = new FoldCheck(graph, namespace, served.kinds, served.config);
  await run.show(!merge);
  if (merge) await graph.run(settleMerge, { namespace });
  await migrateNamespace(graph, namespace, lacking);
  await run.check(check);
  await graph.run(endImport, { namespace });
  return {
    namespace,
    ...(merge && isShowing ? { nodes: null, relationships: null } : run.counts),
    resumedAt: under?.batches ?? 0,
    conflicts: decisions.conflicts.map(shownName),
    same: decisions.same,
    leftOut: decisions.leftOut,
    migratedFrom: lacking.length > 0 ? manifest.release : null,
    withoutVectors: why,
    checkedTrusts: check.checked,
    findings: check.findings,
  };
}

/** Removes the data of an interrupted import. @returns number of removed nodes; visible data is not affected */
export async function giveUpImport(graph: GraphService, namespace: string): Promise<number> {
  const range = { before: `${namespace}\n`, until: `${namespace}\u000b`, batch: DROP_BATCH };
  for (let sum = 0; ;) {
    const [row] = await graph.run(dropStaged, range);
    const dropped = row?.dropped ?? 0;
    sum += dropped;
    if (dropped > 0) continue;
    await graph.run(endImport, { namespace });
    return sum;
  }
}

interface RunOptions {
  readonly reading: Reading;
  readonly hash: string;
  readonly decisions: Decisions;
  /** Slot of the imported vectors; null if none are imported. */
  readonly slot: number | null;
  readonly keeps: readonly string[];
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * The batches of one import, numbered consecutively: nodes, relationships, then the nodes again to make them visible.
 */
class Run {
  readonly counts = { nodes: 0, relationships: 0 };
  private batch = 0;
  private readonly total: number;

  constructor(
    private readonly graph: GraphService,
    private readonly options: RunOptions,
  ) {
    this.total = batchesOf(options.reading.manifest, ['nodes', 'relationships', 'nodes']);
  }

  async nodes(): Promise<void> {
    const { decisions } = this.options;
    await this.each('nodes', nodesOf, async (records, { label }, isDone, transaction) => {
      const brought = records.filter(({ key }) => decisions.isNew(nameOf(label, key)));
      this.counts.nodes += brought.length;
      if (isDone || brought.length === 0) return;
      await transaction().run(stageNodes, { rows: brought.map((record) => this.stagedNode(label, record)) });
    });
  }

  async relationships(): Promise<void> {
    const { decisions } = this.options;
    await this.each('relationships', relationshipsOf, async (records, { label }, isDone, transaction) => {
      const ends = (record: RelationshipRecord) => [
        nameOf(label, record.from),
        nameOf(record.to[0], record.to.slice(1)),
      ];
      const brought = records.filter((record) => {
        const names = ends(record);
        // Relationships between existing nodes are kept as they are, and those to nodes that are left out cannot be
        // imported.
        return (
          names.some((name) => decisions.isNew(name)) &&
          names.every((name) => decisions.isNew(name) || decisions.existing(name) !== undefined)
        );
      });
      this.counts.relationships += brought.length;
      if (isDone || brought.length === 0) return;
      const existing = new Map(
        brought.flatMap(ends).flatMap((name): [string, string][] => {
          const node = decisions.isNew(name) ? undefined : decisions.existing(name);
          return node === undefined ? [] : [[name, node]];
        }),
      );
      if (existing.size > 0) {
        const rows = [...existing].map(([name, node]) => ({ node, staged: this.staged(name) }));
        await transaction().run(stageExisting, { rows });
      }
      const rows = brought.map((record): StagedRelationship => {
        const [from = '', to = ''] = ends(record);
        const { type, properties } = record;
        const decoded = decode(properties, this.options.reading.namespace, true);
        return {
          from: this.staged(from),
          to: this.staged(to),
          type,
          ...decoded,
          properties: { ...withoutSecrets(decoded.properties, ['key']), ...unshownMark(type) },
        };
      });
      await transaction().run(stageRelationships, { rows });
    });
  }

  /** @param alone true if the namespace contains nothing else */
  async show(alone: boolean): Promise<void> {
    const first = this.batch;
    const { keeps, reading } = this.options;
    const { namespace } = reading;
    const singles = SINGLES.filter((label) => !keeps.includes(label));
    await this.each('nodes', nodesOf, async (records, { label }, isDone, transaction, batch) => {
      if (isDone) return;
      // Jobs find what the batches before made visible, and may have made such a node for it.
      const own = singles.filter((single) => single === label);
      const labels = alone && batch === first ? singles : own;
      if (labels.length > 0 && (alone || (await this.bringsSingle(transaction(), label))))
        await transaction().run(dropSingles, { namespace, labels });
      const rows = records.map(({ key, labels }) => ({ staged: this.staged(nameOf(label, key)), labels }));
      await transaction().run(showStaged, { rows });
    });
  }

  /** False if the namespace had such a node when the merge began, which stays. */
  private async bringsSingle(transaction: GraphTransaction, label: string): Promise<boolean> {
    const found = await transaction.run(findBrought, { staged: this.staged(nameOf(label, [])) });
    return found.length > 0;
  }

  async check(check: FoldCheck): Promise<void> {
    const { reading, decisions } = this.options;
    for (const file of reading.manifest.files.filter(({ holds }) => holds === 'nodes')) {
      for await (const { key, labels, properties } of nodesOf(reading, file)) {
        if (!labels.includes('Knowledge') || !decisions.isNew(nameOf(file.label, key))) continue;
        await check.add(String(properties['ref']));
      }
    }
    await check.flush();
  }

  /**
   * Runs each batch in a transaction that also marks it as done. Batches done before are read and skipped.
   *
   * @param work runs in a transaction that is retried on transient failures, so it must only run statements
   */
  private async each<Read>(
    holds: ExportedFile['holds'],
    read: (reading: Reading, file: ExportedFile) => AsyncGenerator<Read>,
    work: (
      records: readonly Read[],
      file: ExportedFile,
      isDone: boolean,
      transaction: () => GraphTransaction,
      batch: number,
    ) => Promise<void>,
  ): Promise<void> {
    const { reading, hash } = this.options;
    const { namespace, manifest } = reading;
    const [stored] = await this.graph.run(findImport, { namespace });
    const done = stored?.batches ?? 0;
    for (const file of manifest.files.filter((each) => each.holds === holds)) {
      let records: Read[] = [];
      const end = async () => {
        const given = records;
        records = [];
        const { batch } = this;
        this.batch += 1;
        if (batch < done) return work(given, file, true, missing, batch);
        const before = { ...this.counts };
        await this.graph.transaction(async (transaction) => {
          Object.assign(this.counts, before);
          const [ended] = await transaction.run(endBatch, { namespace, hash, batch });
          if (!ended) throw new ConflictError(`Another process imports into ${namespace}`);
          await work(given, file, false, () => transaction, batch);
        });
        this.options.onProgress(this.batch, this.total);
      };
      for await (const record of read(reading, file)) {
        records.push(record);
        if (records.length === BATCH) await end();
      }
      if (records.length > 0) await end();
    }
  }

  private staged(name: string): string {
    return `${this.options.reading.namespace}\n${name}`;
  }

  private stagedNode(label: string, { key, properties, labels, parts = [] }: NodeRecord): StagedNode {
    const { reading, slot } = this.options;
    const { namespace } = reading;
    const said = Object.entries(properties).filter(([name]) => !isOfVectors(name));
    const own = slot === null ? undefined : VECTOR_PROPERTIES[slot];
    const values = own === undefined ? undefined : properties[own];
    const models = labels.includes('Knowledge')
      ? MODEL_PROPERTIES.map((name, at) => [name, (at === slot && properties[name]) || 'none'] as const)
      : [];
    const { properties: written, ...integers } = decode(Object.fromEntries([...said, ...models]), namespace);
    return {
      staged: this.staged(nameOf(label, key)),
      properties: { ...withoutSecrets(written, movedLabel(label)?.key ?? []), namespace, ...unshownMark(label) },
      ...integers,
      vectors: own !== undefined && Array.isArray(values) ? [{ property: own, values: values as number[] }] : [],
      parts: parts.map(({ type, labels, properties }) => {
        const decoded = decode(properties, namespace, true);
        return { type, labels, ...decoded, properties: { ...withoutSecrets(decoded.properties, []), namespace } };
      }),
    };
  }
}

/** The properties without secrets, for a folder that somebody else made. Keys have none (reading.ts). */
function withoutSecrets<Properties extends Readonly<Record<string, unknown>>>(
  properties: Properties,
  keys: readonly string[],
): Properties {
  const isText = (value: unknown) => typeof value === 'string';
  const texts = Object.entries(properties).filter(
    ([name, value]) => !keys.includes(name) && (isText(value) || (Array.isArray(value) && value.every(isText))),
  );
  return { ...properties, ...Object.fromEntries(texts.map(([name, value]) => [name, redactJson(value).value])) };
}

function missing(): never {
  throw new Error('A batch that is done has no transaction');
}

function isOfVectors(name: string): boolean {
  return [...VECTOR_PROPERTIES, ...MODEL_PROPERTIES].some((property) => property === name);
}

/**
 * @returns the migrations that the data of the export has not been through
 * @throws BadUserInputError when the export is of a newer release, or of an older data format and to be merged
 */
function lackingMigrations(manifest: Manifest, ours: readonly Migration[], merge: boolean): readonly Migration[] {
  const refuse = (reason: string) => BadUserInputError.of('folder', 'isOfThisRelease', reason);
  const { release } = manifest;
  const { lacking, isNewer, isPossible } = compareReleases(manifest, ours, recordedFiles('schema').at(-1)?.name ?? '');
  if (isNewer) throw refuse(`The export is of a newer release (${release}): import it with that one`);
  if (!isPossible) {
    throw refuse(
      `The export is of a version from before 0.2.0 was finished (${release}): import it with 0.2.0, and export it there`,
    );
  }
  if (merge && lacking.length > 0) {
    const forms = lacking.map(({ name }) => name).join(', ');
    throw refuse(
      `The export is of an older release (${release}), whose data has another form (${forms}), so that it cannot be compared with what is there: import it into an empty namespace (--as), export that one, and merge the new export`,
    );
  }
  return lacking;
}

function batchesOf({ files }: Manifest, phases: readonly ExportedFile['holds'][]): number {
  return phases
    .flatMap((phase) => files.filter(({ holds }) => holds === phase))
    .reduce((sum, { lines }) => sum + Math.ceil(lines / BATCH), 0);
}

/** Nodes that exist once per namespace remain from the first write on, even if all other data is deleted. */
async function holds(graph: GraphService, namespace: string): Promise<boolean> {
  const counted = await graph.run(countNodes, { namespace });
  return counted.some(({ label, nodes }) => nodes > 0 && (movedLabel(label)?.key.length ?? 0) > 0);
}

/** Replaces the namespace in the lines of a file, including tokens derived from it, by which searches filter. */
function renaming(from: string, to: string): (line: string) => string {
  if (from === to) return (line) => line;
  const [before, after] = [namespaceToken(from), namespaceToken(to)];
  return (line) => line.replaceAll(before, after).replaceAll(wordsToken(from), wordsToken(to));
}

/**
 * Vectors of different models cannot be compared, so they are imported only if the same model is active in the same
 * slot.
 */
async function takenSlot(
  graph: GraphService,
  { vectors }: Manifest,
): Promise<{ slot: number | null; why: string | null }> {
  if (!vectors) return { slot: null, why: null };
  const [active] = await graph.run(findActiveModel, {});
  if (active?.model === vectors.model && active.slot === vectors.slot && active.dimensions === vectors.dimensions) {
    return { slot: vectors.slot, why: null };
  }
  const here = active ? `${active.model} in slot ${active.slot}` : 'none';
  return {
    slot: null,
    why: `the export has vectors of ${vectors.model} in slot ${vectors.slot}, and the database searches by ${here}: texts are embedded anew`,
  };
}
