import { Test } from '@nestjs/testing';
import neo4j from 'neo4j-driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/common/caller.js';
import { WorkersModule } from '../../src/common/workers/workers.module.js';
import { ConfigModule } from '../../src/config/config.module.js';
import { GraphModule } from '../../src/graph/graph.module.js';
import { readCypherFile } from '../../src/graph/statement.js';
import { DependenciesService } from '../../src/fluents/dependencies.service.js';
import { FluentsService } from '../../src/fluents/fluents.service.js';
import { RulesService } from '../../src/fluents/rules.service.js';
import { freshNamespace, testConfig } from '../support/graph.js';
import { operatorOf, partsOf } from '../support/plan.js';
import { serving } from '../support/kinds.js';

// Starts two services on one database. Nothing that must hold between them may depend on memory.
const start = async () => {
  const app = await Test.createTestingModule({
    imports: [ConfigModule.of(testConfig()), WorkersModule, GraphModule, serving('FLUENT')],
  }).compile();
  await app.init();
  return {
    fluents: app.get(FluentsService),
    rules: app.get(RulesService),
    dependencies: app.get(DependenciesService),
    close: () => app.close(),
  };
};
let replicas: Awaited<ReturnType<typeof start>>[] = [];
beforeAll(async () => {
  replicas = [await start(), await start()];
});
afterAll(() => Promise.all(replicas.map((replica) => replica.close())));

const service = (index = 0) => {
  const replica = replicas[index % replicas.length];
  if (!replica) throw new Error('not started');
  return replica;
};
const caller = (): Caller => ({ namespace: freshNamespace() }) as Caller;
const holds = (name: string, needs: string) => `holdsFor(${name}(X)=true, I) :- holdsFor(${needs}(X)=true, I).`;

describe('closures', () => {
  it.each(['fluents/read-dependencies', 'fluents/read-dependents'])('%s prunes while it walks', async (name) => {
    const driver = neo4j.driver(
      process.env.TEST_NEO4J_URI ?? '',
      neo4j.auth.basic(process.env.TEST_NEO4J_USER ?? 'neo4j', process.env.TEST_NEO4J_PASSWORD ?? ''),
    );
    const { text } = readCypherFile(name);
    const { summary } = await driver.executeQuery(`EXPLAIN ${text}`, { namespace: 'n', ids: ['d/a'], id: 'd/a' });
    await driver.close();
    expect(partsOf(summary.plan).map(operatorOf).join(' ')).toContain('VarLengthExpand(Pruning,BFS');
  });

  it('end on a dense graph, each after what it needs', async () => {
    const who = caller();
    // There are 8 layers of 8 fluents, each of which needs the whole layer before: 8^7 paths, 64 fluents.
    const name = (layer: number, index: number) => `f${layer}_${index}`;
    const eight = [0, 1, 2, 3, 4, 5, 6, 7];
    const graph = Object.fromEntries(
      eight.flatMap((layer) =>
        eight.map((index) => [name(layer, index), layer === 0 ? [] : eight.map((other) => name(layer - 1, other))]),
      ),
    );
    await service().dependencies.importDependencies(who, 'dense', graph);
    const { ids, depth } = await service().dependencies.closureOf(who.namespace, 'dense/f7_0', true);
    expect(ids).toHaveLength(56);
    expect(depth).toBe(7);
    expect(ids.map((id) => Number(id.charAt('dense/f'.length)))).toEqual(
      eight.slice(0, 7).flatMap((layer) => eight.map(() => layer)),
    );
    expect(await service().dependencies.dependentsOf(who.namespace, 'dense/f0_0', true)).toHaveLength(56);
    expect((await service().dependencies.generationOrder(who.namespace, 'dense')).map((level) => level.length)).toEqual(
      eight.map(() => 8),
    );
  });
});

describe('writers of one domain', () => {
  it('never close a cycle between them, whichever comes first', async () => {
    const who = caller();
    for (let round = 0; round < 4; round++) {
      const domain = `race${round}`;
      const results = await Promise.allSettled([
        service(0).rules.saveFluent(who, domain, { name: 'a', rules: holds('a', 'b') }),
        service(1).rules.saveFluent(who, domain, { name: 'b', rules: holds('b', 'a') }),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } });
      expect(await service().dependencies.cycles(who.namespace, domain)).toEqual([]);
    }
  });

  it('lose nothing: every fluent is there once, every version kept', async () => {
    const who = caller();
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        service(n).rules.saveFluent(who, 'busy', { name: 'shared', rules: `initially(shared(v${n})=true).` }),
      ),
    );
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        service(n).rules.saveFluent(who, 'busy', { name: `own${n}`, rules: holds(`own${n}`, 'common') }),
      ),
    );
    expect(await service().fluents.versionsOf(who.namespace, 'busy/shared', 100)).toHaveLength(12);
    expect(await service().fluents.summary(who.namespace, 'busy')).toEqual({
      // In a domain without a vocabulary, fluents that nothing defines are input.
      fluents: 13,
      defined: 13,
      missing: [],
    });
    expect(await service().dependencies.dependentsOf(who.namespace, 'busy/common', true)).toHaveLength(12);
  });
});

it('keeps namespaces and domains apart', async () => {
  const [one, other] = [caller(), caller()];
  await service().rules.saveFluent(one, 'd', { name: 'a', rules: holds('a', 'b') });
  await service().rules.saveFluent(one, 'e', { name: 'b', rules: holds('b', 'a') });
  await service().rules.saveFluent(other, 'd', { name: 'b', rules: holds('b', 'a') });
  expect(await service().dependencies.dependentsOf(one.namespace, 'd/b', true)).toEqual(['d/a']);
  expect((await service().dependencies.closureOf(other.namespace, 'd/b', true)).ids).toEqual(['d/a']);
  await expect(service().fluents.findFluent(other.namespace, 'e', 'b')).rejects.toThrow('Domain "e" does not exist');
  expect((await service().fluents.listDomains(other.namespace)).map(({ name }) => name)).toEqual(['d']);
  await service().fluents.deleteFluent(one, 'd', { name: 'a', force: true });
  expect((await service().fluents.getFluent(other.namespace, 'd', 'a')).rules).toBeNull();
  expect((await service().fluents.getFluent(other.namespace, 'd', 'b')).rules).toBe(holds('b', 'a'));
});

it('takes what an import inferred for a fluent once rules of it come, and asks for names outside a vocabulary', async () => {
  const who = caller();
  const uses =
    'initiatedAt(a(X)=true, T) :- happensAt(go(X), T), holdsAt(b(X)=true, T).\nterminatedAt(a(X)=true, T) :- happensAt(stop(X), T).';
  const { report } = await service().rules.importRules(who, 'd', uses);
  expect(report.valid).toBe(true);
  expect((await service().fluents.getFluent(who.namespace, 'd', 'b')).fluentKind).toBe('INPUT_FLUENT');
  const saved = await service().rules.saveFluent(who, 'd', {
    name: 'b',
    rules: 'initiatedAt(b(X)=true, T) :- happensAt(go(X), T).',
  });
  expect(saved.report.valid).toBe(true);
  expect(await service().fluents.getFluent(who.namespace, 'd', 'b')).toMatchObject({ fluentKind: 'SIMPLE', arity: 1 });
  await service().fluents.declareVocabulary(who, 'd', { inputEvents: ['go/1'] });
  expect((await service().fluents.summary(who.namespace, 'd')).missing).toEqual(['stop/1']);
  const checked = await service().rules.checkRules(who.namespace, 'd', uses);
  expect(checked.problems.filter(({ severity }) => severity === 'ERROR').map(({ predicate }) => predicate)).toEqual([
    'stop/1',
  ]);
});
