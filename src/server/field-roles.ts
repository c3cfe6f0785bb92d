import { defaultFieldResolver, getNamedType, type GraphQLField, type GraphQLSchema, isInputObjectType } from 'graphql';
import type { Caller } from '../common/caller.js';
import type { GraphqlContext } from '../common/current-caller.js';
import { ForbiddenError, OutcomeUnknownError } from '../common/errors.js';
import { withIdempotencyKey } from '../common/idempotency.js';
import type { Needed } from '../common/needs.js';
import { assertRole } from '../common/roles.js';

/** Called with each refused caller and the name of the field. */
type Refused = (caller: Caller, field: string) => void;

/**
 * Checks the caller's role before each root field runs, on every transport. The field states it by `@Needs`. A field
 * that takes an idempotency key always gets one, which is added to the error if the outcome of the write is unknown.
 *
 * @param refused also called when the field itself refuses the caller
 * @throws Error naming the root fields that state no role
 */
export function withRoles(schema: GraphQLSchema, refused: Refused): GraphQLSchema {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const fields = roots.flatMap((root) => Object.values(root?.getFields() ?? {}));
  const open: string[] = [];
  for (const field of fields) {
    const needed = field.extensions['needed'] as Needed | undefined;
    if (needed === undefined) open.push(field.name);
    else guard(field as GraphQLField<unknown, GraphqlContext>, needed, refused);
  }
  if (open.length > 0) throw new Error(`No role is stated for ${open.join(', ')}: add @Needs to the resolver's method`);
  return schema;
}

function guard(field: GraphQLField<unknown, GraphqlContext>, needed: Needed, refused: Refused): void {
  const { resolve = defaultFieldResolver, subscribe } = field;
  const keyPlace = keyPlaceOf(field);
  const guarded = (
    args: Readonly<Record<string, unknown>>,
    { caller }: GraphqlContext,
    run: (args: Readonly<Record<string, unknown>>) => unknown,
  ): unknown => {
    const keyed = withIdempotencyKey(args, keyPlace);
    const failed = (error: unknown): never => {
      if (error instanceof ForbiddenError) refused(caller, field.name);
      throw error instanceof OutcomeUnknownError ? error.withKey(keyed.key) : error;
    };
    // Nest's error filter returns the error that a resolver threw, and GraphQL then throws it; so a returned error is a
    // failure.
    const judged = (value: unknown) => (value instanceof Error ? failed(value) : value);
    let answer: unknown;
    try {
      assertRole(caller, typeof needed === 'function' ? needed(args) : needed, field.name);
      answer = run(keyed.args);
    } catch (error) {
      return failed(error);
    }
    return answer instanceof Promise ? answer.then(judged, failed) : judged(answer);
  };
  if (subscribe) {
    field.subscribe = (source, args: Record<string, unknown>, context, info) =>
      guarded(args, context, (keyed) => subscribe(source, keyed, context, info));
    return;
  }
  field.resolve = (source, args: Record<string, unknown>, context, info) =>
    guarded(args, context, (keyed) => resolve(source, keyed, context, info));
}

const KEY = 'idempotencyKey';

/** Where the idempotency key is among the arguments of a field; undefined if it takes none. */
function keyPlaceOf({ args }: GraphQLField<unknown, GraphqlContext>): readonly string[] | undefined {
  if (args.some(({ name }) => name === KEY)) return [KEY];
  const input = args.find(({ type }) => {
    const named = getNamedType(type);
    return isInputObjectType(named) && KEY in named.getFields();
  });
  return input && [input.name, KEY];
}
