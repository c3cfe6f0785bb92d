import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GraphService } from '../../src/graph/graph.service.js';
import type { Statement } from '../../src/graph/statement.js';
import { connectedGraph, freshNamespace } from '../support/graph.js';
import { declared } from './every-statement.js';

type Given = Readonly<Record<string, unknown>>;
interface Case {
  /** Creates what the statement changes, so that its first run does change something. */
  readonly setup: string;
  /** @param namespace also the name of the lease, which has no namespace */
  readonly given: (namespace: string) => Given;
}

const until = new Date('2026-01-02T03:04:05Z');
const LEASE = 'CREATE (:Lease {name: $namespace, owner: "a", token: 3, until: datetime("2026-01-01T00:00:00Z")})';
const held = (namespace: string) => ({ name: namespace, owner: 'a', token: 3 });

const CASES: Readonly<Record<string, Case>> = {
  'adaptive/save-task': {
    setup: 'CREATE (:Task {namespace: $namespace, idempotencyKey: "start:other", id: "t0"})',
    given: (namespace) => ({
      task: {
        namespace,
        id: 't',
        idempotencyKey: 'start:k',
        requestHash: 'h',
        objective: 'List primes',
        createdAt: until,
      },
    }),
  },
  'graph/renew-lease': { setup: LEASE, given: (namespace) => ({ ...held(namespace), until }) },
  'graph/release-lease': { setup: LEASE, given: held },
  'knowledge/record-receipts': {
    setup: `UNWIND ["a", "b"] AS id
            CREATE (:KnowledgeItem:Knowledge {namespace: $namespace, id: id, ref: "item:" + id, trust: 1.0})`,
    given: (namespace) => ({
      rows: ['r1', 'r2'].map((id, n) => ({
        ...{ n, namespace, refs: ['item:a', 'item:b'], prompt: n === 1 ? { retrieved: '[]' } : null },
        receipt: { id, query: 'open a file', at: until, scores: [1, 0.5], trusts: [1, 1] },
      })),
    }),
  },
  'memories/keep-reply': {
    setup: 'CREATE (:Job {namespace: $namespace, id: "j", token: 1, status: "RUNNING"})',
    given: (namespace) => ({ namespace, id: 'j', token: 1, reply: '{"memories": []}', until }),
  },
  'memories/renew-jobs': {
    setup:
      'CREATE (:Job {namespace: $namespace, id: "j", token: 1, status: "RUNNING", dueAt: datetime("2026-01-01T00:00:00Z")})',
    given: (namespace) => ({ jobs: [{ namespace, id: 'j', token: 1 }], until }),
  },
  'memories/settle-session': {
    setup: 'CREATE (:Session {namespace: $namespace, id: "s", outcome: "UNKNOWN"})',
    given: (namespace) => ({ namespace, sessionId: 's', outcome: 'SUCCESS' }),
  },
  'merging/name-links': {
    setup: `CREATE (a:Entity {namespace: $namespace, id: "a"}), (b:Entity {namespace: $namespace, id: "b"}),
            (a)-[:LINK {namespace: $namespace, key: "k"}]->(b), (a)-[:WAS_LINK {namespace: $namespace, key: "k"}]->(b)`,
    given: (namespace) => ({ namespace, rows: [{ key: 'k', ref: 'relation:h' }] }),
  },
};

let graph: GraphService;
beforeAll(async () => {
  graph = await connectedGraph();
});
afterAll(() => graph?.onApplicationShutdown());

const written = <Row extends object>(mode: 'read' | 'write', text: string): Statement<{ namespace: string }, Row> => ({
  ...{ name: 'test', mode, text },
});
/** All that a namespace contains, and its lease. */
const content = written<{ labels: string[]; node: object; edges: string[] }>(
  'read',
  `CALL () {
     MATCH (n {namespace: $namespace}) RETURN n UNION MATCH (n:Lease {name: $namespace}) RETURN n
   }
   OPTIONAL MATCH (n)-[r]->(m)
   WITH n, r, m ORDER BY type(r), m.id
   WITH n, collect(type(r) + m.id + coalesce(toString(r.rank), '') + coalesce(r.ref, '')) AS edges
   RETURN labels(n) AS labels, properties(n) AS node, edges ORDER BY elementId(n)`,
);

/** Runs a statement twice; returns the answers and the content before and after each. */
async function twice(name: string, { setup, given }: Case) {
  const statement = declared.get(name) as Statement<Given, object>;
  const namespace = freshNamespace();
  await graph.run(written('write', setup), { namespace });
  const contents = [await graph.run(content, { namespace })];
  const answers: object[][] = [];
  for (let run = 0; run < 2; run++) {
    answers.push(await graph.run(statement, given(namespace)));
    contents.push(await graph.run(content, { namespace }));
  }
  return { answers, contents };
}

const declaredAs = (repeat: string | undefined) =>
  [...declared.values()].filter((one) => one.repeat === repeat).map(({ name, mode }) => ({ name, mode }));

describe('a statement that is declared as safe to repeat', () => {
  it('has a case here', () => {
    // graph/create-names changes no data.
    const safe = declaredAs('SAFE').flatMap(({ name }) => (name === 'graph/create-names' ? [] : name));
    expect(safe.sort()).toEqual(Object.keys(CASES).sort());
  });

  it.each(Object.entries(CASES))('%s gives the same answer again and changes nothing', async (name, given) => {
    const { answers, contents } = await twice(name, given);
    expect(contents[1]).not.toEqual(contents[0]);
    expect(answers[1]).toEqual(answers[0]);
    expect(contents[2]).toEqual(contents[1]);
  });

  it('is not one that counts: acquiring a lease again gives another token', async () => {
    const { answers, contents } = await twice('graph/acquire-lease', {
      setup: LEASE,
      given: (namespace) => ({ name: namespace, owner: 'a', now: until, until }),
    });
    expect(answers[1]).not.toEqual(answers[0]);
    expect(contents[2]).not.toEqual(contents[1]);
  });
});

it('declares of every write whether it may be repeated, and of nothing else', () => {
  const writes = [...declaredAs('SAFE'), ...declaredAs('MARKED')];
  expect(writes.length).toBeGreaterThan(100);
  expect(writes.every(({ mode }) => mode === 'write')).toBe(true);
  expect(declaredAs(undefined).filter(({ mode }) => mode === 'write')).toEqual([]);
});
