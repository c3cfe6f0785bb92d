// A caller's statement is accepted or refused by its plan, which shows what the database would do, and not by its text:
// keywords can be hidden in a text, but operators cannot be hidden in a plan.

/** An operator of a plan, as the driver reports it. */
export interface PlanOperator {
  readonly operatorType: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly children: readonly PlanOperator[];
}

/** Labels of nodes that answers must not contain: they store the hashes of API keys, and the state of replicas. */
export const HIDDEN_LABELS: readonly string[] = ['ApiKey', 'Lease'];

/**
 * Operators that only read, by their names in the manual of Neo4j 5.26 and 2026. Scans of all nodes and seeks by
 * internal id are not included, although they only read, because they reach nodes with hidden labels.
 */
const READING: ReadonlySet<string> = new Set(
  `AntiConditionalApply AntiSemiApply Apply Argument ArgumentTracker AssertSameNode AssertSameRelationship
AssertingMultiNodeIndexSeek AssertingMultiRelationshipIndexSeek CacheProperties CartesianProduct ConditionalApply
DirectedAllRelationshipsScan DirectedRelationshipByElementIdSeek DirectedRelationshipIndexContainsScan
DirectedRelationshipIndexEndsWithScan DirectedRelationshipIndexScan DirectedRelationshipIndexSeek
DirectedRelationshipIndexSeekByRange DirectedRelationshipTypeScan DirectedUnionRelationshipTypesScan Distinct Eager
EagerAggregation EmptyResult EmptyRow ExhaustiveLimit Filter IntersectionNodeByLabelsScan LeftOuterHashJoin LetAntiSemiApply
LetSelectOrAntiSemiApply LetSelectOrSemiApply LetSemiApply Limit MultiNodeIndexSeek NodeByLabelScan
NodeCountFromCountStore NodeHashJoin NodeIndexContainsScan NodeIndexEndsWithScan NodeIndexScan NodeIndexSeek
NodeIndexSeekByRange NodeLeftOuterHashJoin NodeRightOuterHashJoin NodeUniqueIndexSeek NodeUniqueIndexSeekByRange NonFuseable Optional
OrderedAggregation OrderedDistinct OrderedUnion PartialSort PartialTop PathPropagatingBFS ProcedureCall ProduceResults
ProjectEndpoints Projection RelationshipCountFromCountStore RightOuterHashJoin RollUpApply SelectOrAntiSemiApply
SelectOrSemiApply SemiApply ShortestPath Skip Sort SubtractionNodeByLabelsScan Top TriadicBuild TriadicFilter
TriadicSelection UndirectedAllRelationshipsScan UndirectedRelationshipByElementIdSeek
UndirectedRelationshipIndexContainsScan UndirectedRelationshipIndexEndsWithScan UndirectedRelationshipIndexScan
UndirectedRelationshipIndexSeek UndirectedRelationshipIndexSeekByRange UndirectedRelationshipTypeScan
UndirectedUnionRelationshipTypesScan Union UnionNodeByLabelsScan Unwind ValueHashJoin`.split(/\s+/),
);
/** Operators whose names continue in brackets: VarLengthExpand(Pruning,BFS,All). */
const READING_FORMS: ReadonlySet<string> = new Set([
  'BidirectionalRepeat',
  'Expand',
  'OptionalExpand',
  'Repeat',
  'StatefulShortestPath',
  'VarLengthExpand',
]);
const SCANS_ALL: ReadonlySet<string> = new Set([
  'AllNodesScan',
  'DynamicLabelNodeLookup',
  'NodeByElementIdSeek',
  'NodeByIdSeek',
  'PartitionedAllNodesScan',
]);

/** Procedures that only read the graph and its schema. */
const PROCEDURES: ReadonlySet<string> = new Set([
  'db.index.fulltext.queryNodes',
  'db.index.fulltext.queryRelationships',
  'db.index.vector.queryNodes',
  'db.index.vector.queryRelationships',
  'db.labels',
  'db.propertyKeys',
  'db.relationshipTypes',
]);
/**
 * Namespaces of built-in functions. Other functions with a dot in their name come from plugins, which may do anything.
 */
const FUNCTIONS =
  /^(?:date|datetime|localdatetime|localtime|time|duration|point|vector\.similarity)\.\w+$|^(?:date|datetime|localdatetime|localtime|time)\.(?:statement|transaction|realtime)$/i;

const HIDDEN = new RegExp(`\\b(?:${HIDDEN_LABELS.join('|')})\\b`);
/** Subqueries inside an expression, which a plan shows as text, without their operators. */
const NESTED = /\b(?:COLLECT|COUNT|EXISTS)\s*\{/i;

/**
 * Reason to refuse a statement because of its text, or undefined. The text is searched only for parts that the plan
 * does not show.
 */
export function refusalOfText(text: string): string | undefined {
  if (text.includes('\\u')) return 'Escapes such as \\u0041 are not taken; pass the value as a parameter';
  const bare = withoutTexts(text);
  if (/^\s*(?:EXPLAIN|PROFILE|CYPHER)\b/i.test(bare)) {
    return 'The statement must begin with its first clause, not with EXPLAIN, PROFILE or CYPHER';
  }
  if (/\bUSE\b/i.test(bare)) return 'USE is not taken: statements read the database of the service';
  for (const [, name = ''] of bare.matchAll(/((?:\w+\s*\.\s*)+\w+)\s*\(/g)) {
    const called = name.replace(/\s+/g, '');
    if (!FUNCTIONS.test(called) && !PROCEDURES.has(called)) return `The function or procedure ${called} is not taken`;
  }
  return undefined;
}

/** The text without comments and strings; quoted names lose their quotes. */
function withoutTexts(text: string): string {
  return text.replace(
    /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n\r]*|'(?:\\[\s\S]|[^'\\])*'|"(?:\\[\s\S]|[^"\\])*"|`((?:``|[^`])*)`/g,
    (whole, name?: string) => name ?? (whole.startsWith('/') ? ' ' : "''"),
  );
}

/** Reason to refuse a statement because of its plan, or undefined. */
export function refusalOfPlan(plan: PlanOperator): string | undefined {
  const name = plan.operatorType.replace(/@.*$/, '');
  const { Details: told } = plan.arguments;
  const details = typeof told === 'string' ? told : '';
  if (SCANS_ALL.has(name)) {
    return `Name a label: a statement that may read any node (${name}) could read API keys`;
  }
  if (!READING.has(name) && !READING_FORMS.has(name.replace(/\(.*$/, '')))
    return `${name} is not taken: it may do more than read`;
  if (HIDDEN.test(details)) return `Nodes of the labels ${HIDDEN_LABELS.join(' and ')} are not shown`;
  if (NESTED.test(details)) {
    return 'A subquery inside an expression is not taken, since the plan does not show what it reads; use CALL { … } or OPTIONAL MATCH';
  }
  if (name === 'ProcedureCall') {
    const called = /^\s*([\w.`]+)\s*\(/.exec(details)?.[1]?.replaceAll('`', '') ?? 'of an unknown name';
    if (!PROCEDURES.has(called)) return `The procedure ${called} is not taken`;
  }
  for (const child of plan.children) {
    const refusal = refusalOfPlan(child);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}
