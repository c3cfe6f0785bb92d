import {
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { type ComplexityEstimator, fieldExtensionsEstimator, getComplexity } from 'graphql-query-complexity';
import { LimitExceededError } from '../common/errors.js';

/** Maximum depth, aliases and directives of a GraphQL document. */
export interface ShapeLimits {
  /** Levels of fields; introspection fields do not count. */
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
}

interface Shape {
  depth: number;
  aliases: number;
  directives: number;
}

/**
 * A validation rule that limits depth, aliases and directives of an operation with its fragments expanded. Each
 * fragment is measured only once, so that refusing exponentially growing fragments is cheap.
 */
export function shapeRule(limits: ShapeLimits): ValidationRule {
  return (context: ValidationContext): ASTVisitor => ({
    OperationDefinition: (operation) => {
      const shape = measure(operation.selectionSet, context, new Map());
      shape.directives += operation.directives?.length ?? 0;
      for (const name of ['depth', 'aliases', 'directives'] as const) {
        if (shape[name] <= limits[name]) continue;
        const message = `The operation has ${name} ${shape[name]}; at most ${limits[name]} are allowed`;
        context.reportError(new GraphQLError(message, { nodes: operation, extensions: { code: 'LIMIT_EXCEEDED' } }));
      }
    },
  });
}

function measure(set: SelectionSetNode, context: ValidationContext, fragments: Map<string, Shape>): Shape {
  const total: Shape = { depth: 0, aliases: 0, directives: 0 };
  const add = (inner: Shape, levels: number) => {
    total.depth = Math.max(total.depth, inner.depth + levels);
    total.aliases += inner.aliases;
    total.directives += inner.directives;
  };
  for (const selection of set.selections) {
    total.directives += selection.directives?.length ?? 0;
    if (selection.kind === Kind.FIELD) {
      if (selection.alias) total.aliases += 1;
      const isIntrospection = selection.name.value.startsWith('__');
      if (!selection.selectionSet || isIntrospection)
        add({ depth: 0, aliases: 0, directives: 0 }, isIntrospection ? 0 : 1);
      else add(measure(selection.selectionSet, context, fragments), 1);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      add(measure(selection.selectionSet, context, fragments), 0);
    } else {
      add(measureFragment(context.getFragment(selection.name.value), context, fragments), 0);
    }
  }
  return total;
}

function measureFragment(
  fragment: FragmentDefinitionNode | null | undefined,
  context: ValidationContext,
  fragments: Map<string, Shape>,
): Shape {
  const nothing: Shape = { depth: 0, aliases: 0, directives: 0 };
  if (!fragment) return nothing;
  const known = fragments.get(fragment.name.value);
  if (known) return known;
  // Placeholder while the fragment's own fields are measured: another rule refuses fragments that contain themselves.
  fragments.set(fragment.name.value, nothing);
  const shape = measure(fragment.selectionSet, context, fragments);
  fragments.set(fragment.name.value, shape);
  return shape;
}

/** Arguments that limit the number of entries that a field returns. */
const COUNTS = ['first', 'firstRelations', 'last', 'limit', 'points', 'topK'] as const;

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
  const key = JSON.stringify(Object.entries(variables ?? {}).map(([name, value]) => [name, costing(value)]));
  let complexity = known.get(key);
  if (complexity === undefined) {
    const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    const query: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] };
    complexity = complexityOf(schema, query, withoutEntries(variables ?? {}));
    if (known.size < KEPT.costs && key.length <= KEPT.characters) known.set(key, complexity);
  }
  if (complexity > maximum) {
    throw new LimitExceededError(
      `The operation may cost ${complexity}; at most ${maximum} is allowed. Ask for fewer at once`,
    );
  }
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
