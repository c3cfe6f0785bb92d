import { sha256 } from '../common/hash.js';
import type { GraphService } from '../graph/graph.service.js';
import type { Kind } from '../knowledge/kind.js';
import { pagesOf } from './export.js';
import { linesOf, type Manifest } from './folder.js';
import { MOVED_LABELS, type MovedLabel, movedLabel } from './labels.js';
import { nodeRecord, type NodeRecord, type RelationshipRecord } from './records.js';

/** Decides for each node of an export what to do if its namespace already contains data. */
export interface Decisions {
  /** Whether the node is imported, because no equivalent exists. */
  isNew(name: string): boolean;
  /** Element id of the existing node that replaces it; undefined if there is none. */
  existing(name: string): string | undefined;
  /** Names of nodes whose existing data differs; the existing data stays unchanged. */
  readonly conflicts: readonly string[];
  /** Number of nodes that already exist unchanged. */
  readonly same: number;
  /**
   * Number of nodes left out because they belong to an existing node: for example evidence of an item that already
   * exists.
   */
  readonly leftOut: number;
}

/** For an empty namespace: every node is imported. */
export const ALL_NEW: Decisions = {
  isNew: () => true,
  existing: () => undefined,
  conflicts: [],
  same: 0,
  leftOut: 0,
};

/**
 * Relationship types that lead to nodes which belong to a single node. Such nodes are imported or left out together
 * with it.
 */
const OWNING: ReadonlySet<string> = new Set([
  'HAS_EVIDENCE',
  'HAS_LEARNING',
  'HAD_LEARNING',
  'HAS_STEP',
  'HAS_VERSION',
  'GENERATED_IN',
  'HAS_MESSAGE',
]);

export function nameOf(label: string, key: readonly (string | number)[]): string {
  return `${label}\n${JSON.stringify(key)}`;
}

/** Returns a node name in readable form. */
export function shownName(name: string): string {
  const [label = '', key = '[]'] = name.split('\n');
  return [label, ...(JSON.parse(key) as unknown[])].join(' ');
}

/**
 * Compares an export with the data of a namespace, keeping names and hashes in memory. Existing nodes stay unchanged;
 * nodes that belong to them are not mixed with those of the export, since a trust is the fold of all its evidence.
 *
 * @param moved converts a line to the form it would have in an export of the target namespace
 */
export async function decide(
  graph: GraphService,
  folder: string,
  manifest: Manifest,
  namespace: string,
  moved: (line: string) => string,
  kinds: readonly Kind[],
): Promise<Decisions> {
  const there = new Map<string, { readonly hash: string; readonly node: string }>();
  const taken = new Set<string>();
  for (const label of MOVED_LABELS) {
    for await (const page of pagesOf(graph, namespace, label, null)) {
      for (const row of page) {
        const record = nodeRecord(row);
        there.set(nameOf(label.label, record.key), { hash: hashOfRecord(record), node: row.node });
        for (const unique of uniquesOf(label, record)) taken.add(unique);
      }
    }
  }
  const conflicts: string[] = [];
  const stays = new Set<string>();
  let same = 0;
  for (const file of manifest.files.filter(({ holds }) => holds === 'nodes')) {
    const label = movedLabel(file.label);
    if (!label) continue;
    for await (const line of linesOf(folder, file)) {
      const record = JSON.parse(moved(line)) as NodeRecord;
      const name = nameOf(file.label, record.key);
      const found = there.get(name);
      if (found) {
        stays.add(name);
        if (found.hash === hashOfRecord(record)) same += 1;
        else if (!label.isDerived) conflicts.push(name);
      } else if (uniquesOf(label, record).some((unique) => taken.has(unique))) {
        stays.add(name);
        conflicts.push(name);
      }
    }
  }
  const leftOut = await belongings(folder, manifest, stays, kinds);
  return {
    isNew: (name) => !stays.has(name) && !leftOut.has(name),
    existing: (name) => there.get(name)?.node,
    conflicts,
    same,
    leftOut: leftOut.size,
  };
}

/** Finds nodes of the export that belong to a kept existing node but do not exist there, with their versions. */
async function belongings(
  folder: string,
  manifest: Manifest,
  stays: ReadonlySet<string>,
  kinds: readonly Kind[],
): Promise<Set<string>> {
  const leftOut = new Set<string>();
  for (const file of manifest.files.filter(({ holds }) => holds === 'relationships')) {
    for await (const line of linesOf(folder, file)) {
      const { from, type, to } = JSON.parse(line) as RelationshipRecord;
      const name = nameOf(to[0], to.slice(1));
      if (OWNING.has(type) && stays.has(nameOf(file.label, from)) && !stays.has(name)) leftOut.add(name);
    }
  }
  const nodeOf = nodesOfRefs(kinds);
  for (const file of manifest.files.filter(({ holds, label }) => holds === 'nodes' && label === 'Version')) {
    for await (const line of linesOf(folder, file)) {
      const { key } = JSON.parse(line) as NodeRecord;
      const name = nameOf(file.label, key);
      const node = nodeOf(String(key[0]));
      if (node !== undefined && (stays.has(node) || leftOut.has(node)) && !stays.has(name)) leftOut.add(name);
    }
  }
  return leftOut;
}

/** Finds the node that a ref identifies, by the prefixes that the kinds and their parts define. */
function nodesOfRefs(kinds: readonly Kind[]): (ref: string) => string | undefined {
  const labels = new Map(
    kinds.flatMap((kind) => [kind, ...(kind.parts ?? [])]).map(({ refPrefix, label }) => [refPrefix, label]),
  );
  return (ref) => {
    const end = ref.indexOf(':');
    const label = labels.get(ref.slice(0, end));
    return label === undefined ? undefined : nameOf(label, [ref.slice(end + 1)]);
  };
}

/** Vectors are ignored when nodes are compared. */
function hashOfRecord({ labels, properties, parts = [] }: NodeRecord): string {
  const said = Object.entries(properties).filter(([name]) => !/^(?:embedding|model)[01]$/.test(name));
  return sha256(JSON.stringify([labels.filter((label) => !/^Un(?:named|linked)/.test(label)), said, parts])).slice(
    0,
    32,
  );
}

function uniquesOf({ label, alsoUnique = [] }: MovedLabel, { properties }: NodeRecord): string[] {
  const values = alsoUnique.map((name) => properties[name]);
  return values.length === 0 || values.some((value) => value === undefined) ? [] : [JSON.stringify([label, ...values])];
}
