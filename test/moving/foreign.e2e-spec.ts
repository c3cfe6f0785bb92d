import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GraphService } from '../../src/graph/graph.service.js';
import { namespaceToken } from '../../src/knowledge/facets.js';
import { readManifest } from '../../src/moving/folder.js';
import { importNamespace } from '../../src/moving/import.js';
import { assertWhole, wordsToken } from '../../src/moving/reading.js';
import { movedTo, RECORDED } from '../../src/sample/recorded.js';
import { connectedGraph, freshNamespace } from '../support/graph.js';
import { fuzzImports, served, writeExport } from './foreign-support.js';

let graph: GraphService;
const folder = mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'foreign-'));
beforeAll(async () => {
  graph = await connectedGraph();
});
afterAll(async () => {
  await graph?.onApplicationShutdown();
  rmSync(folder, { recursive: true, force: true });
});

it('every line of the demo data, an export, can be taken into any namespace', async () => {
  const manifest = readManifest(RECORDED);
  const edit = movedTo(new Date('2026-01-31T12:00:00Z'));
  await assertWhole({ folder: RECORDED, manifest, namespace: manifest.namespace, moved: edit });
  const moved = (line: string) =>
    edit(line)
      .replaceAll(namespaceToken(manifest.namespace), namespaceToken('here'))
      .replaceAll(wordsToken(manifest.namespace), wordsToken('here'));
  await assertWhole({ folder: RECORDED, manifest, namespace: 'here', moved });
});

it('an API key for all namespaces is refused as a part of an item, with file, line and reason, and nothing is stored', async () => {
  const namespace = freshNamespace();
  const items = ['good', 'evil'].map((id) => ({
    key: [id],
    labels: ['Knowledge', 'KnowledgeItem'],
    properties: {
      id,
      ref: `item:${id}`,
      kind: 'ITEM',
      description: 'd',
      actionSequence: ['a'],
      prerequisites: [],
      trust: 1,
    },
  }));
  const properties = { id: namespace, namespace: '_system', hash: 'da78', role: 'admin', projects: [], teams: [] };
  const evil = { ...items[1], parts: [{ type: 'HAS_VALUE', labels: ['ApiKey'], properties }] };
  writeExport(folder, { KnowledgeItem: [items[0], evil].map((item) => JSON.stringify(item)) }, { namespace });
  await expect(importNamespace(graph, folder, { now: new Date() }, served)).rejects.toThrow(
    'KnowledgeItem.jsonl, line 2: no export has a KnowledgeItem with a part ["ApiKey"] by HAS_VALUE',
  );
  const text = `MATCH (n) WHERE n.namespace = $namespace OR n.id = $namespace OR n.staged STARTS WITH $namespace
    RETURN labels(n) AS labels`;
  expect(await graph.run<object, object>({ name: 'test/foreign', mode: 'read', text }, { namespace })).toEqual([]);
});

// foreign.release-spec.ts changes 2,000.
it('a changed export is refused, or writes nothing outside of its namespace', () => fuzzImports(graph, 10, 1));
