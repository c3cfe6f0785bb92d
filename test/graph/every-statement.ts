import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import neo4j, { type Driver, type Plan } from 'neo4j-driver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filtersInIndex } from '../../src/embedding/index-filter.js';
import { cypherFileNames, readCypherFile, type Statement } from '../../src/graph/statement.js';
import { connectedGraph } from '../support/graph.js';
import { EVERY_CALL, NEEDS_2026, operatorOf, partsOf } from '../support/plan.js';
import { rowColumns } from '../support/row-columns.js';

/** These are run by the schema, by migrations and by people; all other statements are declared in code. */
export const NOT_DECLARED = /^(schema|migrations|explore)\//;
/** Operators that read more than necessary: every node, or every node of a label. */
const UNBOUNDED =
  /^(AllNodesScan|NodeByLabelScan|UnionNodeByLabelsScan|DirectedAllRelationshipsScan|UndirectedAllRelationshipsScan|DirectedRelationshipTypeScan|UndirectedRelationshipTypeScan)$/;
/** Statements that measure, write or search vectors. */
const KEEPS_VECTORS = 'embedding/';
/**
 * Matches a vector property, or all properties of a variable. For knowledge these include its vectors, which are longer
 * than everything else.
 */
const ALL_OR_VECTOR = /\.(embedding[01])\b|\bproperties\((\w+)\)|(\w+)\{[^{}]*\.\*/g;
/**
 * Variables that may be copied completely, because they have no vectors: maps, steps, learnings, relationships and
 * parameters.
 */
const WITHOUT_VECTORS = ['h', 'm', 'properties', 'action', 'original', 'derived', 'learning', 'given', 'report'];
/** A condition on parameters alone, such as `CoerceToPredicate($scan)` or `$fetch > $autoint_1`. */
const ON_PARAMETERS =
  /^\(?(CoerceToPredicate\()?\$[\w.]+\)?( (IS NULL|IS NOT NULL|(=|<>|<|<=|>|>=) (\$[\w.]+|[\d.]+)))?\)?$/;

const sources = fileURLToPath(new URL('../../src/', import.meta.url));
const declarations = readdirSync(sources, { recursive: true, withFileTypes: true })
  .filter(({ name }) => name.endsWith('.statements.ts'))
  .map(({ name, parentPath }) => join(parentPath, name));
type AnyStatement = Statement<object, object>;
/** Exports of a file: statements, or records of statements with one purpose, by slot. */
type Exports = Record<string, AnyStatement | Record<string, AnyStatement>>;
/**
 * Imports the file that the services of this process import, since each statement may be declared only once per
 * process.
 */
const imported = (file: string) =>
  process.env.TEST_BUILT_SOURCES ? join(sources, '..', 'dist', relative(sources, file).replace(/\.ts$/, '.js')) : file;
const modules = await Promise.all(
  declarations.map((file) => import(pathToFileURL(imported(file)).href) as Promise<Exports>),
);
const promised = rowColumns(declarations);
export const declared = new Map(
  modules
    .flatMap((module) => Object.values(module))
    .flatMap((exported) => ('text' in exported ? [exported as AnyStatement] : Object.values(exported)))
    .map((statement) => [statement.name, statement]),
);
export const names = cypherFileNames().filter((name) => !name.startsWith('schema/'));

/** `USING INDEX` alone lets the planner read the whole index, with all namespaces, if statistics show few rows. */
const OPEN_HINT = /USING INDEX (?!SEEK )\w+:/g;

/**
 * A pattern that leads away from one known node, with what follows the pattern. Without a hint, a plan made while there
 * are few relationships reads all relationships of their type, and stays in use when there are many.
 */
const FROM_KNOWN_NODE =
  /MATCH (?:\w+ = )?\(\w+:\w+ \{namespace: [^,}]+, id: [^}]+\}\)[-<][\s\S]*?\b(USING|WHERE|WITH|RETURN|SET|DELETE|MATCH|CALL|MERGE|CREATE|REMOVE|FOREACH|UNWIND)\b/g;

/** Besides EVERY_CALL: what ranks, and what follows relationships without a bound on their number. */
const RANKS_OR_FOLLOWS =
  /^(search\/(candidates|rank$|expand-)|(fluents|items)\/read-depend|items\/read-prerequisites$|memories\/find-standing$|versions\/read-content$)/;

/**
 * True for statements whose plans `npm run test:release` checks: those that no search, context, report or closure runs,
 * and that plan for seconds more than they tell.
 */
export const isRare = (name: string): boolean => !EVERY_CALL.test(name) && !RANKS_OR_FOLLOWS.test(name);

/** What the text alone shows: where it needs a hint, there is one, and the hint is a seek. */
export function expectHints(name: string): void {
  const { text } = readCypherFile(name);
  // A migration must stay as it was recorded.
  if (!name.startsWith('migrations/')) expect(text.match(OPEN_HINT), name).toBeNull();
  // Statements for people are planned when they are run.
  if (!/^(migrations|explore)\//.test(name))
    expect(
      [...text.matchAll(FROM_KNOWN_NODE)].filter(([, next]) => next !== 'USING').map(([found]) => found),
      name,
    ).toEqual([]);
}

/** Explains each of these files. The statement must be as declared, cause no warning, and use an index. */
export function explainEach(files: readonly string[]): void {
  let driver: Driver;
  let isOf2026: boolean;
  beforeAll(async () => {
    const graph = await connectedGraph();
    isOf2026 = filtersInIndex((await graph.describe()).version);
    await graph.onApplicationShutdown();
    driver = neo4j.driver(
      process.env.TEST_NEO4J_URI ?? '',
      neo4j.auth.basic(process.env.TEST_NEO4J_USER ?? 'neo4j', process.env.TEST_NEO4J_PASSWORD ?? ''),
      // Numbers are sent with the same types as by the service, since other types would result in other plans.
      { disableLosslessIntegers: true },
    );
  });
  afterAll(() => driver.close());

  it.for(files)('%s runs as declared, without a warning, from an index', async (name, context) => {
    const file = readCypherFile(name);
    if (NEEDS_2026.test(file.text) && !isOf2026) return context.skip('Neo4j 5.26 has no Cypher 25');
    const { records } = await driver.executeQuery(`RETURN ${file.parameters} AS parameters`);
    const parameters = records[0]?.get('parameters') as object;
    const session = driver.session();
    const result = session.run(`EXPLAIN ${file.text}`, parameters);
    const [columns, { summary }] = await Promise.all([result.keys(), result]).finally(() => session.close());

    const statement = declared.get(name);
    if (statement) {
      expect([...columns].sort(), 'columns').toEqual(promised.get(name));
      // Commands that create or drop an index have the same query type as those that show one.
      const changesSchema = /^(CREATE .*INDEX .* IF NOT EXISTS|DROP INDEX .* IF EXISTS)/m.test(file.text);
      const writes = summary.queryType.includes('w');
      expect(statement.mode, 'mode').toBe(changesSchema ? 'schema' : writes ? 'write' : 'read');
    } else if (name.startsWith('migrations/')) {
      // One function runs all migrations, so all have these parameters.
      expect(Object.keys(parameters).sort(), 'parameters').toEqual(['after', 'batch']);
      expect(columns, 'columns').toEqual(['after', 'changed']);
      expect(summary.queryType, 'mode').toMatch(/w/);
    } else {
      expect(summary.queryType, 'people only read').not.toMatch(/w/);
    }
    expect(summary.notifications.map(({ title, description }) => `${title}: ${description}`)).toEqual([]);
    if (!summary.plan) return;
    const parts = partsOf(summary.plan);
    expect(parts.map(operatorOf).filter((each) => UNBOUNDED.test(each))).toEqual([]);
    expect(parts.filter(pairsMany).map(operatorOf)).toEqual([]);
    expect(parts.filter(asksTooLate).map(({ arguments: { Details } }) => Details)).toEqual([]);
    if (NOT_DECLARED.test(name) || name.startsWith(KEEPS_VECTORS)) return;
    expect(parts.filter(readsVectors).map(({ arguments: { Details } }) => Details)).toEqual([]);
  });
}

function readsVectors({ arguments: { Details } }: Plan): boolean {
  if (typeof Details !== 'string') return false;
  return [...Details.matchAll(ALL_OR_VECTOR)]
    .map(([, vector, copied, projected]) => vector ?? copied ?? projected ?? '')
    .some((read) => !WITHOUT_VECTORS.includes(read));
}

/** True if the plan combines every row of one part with every row of another, and both may return many rows. */
function pairsMany(plan: Plan): boolean {
  if (operatorOf(plan) !== 'CartesianProduct') return false;
  const many = plan.children.filter((child) =>
    partsOf(child).some(
      (each) => each.children.length === 0 && !/^(Argument|NodeUniqueIndexSeek(\(Locking\))?)$/.test(operatorOf(each)),
    ),
  );
  return many.length > 1;
}

/**
 * True if the plan reads from the graph before it checks whether to read at all, as for `WITH x WHERE $all MATCH …`.
 */
function asksTooLate({ operatorType, arguments: { Details }, children }: Plan): boolean {
  if (!operatorType.startsWith('Filter') || typeof Details !== 'string') return false;
  const reads = children.some((child) => partsOf(child).some((each) => /Seek|Scan|Expand/.test(each.operatorType)));
  return reads && Details.split(' AND ').some((condition) => ON_PARAMETERS.test(condition));
}
