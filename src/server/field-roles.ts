import { defaultFieldResolver, getNamedType, type GraphQLField, type GraphQLSchema, isInputObjectType } from 'graphql';
import type { Caller } from '../common/caller.js';
import type { GraphqlContext } from '../common/current-caller.js';
import { ForbiddenError, OutcomeUnknownError } from '../common/errors.js';
import { withIdempotencyKey } from '../common/idempotency.js';
import { assertRole, type Role } from '../common/roles.js';

/** A role, or a function that derives it from the arguments of the field. */
type Needed = Role | ((args: Readonly<Record<string, unknown>>) => Role);

/** The role that each root field requires, by what it changes. `test/access` fails for a field without a role. */
export const FIELD_ROLES: Readonly<Record<'Query' | 'Mutation' | 'Subscription', Readonly<Record<string, Needed>>>> = {
  Query: {
    ...all(
      'reader',
      `adaptiveTask adaptiveTasks attributionsForReview automaticMentions calibration caller changes checkIn checkIns
checkRules context contradictions conversation dependencies dependencyDiagram dependencyDifferences dependents
diff distillationJob distillationJobs document documents domain domains effect entities entity evidence exportCatalog
exportRules fluent fluents generationEvents generationOrder intent knowledge knowledgeItem knowledgeItems learnedStrategies
learning learningMetrics learnings memories memory memorySearch misleading namespaces pieces plan planningPrompt plans
provideKnowledge receipt receipts relationTypes retrieve review rulePrompt search sessions status strategies structuring subgraph
validateContent versions`,
    ),
    ...all('admin', 'apiKeys audit cypher'),
  },
  Mutation: {
    ...all(
      'writer',
      `addMessages addSignal attachLearning carryOut closeDocument completeLearning createPlan declareVocabulary
describeActivities distilConversation editLearning editMemory editPiece finishPlan generateRules importDependencies
importRules ingestDocument ingestText judgeMemories learnStrategy loadKnowledge loadSample memoryFeedback
observe queueSession recordMemory reportOutcome reportStep retryDistillation retryDistillations saveFluent
saveKnowledgeItem savePlan startAdaptiveTask structureDocuments`,
    ),
    // An import with reset deletes the trust and learnings of its items.
    importCatalog: ({ reset }) => (reset === true ? 'admin' : 'writer'),
    ...all(
      'reviewer',
      `attributeStep decideSupersession declareRelationType judgeStep keepApart mergeEntities mergeMemories moveMemories
promoteMemory resolveLearning restore restoreMemory retract
setAutomaticMentions undo undoCheckIn verifyLearning`,
    ),
    ...all(
      'admin',
      `createApiKey deleteClauses deleteConversation deleteDocument deleteDomain deleteEntity deleteFluent
deleteKnowledgeItem deleteMemory deletePiece deleteRelation reembed relink removeSample revokeApiKey`,
    ),
  },
  Subscription: all('reader', 'distillationProgress generationProgress trustChanged'),
};

/** @param fields names, separated by spaces */
function all(role: Role, fields: string): Record<string, Role> {
  return Object.fromEntries(fields.split(/\s+/).map((field) => [field, role]));
}

/** Called with each refused caller and the name of the field. */
type Refused = (caller: Caller, field: string) => void;

/**
 * Checks the caller's role before each root field runs, on every transport. A field without a declared role needs an
 * admin. A field that takes an idempotency key always gets one, which is added to the error if the outcome of the write is
 * unknown.
 *
 * @param refused also called when the field itself refuses the caller
 */
export function withRoles(schema: GraphQLSchema, refused: Refused): GraphQLSchema {
  const roots = {
    Query: schema.getQueryType(),
    Mutation: schema.getMutationType(),
    Subscription: schema.getSubscriptionType(),
  };
  for (const root of ['Query', 'Mutation', 'Subscription'] as const) {
    for (const field of Object.values(roots[root]?.getFields() ?? {})) {
      guard(field as GraphQLField<unknown, GraphqlContext>, FIELD_ROLES[root][field.name] ?? 'admin', refused);
    }
  }
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
