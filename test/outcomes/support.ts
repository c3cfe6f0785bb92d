import { randomUUID } from 'node:crypto';
import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, expect } from 'vitest';
import { KnowledgeRegistry } from '../../src/knowledge/knowledge.registry.js';
import type { Entry } from '../../src/evidence/policy.js';
import { MemoryScope } from '../../src/memories/memories.model.js';
import { visibilityOf } from '../../src/memories/scopes.js';
import { fromDriver, toDriver } from '../../src/graph/values.js';
import { contextService, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';

interface Item {
  readonly kind: string;
  readonly id: string;
  readonly used: boolean | null;
  readonly credit: number;
  readonly creditState: string;
}
interface Outcome {
  readonly success: boolean;
  readonly items: readonly Item[];
}

export let service: TestService;
export let seed: TestService;
export let driver: Driver;

/** Starts the services of a file, one of which has POLICY=seed, and a driver. */
export function startOutcomes(): void {
  beforeAll(async () => {
    service = await contextService();
    seed = await contextService({ POLICY: 'seed' });
    driver = neo4j.driver(
      process.env['TEST_NEO4J_URI'] ?? '',
      neo4j.auth.basic(process.env['TEST_NEO4J_USER'] ?? 'neo4j', process.env['TEST_NEO4J_PASSWORD'] ?? ''),
      { disableLosslessIntegers: true },
    );
  });
  afterAll(async () => {
    await driver.close();
    await seed.close();
    await service.close();
  });
}

const REPORT = `mutation ($input: OutcomeInput!) { reportOutcome(input: $input) {
  success items { kind id used credit creditState } plan { success steps { num outcome item { id } } } } }`;
export const REFS = ['item:a', 'memory:b', 'strategy:c', 'piece:d', 'fluent:e'];

/**
 * Creates one piece of knowledge of each kind, all with the same trust except where the initial value differs, and
 * receipts that contain them.
 */
export function world(on: TestService = service) {
  const namespace = freshNamespace();
  const kinds = { item: 'ITEM', memory: 'MEMORY', strategy: 'STRATEGY', piece: 'PIECE', fluent: 'FLUENT' } as const;
  const labels = {
    item: 'KnowledgeItem',
    memory: 'Memory',
    strategy: 'Strategy',
    piece: 'Piece',
    fluent: 'Fluent',
  } as const;
  const kindOf = (ref: string) => ref.slice(0, ref.indexOf(':')) as keyof typeof kinds;
  const headers = { 'x-agent': 'tester' };
  return {
    namespace,
    create: async () => {
      const now = new Date();
      for (const ref of REFS) {
        const kind = kindOf(ref);
        const trust = kind === 'strategy' ? 0.5 : kind === 'memory' ? 0.8 : 1;
        await driver.executeQuery(
          `CREATE (node:Knowledge:${labels[kind]}) SET node = $properties`,
          toDriver({
            properties: {
              ...{ namespace, ref, id: ref.slice(ref.indexOf(':') + 1), kind: kinds[kind], title: ref, text: ref },
              ...{ trust, initialTrust: trust, trustSince: now, createdAt: now, updatedAt: now, decaysSince: now },
              ...{ attempts: 0, successes: 0, objectives: [], usageCount: 0, facets: [], tags: [], content: ref },
              ...{
                description: ref,
                uiLocation: '',
                actionSequence: [],
                prerequisites: [],
                outputState: '',
                docCitation: '',
              },
              ...{
                parameters: '{}',
                extra: '{}',
                givenFields: [],
                pattern: 'p',
                method: 'm',
                action: 'a',
                approach: 'x',
              },
              ...{
                scope: 'ORG',
                project: 'default',
                team: 'default',
                visibility: visibilityOf(MemoryScope.ORG, { team: 'default', project: 'default' }),
                outcome: 'SUCCESS',
              },
              ...{
                knowledgeType: 'PROCEDURE',
                infoType: 'skills',
                domain: 'D',
                name: 'e',
                arity: 0,
                fluentKind: 'SIMPLE',
              },
            },
          }),
        );
      }
    },
    receipt: async (
      refs: readonly string[] = REFS,
      scores: readonly number[] = refs.map(() => 1),
      voice: { agent?: string; session?: string } = {},
    ) => {
      const id = randomUUID();
      await driver.executeQuery(
        `CREATE (receipt:Receipt) SET receipt = $properties
         WITH receipt UNWIND $refs AS ref MATCH (node:Knowledge {namespace: $namespace, ref: ref})
         CREATE (receipt)-[:GAVE]->(node)`,
        toDriver({
          namespace,
          refs,
          properties: {
            ...{ namespace, id, query: 'q', text: 't', team: 'default', project: 'default' },
            ...{ at: new Date(), degraded: [], scores, trusts: refs.map(() => 1), ...voice },
            kinds: refs.map((ref) => kinds[kindOf(ref)]),
            ids: refs.map((ref) => ref.slice(ref.indexOf(':') + 1)),
          },
        }),
      );
      return id;
    },
    report: async (input: object, more: Record<string, string> = {}) =>
      (await on.data<{ reportOutcome: Outcome }>(namespace, REPORT, { input }, { ...headers, ...more })).reportOutcome,
    refused: async (input: object, more: Record<string, string> = {}) => {
      const { errors = [] } = await on.graphql(namespace, REPORT, { input }, { ...headers, ...more });
      return errors[0]?.extensions;
    },
    data: <Data>(query: string, variables: object = {}, more: Record<string, string> = {}) =>
      on.data<Data>(namespace, query, variables, { ...headers, ...more }),
    trusts: async () => {
      const { records } = await driver.executeQuery(
        'MATCH (node:Knowledge {namespace: $namespace}) RETURN node.ref AS ref, node.trust AS trust',
        { namespace },
      );
      return Object.fromEntries(records.map((record) => [record.get('ref') as string, record.get('trust') as number]));
    },
    /** Checks that every trust equals the fold of its ledger. */
    expectFolded: async () => {
      const { records } = await driver.executeQuery(
        `MATCH (node:Knowledge {namespace: $namespace})
         RETURN node.kind AS kind, node.trust AS trust, node.initialTrust AS initial, node.trustSince AS since,
           COLLECT { MATCH (node)-[:HAS_EVIDENCE]->(e) RETURN e {.id, .kind, .positive, .weight, .share, .at, .appliedAt,
             .sequence, .policyConstants} AS e } AS entries`,
        { namespace },
      );
      const registry = on.app.get(KnowledgeRegistry, { strict: false });
      for (const record of records) {
        const { kind, trust, initial, since, entries } = fromDriver(record.toObject()) as {
          kind: string;
          trust: number;
          initial: number;
          since: Date;
          entries: Entry[];
        };
        expect(registry.policyOf(kind)?.fold({ trust: initial, since }, entries).trust, kind).toBe(trust);
      }
    },
  };
}

export const states = ({ items }: Outcome) => items.map(({ creditState }) => creditState);
export const credits = ({ items }: Outcome) => items.map(({ credit }) => credit);
