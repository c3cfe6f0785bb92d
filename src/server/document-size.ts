import {
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  GraphQLError,
  type InlineFragmentNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** Maximum sizes of a GraphQL document with its fragments expanded. */
export interface DocumentLimits {
  /** Levels of fields in an operation; introspection fields do not count. */
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
  /** Fields and fragments in all definitions, each of which is expanded: validation does so, too. */
  readonly selections: number;
}

type Shape = Readonly<Record<keyof DocumentLimits, number>>;
type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/**
 * Maximum number of pairs that validation compares: of fields with the same name in the same place, and of fragments
 * there. 20,000 are the pairs of 200 fields, or of each of 600 fields given eight times; they take 10 to 20 ms of CPU
 * time.
 */
const MAX_PAIRS = 20_000;

/**
 * Limits the work that a document causes, before it is validated. It is measured in proportion to the length of the
 * document and to the limit, however fast its fragments multiply.
 *
 * @throws GraphQLError with the first limit that is exceeded, or for a fragment that contains itself
 */
export function assertSmallDocument(document: DocumentNode, limits: DocumentLimits): void {
  const fragments: Fragments = new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  const measured = new Map<string, Shape | undefined>();
  let selections = 0;
  let pairs = 0;
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    const shape = measure(definition, fragments, measured);
    // A fragment counts where an operation spreads it: those of introspection are deep.
    const ofOperation =
      definition.kind === Kind.OPERATION_DEFINITION ? (['depth', 'aliases', 'directives'] as const) : [];
    for (const name of ofOperation) {
      if (shape[name] > limits[name])
        throw tooLarge(`The operation has ${name} ${shape[name]}; at most ${limits[name]} are allowed`, definition);
    }
    selections += shape.selections;
    if (selections > limits.selections) {
      throw tooLarge(
        `The document has more than the ${limits.selections} fields and fragments allowed, with its fragments expanded`,
        definition,
      );
    }
    pairs += countPairs([definition.selectionSet], fragments);
    if (pairs > MAX_PAIRS) {
      throw tooLarge(
        `The document repeats too many fields or fragments: of those in the same place, ${MAX_PAIRS} pairs are allowed`,
        definition,
      );
    }
  }
}

function tooLarge(message: string, node: DefinitionNode): GraphQLError {
  return new GraphQLError(message, { nodes: node, extensions: { code: 'LIMIT_EXCEEDED' } });
}

/** @param measured the shapes of fragments; undefined while one is measured */
function measure(
  { directives = [], selectionSet }: OperationDefinitionNode | FragmentDefinitionNode | FieldNode | InlineFragmentNode,
  fragments: Fragments,
  measured: Map<string, Shape | undefined>,
): Shape {
  const total = { depth: 0, aliases: 0, directives: directives.length, selections: 0 };
  for (const selection of selectionSet?.selections ?? []) {
    const isIntrospection = selection.kind === Kind.FIELD && selection.name.value.startsWith('__');
    const inner =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? measureSpread(selection, fragments, measured)
        : measure(selection, fragments, measured);
    const levels = selection.kind === Kind.FIELD ? 1 : 0;
    if (!isIntrospection) total.depth = Math.max(total.depth, inner.depth + levels);
    if (selection.kind === Kind.FIELD && selection.alias) total.aliases += 1;
    total.aliases += inner.aliases;
    total.directives += inner.directives;
    total.selections += inner.selections + 1;
  }
  return total;
}

function measureSpread(
  spread: FragmentSpreadNode,
  fragments: Fragments,
  measured: Map<string, Shape | undefined>,
): Shape {
  const name = spread.name.value;
  const own = spread.directives?.length ?? 0;
  const fragment = fragments.get(name);
  // Another rule refuses fragments that do not exist.
  if (!fragment) return { depth: 0, aliases: 0, directives: own, selections: 0 };
  let shape = measured.get(name);
  if (!shape) {
    if (measured.has(name))
      throw new GraphQLError(`Cannot spread fragment "${name}" within itself.`, { nodes: spread });
    measured.set(name, undefined);
    shape = measure(fragment, fragments, measured);
    measured.set(name, shape);
  }
  return { ...shape, directives: shape.directives + own };
}

/** @param sets selection sets of fields with the same name in the same place; their fields are merged */
function countPairs(sets: readonly SelectionSetNode[], fragments: Fragments): number {
  const fields = new Map<string, { count: number; inner: SelectionSetNode[] }>();
  let spreads = 0;
  const collect = ({ selections }: SelectionSetNode) => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const field = fields.get(name) ?? { count: 0, inner: [] };
        fields.set(name, field);
        field.count += 1;
        if (selection.selectionSet) field.inner.push(selection.selectionSet);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        collect(selection.selectionSet);
      } else {
        spreads += 1;
        const fragment = fragments.get(selection.name.value);
        if (fragment) collect(fragment.selectionSet);
      }
    }
  };
  sets.forEach(collect);
  let pairs = pairsOf(spreads);
  for (const { count, inner } of fields.values()) {
    pairs += pairsOf(count);
    if (inner.length > 0) pairs += countPairs(inner, fragments);
  }
  return pairs;
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2;
}
