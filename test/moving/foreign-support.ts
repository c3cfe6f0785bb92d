import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { BadUserInputError } from '../../src/common/errors.js';
import { sha256 } from '../../src/common/hash.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import { kinds } from '../../src/kinds.js';
import { namespaceToken } from '../../src/knowledge/facets.js';
import type { ExportedFile, Manifest } from '../../src/moving/folder.js';
import { importNamespace } from '../../src/moving/import.js';
import { LEFT_OUT, MOVED_LABELS, PART_LABELS, SECOND_LABELS } from '../../src/moving/labels.js';
import { nameOf } from '../../src/moving/reading.js';
import type { NodeRecord, RelationshipRecord } from '../../src/moving/records.js';
import { RECORDED } from '../../src/sample/recorded.js';
import { Draw } from '../fuzz/draw.js';
import { freshNamespace, testConfig } from '../support/graph.js';

/** The lines of the files of an export, by the file's name without `.jsonl`. */
export type Lines = Readonly<Record<string, readonly string[]>>;

export const served = { kinds: kinds.map(({ kind }) => kind), config: testConfig() };

const recorded = JSON.parse(readFileSync(join(RECORDED, 'manifest.json'), 'utf8')) as Manifest;

/** Writes an export whose hashes are right, as whoever makes one can. */
export function writeExport(folder: string, lines: Lines, more: object): void {
  mkdirSync(folder, { recursive: true });
  const files = Object.entries(lines).map(([name, own]): ExportedFile => {
    const text = own.map((line) => `${line}\n`).join('');
    writeFileSync(join(folder, `${name}.jsonl`), text);
    const [label = '', relationships] = name.split('.');
    const holds = relationships === undefined ? 'nodes' : 'relationships';
    return { file: `${name}.jsonl`, label, holds, lines: own.length, sha256: sha256(text) };
  });
  const manifest = { ...recorded, files, hash: sha256(JSON.stringify(files)), ...more };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

/**
 * Changes exports of a part of the demo data in many ways and imports them: each import succeeds or is refused as input
 * that no export is, and nothing is written outside of its namespace.
 */
export async function fuzzImports(graph: GraphService, folders: number, seed: number): Promise<void> {
  const folder = mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'fuzzed-'));
  const draw = new Draw(seed);
  const mark = freshNamespace();
  const demo = demoData(mark);
  const imported: string[] = [];
  try {
    for (let n = 0; n < folders; n += 1) {
      const namespace = `${mark}-${n}`;
      const { lines, more } = changed(draw, someOf(draw, demo, namespace), mark);
      writeExport(join(folder, namespace), lines, { namespace, ...more });
      try {
        await importNamespace(graph, join(folder, namespace), { as: namespace, now: new Date() }, served);
        imported.push(namespace);
      } catch (error) {
        expect(error, `folder ${n} of seed ${seed}`).toBeInstanceOf(BadUserInputError);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  // Otherwise nothing was tested.
  expect(imported.length).toBeGreaterThan(folders / 20);
  expect(imported.length).toBeLessThan(folders / 2);
  const ask = <Row extends object>(text: string) =>
    graph.run<object, Row>({ name: 'test/fuzz-imports', mode: 'write', text }, { mark });
  // All that an export brings has such a title. Jobs of services that run meanwhile write nodes of their own, and labels
  // that show the types of entities.
  const written = await ask<{ namespace: string | null; labels: string[]; isLinked: boolean }>(
    `MATCH (n) WHERE n.title STARTS WITH $mark
     UNWIND [label IN labels(n) WHERE NOT label IN coalesce(n.shownLabels, [])] AS label
     RETURN n.namespace AS namespace, collect(DISTINCT label) AS labels,
       max(CASE WHEN EXISTS { (n)--(other) WHERE other.namespace <> n.namespace } THEN 1 ELSE 0 END) = 1 AS isLinked`,
  );
  const ours = [...MOVED_LABELS, ...PART_LABELS].map(({ label }) => label).concat(Object.keys(SECOND_LABELS));
  expect(written.filter(({ namespace }) => !imported.includes(String(namespace)))).toEqual([]);
  expect(written.filter(({ isLinked }) => isLinked)).toEqual([]);
  expect(written.flatMap(({ labels }) => labels).filter((label) => !ours.includes(label))).toEqual([]);
  // Nothing is left of imports that were refused, not even a mark.
  const begun = await ask<{ namespace: string }>(
    'MATCH (n) WHERE n.namespace STARTS WITH $mark RETURN DISTINCT n.namespace AS namespace ORDER BY namespace',
  );
  expect(begun.map(({ namespace }) => namespace)).toEqual(imported.toSorted());
  await ask('MATCH (n) WHERE n.namespace STARTS WITH $mark DETACH DELETE n');
}

type Demo = ReadonlyMap<string, readonly (NodeRecord | RelationshipRecord)[]>;

/** Some nodes of each label of the demo data, and the relationships between them. All titles begin with the mark. */
function demoData(mark: string): Demo {
  const files = new Map<string, (NodeRecord | RelationshipRecord)[]>();
  const linesOf = (file: string) => readFileSync(join(RECORDED, file), 'utf8').trimEnd().split('\n');
  const held = new Set<string>();
  for (const { file, label, holds } of recorded.files) {
    const own: (NodeRecord | RelationshipRecord)[] = [];
    for (const line of linesOf(file)) {
      if (own.length === 8) break;
      if (holds === 'nodes') {
        const record = JSON.parse(line) as NodeRecord;
        const titled = (properties: object) => ({ ...properties, title: `${mark} title` });
        const parts = record.parts?.map((part) => ({ ...part, properties: titled(part.properties) }));
        own.push({ ...record, properties: titled(record.properties), ...(parts && { parts }) });
        held.add(nameOf(label, record.key));
      } else {
        const record = JSON.parse(line) as RelationshipRecord;
        if (held.has(nameOf(label, record.from)) && held.has(nameOf(record.to[0], record.to.slice(1))))
          own.push(record);
      }
    }
    files.set(file.replace('.jsonl', ''), own);
  }
  return files;
}

/** A few nodes of a few labels, moved into a namespace. */
function someOf(draw: Draw, demo: Demo, namespace: string): Record<string, string[]> {
  const labels = [...demo.keys()].filter((name) => !name.includes('.'));
  const chosen = Array.from({ length: 3 }, () => draw.oneOf(labels));
  const moved = (record: object) =>
    JSON.stringify(record).replaceAll(namespaceToken(recorded.namespace), namespaceToken(namespace));
  const lines: Record<string, string[]> = {};
  for (const label of new Set(chosen)) {
    lines[label] = (demo.get(label) ?? []).map(moved);
    const relationships = (demo.get(`${label}.relationships`) ?? []).filter((record) =>
      chosen.includes((record as RelationshipRecord).to[0]),
    );
    if (relationships.length > 0) lines[`${label}.relationships`] = relationships.map(moved);
  }
  return lines;
}

/** Changes one place of an export. */
function changed(draw: Draw, lines: Record<string, string[]>, mark: string): { lines: Lines; more: object } {
  const file = draw.oneOf(Object.keys(lines));
  const own = lines[file] ?? [];
  const at = draw.below(own.length);
  const line = own[at] ?? '{}';
  const hostile = hostileValues(draw, mark);
  const way = draw.below(16);
  if (way === 0) own.splice(at, 1);
  else if (way === 1) own.push(line);
  else if (way === 2) own[at] = line.slice(0, draw.below(line.length));
  else if (way === 3) {
    const from = draw.below(line.length);
    own[at] = line.slice(0, from) + draw.oneOf(['"', '{', 'n', '0', ',', '\\', '\u2028']) + line.slice(from + 1);
  } else if (way === 4) return { lines, more: { [draw.oneOf(['namespace', 'vectors', 'migrations'])]: hostile() } };
  else if (way === 5) {
    const name = draw.oneOf([...Object.keys(LEFT_OUT), 'Plan', 'KnowledgeItem.relationships']);
    return { lines: { ...lines, [name]: own }, more: {} };
  } else {
    const record = JSON.parse(line) as unknown;
    const isNode = !file.includes('.');
    const objects = objectsIn(record);
    const object = draw.oneOf(objects) as Record<string, unknown>;
    const names = [
      'namespace',
      'staged',
      'parts',
      'labels',
      'shownLabels',
      'facets',
      'role',
      '__proto__',
      'id',
      'made',
    ];
    if (isNode && way > 13) (record as { labels: unknown[] }).labels.push(hostileLabel(draw));
    else if (isNode && way > 11) (record as { parts: unknown[] }).parts = [hostilePart(draw, mark)];
    else if (way < 9 && Object.keys(object).length > 0) object[draw.oneOf(Object.keys(object))] = hostile();
    else Object.defineProperty(object, draw.oneOf(names), { value: hostile(), enumerable: true });
    own[at] = JSON.stringify(record);
  }
  return { lines, more: {} };
}

/** All objects and lists of a value. */
function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

const hostileLabel = (draw: Draw) => draw.oneOf([...Object.keys(LEFT_OUT), 'Knowledge', 'EntityAlias', 'Other']);
const hostileNamespace = (draw: Draw, mark: string) => draw.oneOf(['_system', `${mark}-other`, 'default', '']);

function hostilePart(draw: Draw, mark: string): object {
  const namespace = draw.oneOf<unknown>([{ $namespace: true }, hostileNamespace(draw, mark)]);
  return {
    type: draw.oneOf(['HAS_VALUE', 'PROMOTED', 'LINK']),
    labels: [hostileLabel(draw)],
    properties: { title: `${mark} key`, id: mark, namespace, hash: 'da78', role: 'admin' },
  };
}

/** Values that attack, or that are of a form which no export has. */
function hostileValues(draw: Draw, mark: string): () => unknown {
  const values: readonly (() => unknown)[] = [
    () => hostileLabel(draw),
    () => hostileNamespace(draw, mark),
    () => [hostileLabel(draw)],
    () => [hostilePart(draw, mark)],
    () => ({ $namespace: true }),
    () => [namespaceToken(hostileNamespace(draw, mark))],
    () => `other ${mark}`,
    () =>
      draw.oneOf<unknown>([
        null,
        true,
        0,
        -1.5,
        '',
        [],
        {},
        [[]],
        ['a', 1],
        { $int: 0.5 },
        { $time: 'now' },
        { $int: 3 },
      ]),
  ];
  return () => draw.oneOf(values)();
}
