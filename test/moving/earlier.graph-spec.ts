import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayOf, DAY_MS } from '../../src/sample/recorded.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import { namespaceToken } from '../../src/knowledge/facets.js';
import { kinds } from '../../src/kinds.js';
import { exportNamespace } from '../../src/moving/export.js';
import { readManifest } from '../../src/moving/folder.js';
import { importNamespace } from '../../src/moving/import.js';
import { wordsToken } from '../../src/moving/reading.js';
import { connectedGraph, freshNamespace, testConfig } from '../support/graph.js';

const EARLIER = fileURLToPath(new URL('../data/0.2.0', import.meta.url));
const folder = mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'earlier-'));
const served = { kinds: kinds.map(({ kind }) => kind), config: testConfig() };
let graph: GraphService;
beforeAll(async () => {
  graph = await connectedGraph();
});
afterAll(async () => {
  await graph?.onApplicationShutdown();
  rmSync(folder, { recursive: true, force: true });
});

/** Moves all times so that the export is of today. Otherwise a service of another test would archive old memories. */
const now = new Date();
const days = dayOf(now) - dayOf(new Date('2026-11-30'));
const today = (line: string): string =>
  line.replaceAll(/\b20\d\d-\d\d-\d\d(?=T\d\d:)/g, (day) =>
    new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10),
  );

/** The lines of each file of an export. */
const linesOf = (from: string, edit = (line: string) => line): Record<string, string[]> =>
  Object.fromEntries(
    readManifest(from).files.map(({ file }) => [
      file,
      edit(readFileSync(join(from, file), 'utf8'))
        .trimEnd()
        .split('\n')
        .sort(),
    ]),
  );

it('an export of 0.2.0 is imported completely, with its evidence and its versions', async () => {
  const namespace = freshNamespace();
  const { namespace: before } = readManifest(EARLIER);
  const done = await importNamespace(graph, EARLIER, { as: namespace, now, edit: today }, served);
  expect(done).toMatchObject({ conflicts: [], findings: [], leftOut: 0 });
  expect(done.checkedTrusts).toBe(42);

  const { foreign } = await exportNamespace(graph, folder, { namespace });
  expect(foreign).toEqual([]);
  const moved = (text: string) =>
    today(text)
      .replaceAll(namespaceToken(before), namespaceToken(namespace))
      .replaceAll(wordsToken(before), wordsToken(namespace));
  expect(linesOf(folder)).toEqual(linesOf(EARLIER, moved));
});
