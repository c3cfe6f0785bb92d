import * as fc from 'fast-check';
import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCypherFile } from '../../src/graph/statement.js';
import { freshNamespace } from '../support/graph.js';
import { operatorOf, partsOf } from '../support/plan.js';
import { failure, type Kb, record, startKb } from './support.js';

let service: Kb;
let driver: Driver;
beforeAll(async () => {
  service = await startKb();
  driver = neo4j.driver(
    process.env.TEST_NEO4J_URI ?? '',
    neo4j.auth.basic(process.env.TEST_NEO4J_USER ?? 'neo4j', process.env.TEST_NEO4J_PASSWORD ?? ''),
  );
});
afterAll(async () => {
  await service.close();
  await driver.close();
});

const item = (id: string, prerequisites: string[], fields: Record<string, unknown> = {}) =>
  record(id, { prerequisites, ...fields });
const input = (id: string, prerequisites: string[], outputState = '') => ({
  id,
  description: id,
  uiLocation: '',
  actionSequence: [],
  prerequisites,
  outputState,
  docCitation: '',
});
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);
const requires = async (namespace: string, id: string, transitive = true) =>
  ids(await service.kb.requires(namespace, id, transitive));
const requiredBy = async (namespace: string, id: string, transitive = true) =>
  ids(await service.kb.requiredBy(namespace, id, transitive));
const stateNames = async (namespace: string) => {
  const { records } = await driver.executeQuery(
    'MATCH (s:State {namespace: $namespace}) WHERE s.name > "" RETURN s.name AS name ORDER BY name',
    { namespace },
  );
  return records.map((row) => String(row.get('name')));
};

describe('prerequisites', () => {
  it('lead through items and states, in the order to carry them out', async () => {
    const namespace = freshNamespace();
    await service.catalog.importCatalog(namespace, [
      item('save', ['cut', 'file_open']),
      item('cut', ['signal_selected'], { output_state: 'cut_made' }),
      item('select', ['open'], { output_state: 'signal_selected' }),
      item('open', ['start'], { output_state: 'file_open' }),
      item('start', []),
    ]);
    expect(await requires(namespace, 'save')).toEqual(['start', 'open', 'select', 'cut']);
    expect(await requires(namespace, 'save', false)).toEqual(['open', 'cut']);
    expect(await requiredBy(namespace, 'open')).toEqual(['save', 'select', 'cut']);
    expect(await requiredBy(namespace, 'open', false)).toEqual(['save', 'select']);
    expect(await requires(namespace, 'nothing')).toEqual([]);
  });

  it('that are an id and a state at once are the item', async () => {
    const namespace = freshNamespace();
    await service.catalog.importCatalog(namespace, [
      item('a', ['ready']),
      item('ready', []),
      item('producer', [], { output_state: 'ready' }),
    ]);
    expect(await requires(namespace, 'a')).toEqual(['ready']);
    expect(await requiredBy(namespace, 'producer')).toEqual([]);
  });

  it('of a state with several producers lead to the most trusted, then the smallest id, as trust stands now', async () => {
    const namespace = freshNamespace();
    await service.catalog.importCatalog(namespace, [
      item('a', ['ready']),
      item('c', [], { output_state: 'ready' }),
      item('b', [], { output_state: 'ready' }),
      item('low', [], { output_state: 'ready', trust_score: 0.9 }),
    ]);
    expect(await requires(namespace, 'a')).toEqual(['b']);
    expect(await requiredBy(namespace, 'c')).toEqual([]);
    await service.kb.attachLearning({ namespace }, failure('b'));
    expect(await requires(namespace, 'a')).toEqual(['c']);
    expect(await requiredBy(namespace, 'c')).toEqual(['a']);
    expect(await requiredBy(namespace, 'b')).toEqual([]);
  });

  it('that nothing provides are listed and reported', async () => {
    const namespace = freshNamespace();
    const report = await service.catalog.importCatalog(namespace, [item('a', ['y', 'b', 'x', 'y']), item('b', [])]);
    expect(await service.kb.unresolvedPrerequisites(namespace, 'a')).toEqual(['y', 'x']);
    expect(await service.kb.unresolvedPrerequisites(namespace, 'b')).toEqual([]);
    expect(report.warnings).toEqual([
      'unresolved prerequisite: "a" names "y", which is neither an item nor the output of one',
      'unresolved prerequisite: "a" names "x", which is neither an item nor the output of one',
    ]);
    expect((await service.kb.findItem(namespace, 'a'))?.prerequisites).toEqual(['y', 'b', 'x', 'y']);
  });

  it('may form cycles, which are reported with their path and end', async () => {
    const namespace = freshNamespace();
    const report = await service.catalog.importCatalog(namespace, [
      item('a', ['b']),
      item('b', ['c_done']),
      item('c', ['a', 'd']),
      item('d', []),
      item('self', ['self']),
    ]);
    expect(report.warnings).toEqual(['prerequisite cycle: a → b → c → a', 'prerequisite cycle: self → self']);
    expect(await requires(namespace, 'a')).toEqual(['d', 'c', 'b']);
    expect(await requires(namespace, 'self')).toEqual([]);
    expect(await requiredBy(namespace, 'a')).toEqual(['c', 'b']);
  });

  it('are reported by the item that provides each: an item of that name, or the best producer of the state', async () => {
    const warnings = async (...items: Record<string, unknown>[]) =>
      (await service.catalog.importCatalog(freshNamespace(), items)).warnings;
    const closing = [item('b', ['ready'], { output_state: 'ready' }), item('c', [], { output_state: 'ready' })];
    const low = item('a', [], { output_state: 'ready', trust_score: 0.9 });
    expect(await warnings(low, ...closing)).toEqual(['prerequisite cycle: b → b']);
    expect(await warnings(item('a', [], { output_state: 'ready' }), ...closing)).toEqual([]);
    expect(await warnings(item('a', ['ready'], { output_state: 'ready' }), item('ready', []))).toEqual([]);
    expect(await warnings(item('a', ['x', 'b', 'x']), item('b', ['x']))).toEqual([
      'unresolved prerequisite: "a" names "x", which is neither an item nor the output of one',
      'unresolved prerequisite: "b" names "x", which is neither an item nor the output of one',
    ]);
  });

  it('follow what is saved and deleted later', async () => {
    const namespace = freshNamespace();
    await service.catalog.saveItem(namespace, input('plot', ['open'], 'plotted'));
    expect(await service.kb.unresolvedPrerequisites(namespace, 'plot')).toEqual(['open']);
    expect(await stateNames(namespace)).toEqual(['open', 'plotted']);

    await service.catalog.saveItem(namespace, input('loader', [], 'open'));
    expect(await requires(namespace, 'plot')).toEqual(['loader']);

    await service.catalog.saveItem(namespace, input('open', []));
    expect(await requires(namespace, 'plot')).toEqual(['open']);
    expect(await stateNames(namespace)).toEqual(['open', 'plotted']);

    await service.catalog.deleteItem(namespace, 'loader');
    expect(await stateNames(namespace)).toEqual(['plotted']);

    await service.catalog.deleteItem(namespace, 'open');
    expect(await service.kb.unresolvedPrerequisites(namespace, 'plot')).toEqual(['open']);
    expect(await stateNames(namespace)).toEqual(['open', 'plotted']);

    await service.catalog.saveItem(namespace, input('plot', ['start'], 'drawn'));
    expect(await stateNames(namespace)).toEqual(['drawn', 'start']);
    await service.catalog.deleteItem(namespace, 'plot');
    expect(await stateNames(namespace)).toEqual([]);
  });

  it('come out the same however a catalog was put together', async () => {
    const names = ['i0', 'i1', 'i2', 'i3', 'i4', 's0', 's1'];
    const anyItem = fc.record({
      id: fc.constantFrom('i0', 'i1', 'i2', 'i3', 'i4'),
      prerequisites: fc.array(fc.constantFrom(...names), { maxLength: 3 }),
      outputState: fc.constantFrom('', 's0', 's1', 'i1'),
      deleted: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyItem, { minLength: 1, maxLength: 8 }), async (steps) => {
        const stepwise = freshNamespace();
        const last = new Map<string, (typeof steps)[number]>();
        for (const step of steps) {
          if (step.deleted) await service.catalog.deleteItem(stepwise, step.id);
          else await service.catalog.saveItem(stepwise, input(step.id, step.prerequisites, step.outputState));
          if (step.deleted) last.delete(step.id);
          else last.set(step.id, step);
        }
        const atOnce = freshNamespace();
        const records = [...last.values()].map(({ id, prerequisites, outputState }) =>
          item(id, prerequisites, { output_state: outputState, description: id }),
        );
        const { warnings } = await service.catalog.importCatalog(atOnce, records);
        expect((await service.catalog.importCatalog(stepwise, [])).warnings).toEqual(warnings);
        expect(await stateNames(stepwise)).toEqual(await stateNames(atOnce));
        for (const id of last.keys()) {
          expect(await requires(stepwise, id)).toEqual(await requires(atOnce, id));
          expect(await requiredBy(stepwise, id)).toEqual(await requiredBy(atOnce, id));
        }
      }),
      { numRuns: 6 },
    );
  }, 120_000);
});

describe('reading prerequisites', () => {
  it.each(['items/read-prerequisites', 'items/read-dependents'])(
    '%s prunes instead of walking every path',
    async (name) => {
      const { text } = readCypherFile(name);
      const { summary } = await driver.executeQuery(`EXPLAIN ${text}`, { namespace: 'x', ids: ['a'] });
      expect(partsOf(summary.plan).map(operatorOf).join('\n')).toContain('VarLengthExpand(Pruning,BFS');
    },
  );

  it('of many items at once takes one statement', async () => {
    const namespace = freshNamespace();
    await service.catalog.importCatalog(
      namespace,
      Array.from({ length: 30 }, (_, n) => item(`i${n}`, n === 0 ? [] : [`i${n - 1}`])),
    );
    const statements: string[] = [];
    const run = service.graph.run.bind(service.graph);
    service.graph.run = (statement, ...rest) => {
      statements.push(statement.name);
      return run(statement, ...rest);
    };
    try {
      await Promise.all(Array.from({ length: 30 }, (_, n) => requires(namespace, `i${n}`)));
    } finally {
      service.graph.run = run;
    }
    expect(statements).toEqual(['items/read-prerequisites', 'items/find-items']);
  });
});
