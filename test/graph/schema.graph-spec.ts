import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GraphService } from '../../src/graph/graph.service.js';
import { namesInStatements } from '../../src/graph/names.js';
import { recordedFiles } from '../../src/graph/recorded-files.js';
import { applySchema, statementsOf } from '../../src/graph/schema.js';
import type { Statement } from '../../src/graph/statement.js';
import { connectedGraph } from '../support/graph.js';

let graph: GraphService;
beforeAll(async () => {
  graph = await connectedGraph();
});
afterAll(() => graph.onApplicationShutdown());

const read = <Row extends object>(text: string) => graph.run<object, Row>({ name: 'test', mode: 'read', text }, {});

/** The database as it would be if these schema files had been applied to it, and nothing may be changed. */
function having(files: readonly { readonly name: string; readonly checksum: string }[]): GraphService {
  const run = (statement: Statement<object, object>, parameters: object) =>
    statement.name === 'graph/list-schema-files' ? Promise.resolve(files) : graph.run(statement, parameters);
  const changeSchema = (statements: readonly object[]) => Promise.reject(new Error(`runs ${statements.length}`));
  return Object.assign(Object.create(graph) as GraphService, { run, changeSchema });
}
const files = recordedFiles('schema');

it('creates each constraint and each index that a file names, a room in a file', async () => {
  const texts = files.flatMap(statementsOf).map(({ text }) => text);
  const named = texts.map((text) => /^CREATE (?:CONSTRAINT|(?:FULLTEXT )?INDEX) (\w+) IF NOT EXISTS/.exec(text)?.[1]);
  expect(new Set(named).size).toBe(texts.length);
  const indexes = await read<{ name: string }>('SHOW INDEXES YIELD name RETURN name');
  expect(indexes.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
  expect(files.length).toBeLessThanOrEqual(35);
});

it('makes each property in a statement known to the database', async () => {
  const known = await read<{ name: string }>('CALL db.propertyKeys() YIELD propertyKey RETURN propertyKey AS name');
  expect(known.map(({ name }) => name)).toEqual(expect.arrayContaining([...namesInStatements().properties]));
});

it('applies only what is not recorded, in one transaction', async () => {
  await applySchema(having(files), () => expect.fail());
  const last = files.at(-1)!;
  await expect(applySchema(having(files.slice(0, -1)), () => expect.fail())).rejects.toThrow(
    `runs ${statementsOf(last).length}`,
  );
});

it('refuses a file that has changed since, and a database of an earlier release, whose data it says how to move', async () => {
  const changed = files.map((file) => ({ ...file, checksum: 'another' }));
  await expect(applySchema(having(changed), () => expect.fail())).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/^schema\/001-graph was changed/) as string,
  });
  const earlier = [{ name: 'schema/000-schema-file', checksum: '1feff01b40f0110d' }];
  await expect(applySchema(having(earlier), () => expect.fail())).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(
      /0\.2\.0 or an earlier one.*heartwood export.*empty database.*heartwood import/,
    ) as string,
  });
});

it('has a record that the probe of readiness writes to', async () => {
  await graph.ready();
  const probed = await read<{ name: string }>(
    'MATCH (file:SchemaFile) WHERE file.probedAt > datetime() - duration("PT1M") RETURN file.name AS name',
  );
  expect(probed.map(({ name }) => name)).toEqual([files[0]?.name]);
});
