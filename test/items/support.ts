import { Test, type TestingModule } from '@nestjs/testing';
import { readFileSync } from 'node:fs';
import { Clock } from '../../src/common/clock.js';
import { WorkersModule } from '../../src/common/workers/workers.module.js';
import { ConfigModule } from '../../src/config/config.module.js';
import { EvidenceService } from '../../src/evidence/evidence.service.js';
import { GraphModule } from '../../src/graph/graph.module.js';
import { GraphService } from '../../src/graph/graph.service.js';
import type { LearningInput } from '../../src/items/items.inputs.js';
import { LearningKind } from '../../src/items/items.model.js';
import { CatalogService } from '../../src/items/catalog.service.js';
import { ItemsService } from '../../src/items/items.service.js';
import { LearningEditor } from '../../src/items/learning-editor.service.js';
import { NamesService } from '../../src/items/names.service.js';
import { NamesWorker } from '../../src/items/names.worker.js';
import { EmbeddingService } from '../../src/embedding/embedding.service.js';
import { SearchService } from '../../src/search/search.service.js';
import { UndoService } from '../../src/versions/undo.service.js';
import { OldVersionsKeeper } from '../../src/versions/versions.keeper.js';
import { VersionsService } from '../../src/versions/versions.service.js';
import { testConfig } from '../support/graph.js';
import { serving } from '../support/kinds.js';

export interface Kb {
  readonly kb: ItemsService;
  readonly catalog: CatalogService;
  readonly learnings: LearningEditor;
  readonly names: NamesService;
  readonly worker: NamesWorker;
  readonly evidence: EvidenceService;
  readonly graph: GraphService;
  readonly embedding: EmbeddingService;
  readonly clock: SettableClock;
  readonly history: VersionsService;
  readonly oldVersions: OldVersionsKeeper;
  readonly search: SearchService;
  readonly undo: UndoService;
  close(): Promise<void>;
}

/** A clock that stands still until it is set. */
export class SettableClock extends Clock {
  private time = new Date('2026-03-01T12:00:00.000Z');
  now(): Date {
    return this.time;
  }
  set(time: string): void {
    this.time = new Date(time);
  }
  advance(milliseconds: number): void {
    this.time = new Date(this.time.getTime() + milliseconds);
  }
}

/** Starts the knowledge base without the server, on the tests' database. */
export async function startKb(overrides: Record<string, string> = {}): Promise<Kb> {
  const clock = new SettableClock();
  const app: TestingModule = await Test.createTestingModule({
    imports: [ConfigModule.of(testConfig(overrides)), WorkersModule, GraphModule, serving('ITEM')],
  })
    .overrideProvider(Clock)
    .useValue(clock)
    .compile();
  await app.init();
  return {
    kb: app.get(ItemsService),
    catalog: app.get(CatalogService, { strict: false }),
    learnings: app.get(LearningEditor, { strict: false }),
    names: app.get(NamesService, { strict: false }),
    worker: app.get(NamesWorker, { strict: false }),
    evidence: app.get(EvidenceService, { strict: false }),
    graph: app.get(GraphService, { strict: false }),
    embedding: app.get(EmbeddingService, { strict: false }),
    clock,
    history: app.get(VersionsService, { strict: false }),
    oldVersions: app.get(OldVersionsKeeper, { strict: false }),
    search: app.get(SearchService, { strict: false }),
    undo: app.get(UndoService, { strict: false }),
    close: () => app.close(),
  };
}

/** Returns a record of a catalog that contains only the fields given by the test. */
export function record(id: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    knowledge_id: id,
    description: `How to ${id}.`,
    ui_location: 'Menu → File',
    action_sequence: ["click_menu('File')"],
    prerequisites: [],
    output_state: `${id}_done`,
    doc_citation: 'doc:gui#Menu',
    ...fields,
  };
}

/** Returns a failure in the form in which an agent reports it. */
export function failure(itemId: string, fields: Partial<LearningInput> = {}): LearningInput {
  return {
    itemId,
    kind: LearningKind.SELF_EXPLORATION,
    task: 'Open a log',
    stepNum: 2,
    originalAction: { tool_name: 'Click-Tool', kb_source: itemId },
    originalError: 'Element not found',
    ...fields,
  };
}

export function sampleCatalog(): Record<string, unknown>[] {
  return JSON.parse(readFileSync(new URL('../../sample/knowledge_catalog.json', import.meta.url), 'utf8')) as Record<
    string,
    unknown
  >[];
}

export async function exported(catalog: CatalogService, namespace: string): Promise<Record<string, unknown>[]> {
  const records: Record<string, unknown>[] = [];
  for await (const item of catalog.exportCatalog(namespace)) records.push(item);
  return records;
}
