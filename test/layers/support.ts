import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, vi } from 'vitest';
import { Clock } from '../../src/common/clock.js';
import { readCypherFile } from '../../src/graph/statement.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import { connectedGraph } from '../support/graph.js';
import { contextService, type TestService } from '../context/support.js';

/** The document of the knowledge integration design, with its global metadata and its second piece. */
export const LES_RANS = JSON.parse(readFileSync(new URL('data/les-rans.json', import.meta.url), 'utf8')) as Record<
  string,
  unknown
>;

export interface Skipped {
  readonly section: string | null;
  readonly index: number;
  readonly id: string | null;
  readonly field: string | null;
  readonly reason: string;
}

export interface Load {
  readonly metadata: number;
  readonly pieces: number;
  readonly nodes: number;
  readonly edges: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: readonly Skipped[];
}

export interface Retrieved {
  readonly metadata: Record<string, unknown> | null;
  readonly globalMetadata: Record<string, unknown> | null;
  readonly pieces: readonly {
    readonly piece: { readonly id: string; readonly content: string };
    readonly score: number;
    readonly explain: Record<string, unknown> & { readonly relevance: number; readonly traversal: number | null };
  }[];
  readonly graphContext: readonly {
    readonly relationType: string;
    readonly source: { readonly id: string };
    readonly target: { readonly id: string };
    readonly depth: number;
    readonly score: number;
    readonly properties: Record<string, unknown>;
    readonly piece: { readonly id: string } | null;
  }[];
}

const LOAD_FIELDS = 'metadata pieces nodes edges created updated unchanged skipped { section index id field reason }';
export const LOAD = `mutation ($document: JSON!) { loadKnowledge(document: $document) { ${LOAD_FIELDS} } }`;
export const INGEST = `mutation ($text: String!, $entityId: ID, $checkIn: Boolean, $maxRetries: Int, $artifacts: JSON,
  $replace: Boolean, $allowOthers: Boolean, $allowGlobal: Boolean) {
  ingestText(text: $text, entityId: $entityId, checkIn: $checkIn, maxRetries: $maxRetries, artifacts: $artifacts,
    replace: $replace, allowOthers: $allowOthers, allowGlobal: $allowGlobal) {
    document attempts checkInId load { ${LOAD_FIELDS} } } }`;
export const RETRIEVE = `query ($query: String!, $entityId: ID, $first: Int! = 5, $depth: Int, $knowledgeTypes: [KnowledgeType!],
  $tags: [String!], $merge: RetrievalMerge, $firstRelations: Int! = 20) {
  retrieve(query: $query, entityId: $entityId, first: $first, depth: $depth, knowledgeTypes: $knowledgeTypes, tags: $tags,
    merge: $merge, firstRelations: $firstRelations) {
    metadata globalMetadata
    pieces { piece { id content } score explain { profile relevance lexical vector graph chain neighbours session traversal
      trust gamma scopeWeight formula } }
    graphContext { relationType source { id } target { id } depth score properties piece { id } } } }`;

export interface Knowledge extends TestService {
  load(namespace: string, document: unknown): Promise<Load>;
  retrieve(namespace: string, variables: Record<string, unknown>): Promise<Retrieved>;
}

export async function knowledgeService(overrides: Record<string, string> = {}): Promise<Knowledge> {
  const service = await contextService(overrides);
  return {
    ...service,
    load: async (namespace, document) =>
      (await service.data<{ loadKnowledge: Load }>(namespace, LOAD, { document })).loadKnowledge,
    retrieve: async (namespace, variables) =>
      (await service.data<{ retrieve: Retrieved }>(namespace, RETRIEVE, variables)).retrieve,
  };
}

/** Starts a service and its graph for all tests of a file; `use` receives them before the first test. */
export function withKnowledge(use: (started: { service: Knowledge; graph: GraphService }) => void): void {
  const ends: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const service = await knowledgeService();
    ends.push(() => service.close());
    const graph = await connectedGraph();
    ends.push(() => graph.onApplicationShutdown());
    use({ service, graph });
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });
}

/** Returns a day of June. Tests of other times record data on these days. */
export const june = (day: number) => new Date(Date.UTC(2025, 5, day));

/** Runs a function while the service's clock shows a day of June. */
export async function onDay<Result>(
  { app }: Pick<Knowledge, 'app'>,
  day: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const now = vi.spyOn(app.get(Clock), 'now').mockReturnValue(june(day));
  try {
    return await work();
  } finally {
    now.mockRestore();
  }
}

/** Returns the problems that the consistency statement of `cypher/explore` finds; empty if there are none. */
export async function inconsistencies(
  graph: GraphService,
  namespace: string,
): Promise<{ problem: string; what: string }[]> {
  const name = 'explore/220-knowledge-consistency';
  const { text } = readCypherFile(name);
  const rows = await graph.run<object, { problem: string; what: string }>({ name, mode: 'read', text }, { namespace });
  return rows.filter(({ problem }) => problem !== 'None: all is well');
}

/** Counts the records of each kind in a namespace; only entities from documents count. */
export async function counts(graph: GraphService, namespace: string) {
  const text = `RETURN COUNT { (e:Entity {namespace: $namespace}) WHERE e.metadataHash IS NOT NULL } AS metadata,
    COUNT { (p:Piece {namespace: $namespace}) } AS pieces,
    COUNT { (e:Entity {namespace: $namespace}) WHERE e.nodeHash IS NOT NULL } AS nodes,
    COUNT { ()-[l:LINK]->() WHERE l.namespace = $namespace } AS edges,
    COUNT { (e:Entity {namespace: $namespace}) WHERE e.rule IS NULL } AS entities`;
  const statement = { name: 'test/counts', mode: 'read' as const, text };
  const [row] = await graph.run<
    { namespace: string },
    { metadata: number; pieces: number; nodes: number; edges: number; entities: number }
  >(statement, { namespace });
  if (!row) throw new Error('counts returns one row');
  return row;
}
