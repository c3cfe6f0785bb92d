import type { Type } from '@nestjs/common';
import { type GraphQLField, type GraphQLSchema, getNamedType, isCompositeType, isNonNullType } from 'graphql';
import {
  IntentArgs,
  ObservationInput,
  JudgeStepArgs,
  StartAdaptiveTaskArgs,
  ValidateContentArgs,
} from '../../src/adaptive/adaptive.inputs.js';
import { type FieldDeclaration, fieldsOf } from '../../src/common/validation.js';
import { ContextInput } from '../../src/context/context.inputs.js';
import { ResolveLearningArgs, RetractArgs } from '../../src/corrections/corrections.inputs.js';
import {
  CheckRulesArgs,
  DeclareVocabularyArgs,
  DependenciesAtArgs,
  DomainByNameArgs,
  FluentArgs,
  ImportRulesArgs,
  RulePromptArgs,
  SaveFluentArgs,
} from '../../src/fluents/fluents.inputs.js';
import { IngestDocumentArgs } from '../../src/documents/documents.inputs.js';
import { CompleteLearningArgs, LearningInput } from '../../src/items/items.inputs.js';
import { LoadKnowledgeArgs } from '../../src/loading/loading.inputs.js';
import { ProvideKnowledgeArgs } from '../../src/retrieval/provide.inputs.js';
import { AddMessagesArgs, DistilConversationArgs } from '../../src/sessions/conversations.inputs.js';
import { SessionInput } from '../../src/sessions/distillation.inputs.js';
import { MemoryFeedbackArgs, MemoryInput, MemorySearchArgs } from '../../src/memories/memories.inputs.js';
import { OutcomeInput } from '../../src/outcomes/outcomes.inputs.js';
import { FinishPlanArgs, PlanInput, PlanningInput, StepReportInput } from '../../src/planning/planning.inputs.js';
import { SearchArgs } from '../../src/search/search.inputs.js';
import { ReviewArgs } from '../../src/review/review.inputs.js';
import { UndoArgs } from '../../src/versions/versions.inputs.js';
import type { BadValue } from '../support/bad-values.js';

type Plain = Readonly<Record<string, unknown>>;

/** A tool, the field of GraphQL that does the same, and input that both accept. */
export interface Doors {
  readonly tool: string;
  readonly field: string;
  readonly type: Type<object>;
  readonly valid: Plain;
  /** Property that only GraphQL takes. */
  readonly onlyGraphql?: string;
  /** True if the tool writes enum values in lower case. */
  readonly lowerCase?: true;
}

const documents = [{ name: 'answer.txt', content: '2 3 5' }];
const intent = {
  dataType: 'numbers',
  expectedFormat: 'raw_data',
  successCriteria: ['first 3'],
  criteria: [{ text: 'no duplicates' }],
  qualityRequirements: { accuracy: 0.9 },
};

export const DOORS: readonly Doors[] = [
  { tool: 'knowledge_search', field: 'search', type: SearchArgs, valid: { query: 'plot', filter: { minTrust: 0.5 } } },
  {
    tool: 'knowledge_context',
    field: 'context',
    type: ContextInput,
    valid: { query: 'plot', exclude: { sessions: ['s'] } },
  },
  { tool: 'knowledge_undo', field: 'undo', type: UndoArgs, valid: { changeId: 'c' } },
  { tool: 'knowledge_review', field: 'review', type: ReviewArgs, valid: { reasons: ['NAME_TAKEN'] } },
  {
    tool: 'context_outcome',
    field: 'reportOutcome',
    type: OutcomeInput,
    valid: { receiptId: 'r', success: true, planId: 'p', steps: [{ stepNum: 0, outcome: 'SUCCESS' }] },
  },
  {
    tool: 'evidence_retract',
    field: 'retract',
    type: RetractArgs,
    valid: { ref: 'evidence:e', reason: 'Wrong' },
  },
  {
    tool: 'kb_resolve_learning',
    field: 'resolveLearning',
    type: ResolveLearningArgs,
    valid: { id: 'l', into: 'https://example.org' },
  },
  { tool: 'kb_planning_prompt', field: 'planningPrompt', type: PlanningInput, valid: { task: 'Plot' } },
  {
    tool: 'plan_save',
    field: 'savePlan',
    type: PlanInput,
    valid: { task: 'Plot', actions: [{ toolName: 'Click-Tool' }] },
  },
  {
    tool: 'plan_report_step',
    field: 'reportStep',
    type: StepReportInput,
    valid: { planId: 'p', stepNum: 0, outcome: 'SUCCESS' },
  },
  { tool: 'plan_finish', field: 'finishPlan', type: FinishPlanArgs, valid: { planId: 'p', success: true } },
  {
    tool: 'kb_complete_learning',
    field: 'completeLearning',
    type: CompleteLearningArgs,
    valid: { id: 'l', recoveryApproach: 'By keyboard' },
  },
  {
    tool: 'kb_attach_learning',
    field: 'attachLearning',
    type: LearningInput,
    valid: {
      itemId: 'open_files',
      kind: 'SELF_EXPLORATION',
      task: 'Plot',
      stepNum: 0,
      originalAction: {},
      originalError: 'It was greyed out',
    },
  },
  { tool: 'fluent_get', field: 'fluent', type: FluentArgs, valid: { domain: 'MSA', name: 'gap' } },
  { tool: 'domain_get', field: 'domain', type: DomainByNameArgs, valid: { name: 'MSA' } },
  {
    tool: 'domain_vocabulary',
    field: 'declareVocabulary',
    type: DeclareVocabularyArgs,
    valid: { domain: 'MSA', vocabulary: { inputEvents: ['gap_start/1'] } },
  },
  { tool: 'rules_import', field: 'importRules', type: ImportRulesArgs, valid: { domain: 'MSA', rules: 'p(a).' } },
  {
    tool: 'fluent_save',
    field: 'saveFluent',
    type: SaveFluentArgs,
    valid: { domain: 'MSA', name: 'gap', rules: 'initiatedAt(gap(V)=true, T) :- happensAt(gap_start(V), T).' },
  },
  {
    tool: 'fluent_dependencies',
    field: 'dependencies',
    type: DependenciesAtArgs,
    valid: { domain: 'MSA', name: 'gap' },
  },
  { tool: 'rules_prompt', field: 'rulePrompt', type: RulePromptArgs, valid: { domain: 'MSA', activity: 'gap' } },
  {
    tool: 'rules_check',
    field: 'checkRules',
    type: CheckRulesArgs,
    valid: { domain: 'MSA', rules: '', vocabulary: {} },
  },
  {
    tool: 'document_ingest',
    field: 'ingestDocument',
    type: IngestDocumentArgs,
    valid: { document: { source: 'pumps.md', content: '# Pumps' } },
  },
  { tool: 'knowledge_load', field: 'loadKnowledge', type: LoadKnowledgeArgs, valid: { document: {} } },
  {
    tool: 'knowledge_provide',
    field: 'provideKnowledge',
    type: ProvideKnowledgeArgs,
    valid: { query: 'plot', templates: [{ infoType: 'skills', engine: 'FORMAT', template: '{text}' }] },
  },
  { tool: 'memory_search', field: 'memorySearch', type: MemorySearchArgs, valid: { query: 'plot' }, lowerCase: true },
  {
    tool: 'memory_record',
    field: 'recordMemory',
    type: MemoryInput,
    valid: { title: 'Wrap', description: 'At borders', content: 'Wrap errors', outcome: 'SUCCESS' },
    lowerCase: true,
  },
  {
    tool: 'memory_feedback',
    field: 'memoryFeedback',
    type: MemoryFeedbackArgs,
    valid: { memoryId: 'm', helpful: true },
    lowerCase: true,
  },
  {
    tool: 'session_distill',
    field: 'queueSession',
    type: SessionInput,
    valid: { sessionId: 's', trace: 'We tried.', outcome: 'SUCCESS' },
    lowerCase: true,
  },
  {
    tool: 'conversation_add',
    field: 'addMessages',
    type: AddMessagesArgs,
    valid: { session: 's', messages: [{ role: 'user', content: 'Hello', messageId: 'm' }] },
    lowerCase: true,
  },
  {
    tool: 'conversation_distill',
    field: 'distilConversation',
    type: DistilConversationArgs,
    valid: { id: 's' },
    lowerCase: true,
  },
  {
    tool: 'intent_analyze',
    field: 'intent',
    type: IntentArgs,
    valid: { prompt: 'Give me 3 primes', criteria: [{ text: 'no duplicates' }] },
  },
  { tool: 'content_validate', field: 'validateContent', type: ValidateContentArgs, valid: { documents, intent } },
  {
    tool: 'adaptive_start',
    field: 'startAdaptiveTask',
    type: StartAdaptiveTaskArgs,
    valid: {
      ...{ objective: 'Give me 3 primes', criteria: [{ text: 'no duplicates' }] },
      methods: [{ method: 'ai', actions: [{ action: 'process' }] }],
    },
  },
  {
    tool: 'adaptive_observe',
    field: 'observe',
    type: ObservationInput,
    valid: { taskId: 't', stepNum: 0, success: true, documents },
  },
  {
    tool: 'adaptive_judge',
    field: 'judgeStep',
    type: JudgeStepArgs,
    onlyGraphql: 'by',
    valid: { taskId: 't', stepNum: 0, success: true, reason: 'It is.', by: 'AGENT' },
  },
];

// ───────────────────────────── GraphQL ─────────────────────────────

/** Returns the operation that calls the field with a variable for each of its arguments. */
export function operationOf(schema: GraphQLSchema, name: string, more = ''): { source: string; takesInput: boolean } {
  const queries = schema.getQueryType()?.getFields() ?? {};
  const field = queries[name] ?? schema.getMutationType()?.getFields()[name];
  if (!field) throw new Error(`GraphQL has no field ${name}`);
  const variables = field.args.map((arg) => `$${arg.name}: ${typeOf(arg)}`);
  const given = field.args.map((arg) => `${arg.name}: $${arg.name}`);
  const selection = isCompositeType(getNamedType(field.type)) ? '{ __typename }' : '';
  return {
    source: `${name in queries ? 'query' : 'mutation'} (${variables.join()}) { ${name}(${given.join()} ${more}) ${selection} }`,
    takesInput: field.args.some((arg) => arg.name === 'input'),
  };
}

/** Returns the type of a variable. It is optional if the argument has a default. */
function typeOf({ type, defaultValue }: GraphQLField<unknown, unknown>['args'][number]): string {
  return String(defaultValue !== undefined && isNonNullType(type) ? type.ofType : type);
}

/** Returns the valid input with the bad values inserted. */
export function withBad(valid: Plain, values: readonly BadValue[]): Record<string, unknown> {
  const changed = structuredClone(valid) as Record<string, unknown>;
  for (const { at, value } of values) {
    let place = changed as Record<string | number, unknown>;
    for (const step of at.slice(0, -1)) place = (place[step] ??= {}) as Record<string | number, unknown>;
    const last = at.at(-1) ?? '';
    place[last] = value;
  }
  return changed;
}

// ───────────────────────────── MCP ─────────────────────────────

/** Arguments whose name is not that of the property in snake_case, because agents know them by an earlier name. */
const OTHER_NAMES: Readonly<Record<string, string>> = { followsLearning: 'kb_learning' };

/** Returns the same input in the form of a tool's arguments. */
export function argumentsOf(doors: Doors, plain: Plain, type = doors.type): Record<string, unknown> {
  const fields = fieldsOf(type.prototype as object);
  const entries = Object.entries(plain).flatMap(([property, value]): [string, unknown][] => {
    if (property === doors.onlyGraphql) return [];
    const field = fields.get(property);
    const written = field ? writtenBy(doors, field, value) : value;
    // The fields of a spread class are arguments like the others.
    return field?.settings.spread ? Object.entries(written as object) : [[nameOf(doors, property), written]];
  });
  return Object.fromEntries(entries);
}

function writtenBy(doors: Doors, { nested, kind, list }: FieldDeclaration, value: unknown): unknown {
  const one = (entry: unknown) => {
    if (kind === 'choice' && doors.lowerCase && typeof entry === 'string') return entry.toLowerCase();
    const isObject = typeof entry === 'object' && entry !== null && !Array.isArray(entry);
    return nested && isObject ? argumentsOf(doors, entry as Plain, nested()) : entry;
  };
  return list && Array.isArray(value) ? value.map(one) : one(value);
}

export function pathOf(doors: Doors, path: string): string {
  const [first = '', ...rest] = path.split('.');
  const isSpread = fieldsOf(doors.type.prototype as object).get(first)?.settings.spread === true && rest.length > 0;
  return (isSpread ? rest : [first, ...rest]).map((property) => nameOf(doors, property)).join('.');
}

function nameOf({ tool }: Doors, property: string): string {
  if (/^memory_(?:promote|delete|restore)$/.test(tool) && property === 'id') return 'memory_id';
  if (tool === 'memory_search' && property === 'first') return 'limit';
  return OTHER_NAMES[property] ?? property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
