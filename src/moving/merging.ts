import { sha256 } from '../common/hash.js';
import type { GraphService } from '../graph/graph.service.js';
import type { Kind } from '../knowledge/kind.js';
import { pagesOf } from './export.js';
import { MOVED_LABELS, movedLabel } from './labels.js';
import { nameOf, nodesOf, type Reading, relationshipsOf, uniquesOf } from './reading.js';
import { nodeRecord, type NodeRecord } from './records.js';

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
  'GENERATED_IN',
  'HAS_MESSAGE',
]);

/** Returns a node name in readable form. */
export function shownName(name: string): string {
  const [label = '', key = '[]'] = name.split('\n');
  return [label, ...(JSON.parse(key) as unknown[])].join(' ');
}

/**
 * Compares an export with the data of a namespace, keeping names and hashes in memory. Existing nodes stay unchanged;
 * nodes that belong to them are not mixed with those of the export, since a trust is the fold of all its evidence.
 */
export async function decide(graph: GraphService, reading: Reading, kinds: readonly Kind[]): Promise<Decisions> {
  const { manifest, namespace } = reading;
  const there = new Map<string, { readonly hash: string; readonly node: string }>();
  const taken = new Set<string>();
  for (const label of MOVED_LABELS) {
    for await (const page of pagesOf(graph, namespace, label, null)) {
      for (const row of page) {
        const record = nodeRecord(row, label);
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
    for await (const record of nodesOf(reading, file)) {
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
  const leftOut = await belongings(reading, stays, kinds);
  return {
    isNew: (name) => !stays.has(name) && !leftOut.has(name),
    existing: (name) => there.get(name)?.node,
    conflicts,
    same,
    leftOut: leftOut.size,
  };
}

/** Finds nodes of the export that belong to a kept existing node but do not exist there, with their versions. */
async function belongings(reading: Reading, stays: ReadonlySet<string>, kinds: readonly Kind[]): Promise<Set<string>> {
  const { manifest } = reading;
  const leftOut = new Set<string>();
  for (const file of manifest.files.filter(({ holds }) => holds === 'relationships')) {
    for await (const { from, type, to } of relationshipsOf(reading, file)) {
      const name = nameOf(to[0], to.slice(1));
      if (OWNING.has(type) && stays.has(nameOf(file.label, from)) && !stays.has(name)) leftOut.add(name);
    }
  }
  const nodeOf = nodesOfRefs(kinds);
  for (const file of manifest.files.filter(({ holds, label }) => holds === 'nodes' && label === 'Version')) {
    for await (const { key } of nodesOf(reading, file)) {
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
