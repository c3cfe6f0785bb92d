import { type DocumentNode, GraphQLError, type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql';
import { type ComplexityEstimator, fieldExtensionsEstimator, getComplexity } from 'graphql-query-complexity';
import { LimitExceededError } from '../common/errors.js';

/** Arguments that limit the number of entries that a field returns. */
const COUNTS = ['first', 'firstRelations', 'last', 'points'] as const;

/** Assumed number of entries if the caller does not limit it. */
const UNSAID = 20;
const isCounted = ({ args }: { readonly args: readonly { readonly name: string }[] }) =>
  args.some(({ name }) => name === 'first');

/**
 * A field costs 1 plus the cost of its subfields; for a list, that sum is multiplied by its maximum number of entries.
 */
const estimator: ComplexityEstimator = ({ args, childComplexity, field }) => {
  const counts = COUNTS.map((name): unknown => args[name]).filter((count) => typeof count === 'number');
  // If the field's limit has another name, the schema contains no default for it.
  const unsaid = counts.length === 0 && isCounted(field) ? [UNSAID] : [];
  return 1 + Math.max(1, ...counts, ...unsaid) * childComplexity;
};

/** Cached costs, by operation and by those parts of its variables that affect the cost. */
const complexities = new WeakMap<OperationDefinitionNode, Map<string, number>>();
/** Maximum number of cached costs per operation, and maximum length of a cache key. */
const KEPT = { costs: 100, characters: 1_000 };

/**
 * @throws LimitExceededError when the operation, with its variables, may cost more than `maximum`
 * @throws GraphQLError when a variable has a wrong value
 */
export function assertAffordable(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>> | null | undefined,
  maximum: number,
): void {
  const known = complexities.get(operation) ?? new Map<string, number>();
  complexities.set(operation, known);
  const declared = declaredVariables(operation, variables ?? {});
  const key = JSON.stringify(Object.entries(declared).map(([name, value]) => [name, costing(value)]));
  let complexity = known.get(key);
  if (complexity === undefined) {
    const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    const query: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] };
    complexity = complexityOf(schema, query, withoutEntries(declared));
    if (known.size < KEPT.costs && key.length <= KEPT.characters) known.set(key, complexity);
  }
  if (complexity > maximum) {
    throw new LimitExceededError(
      `The operation may cost ${complexity}; at most ${maximum} is allowed. Ask for fewer at once`,
    );
  }
}

/** Callers may send others, in any number. */
function declaredVariables(
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = variableDefinitions.map(({ variable }) => variable.name.value);
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(variables, name)).map((name) => [name, variables[name]]),
  );
}

/**
 * Reduces a variable to the part that can affect the cost: a count or a boolean. For other values only the type
 * matters.
 */
function costing(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? value : typeof value;
}

/** Empties all lists of variables. They do not affect the cost, and the execution checks their entries. */
function withoutEntries(variables: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => {
      if (Array.isArray(value)) return [name, []];
      const isObject = typeof value === 'object' && value !== null;
      return [name, isObject ? withoutEntries(value as Record<string, unknown>) : value];
    }),
  );
}

function complexityOf(schema: GraphQLSchema, query: DocumentNode, variables: Record<string, unknown>): number {
  try {
    return getComplexity({ schema, query, variables, estimators: [fieldExtensionsEstimator(), estimator] });
  } catch (error) {
    // Errors of wrong variables have nodes. An error without nodes means that the fragments expand to too many fields.
    if (error instanceof GraphQLError && !error.nodes) return Number.POSITIVE_INFINITY;
    throw error;
  }
}
