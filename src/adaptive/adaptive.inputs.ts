import { ArgsType, InputType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Judge, TaskStatus } from './adaptive.model.js';
import { CriterionInput } from '../criteria/criteria.inputs.js';
import { DEFAULT_QUALITY } from '../criteria/intent.js';
import {
  Choice,
  Count,
  Decimal,
  Flag,
  Id,
  IdempotencyKey,
  Input,
  Inputs,
  Json,
  Text,
  Texts,
} from '../common/validation.js';

/** Limits of the inputs of adaptive tasks, the same for GraphQL and MCP. */
export const ADAPTIVE = {
  prompt: 20_000,
  /** Maximum characters of the context as JSON. */
  context: 20_000,
  name: 64,
  description: 2_000,
  methods: 50,
  /** Maximum actions of one method. */
  actions: 50,
  /** Maximum characters of a JSON schema. */
  schema: 10_000,
  criteria: 50,
  criterion: 500,
  documents: 20,
  documentName: 512,
  /** Maximum characters of one document. */
  content: 1_000_000,
  /** Maximum characters of all documents together. */
  allContent: 4_000_000,
  error: 10_000,
  reason: 500,
  maxSteps: { min: 1, max: 100, default: 5 },
  strategies: { min: 1, max: 100, default: 5 },
} as const;

/** Criteria as data. */
function Criteria(): PropertyDecorator {
  const description =
    'Criteria of the result as data. They replace what the service would guess from the request, and a result that meets them all is a SUCCESS.';
  return Inputs(() => CriterionInput, { optional: true, maxEntries: ADAPTIVE.criteria, description });
}

/** Further information about a request. */
function Context(description: string): PropertyDecorator {
  return Json({ optional: true, max: ADAPTIVE.context, shape: { type: 'object' }, description });
}

@ArgsType()
export class IntentArgs {
  @Text({ max: ADAPTIVE.prompt, description: 'The request, in plain words.' })
  readonly prompt!: string;

  @Context(
    'Further information about the request. If it contains dataType, expectedFormat or qualityRequirements, these replace the results of the analysis; successCriteria are stated criteria in words.',
  )
  readonly context?: unknown;

  @Criteria()
  readonly criteria?: readonly CriterionInput[];
}

@InputType({ description: 'Minimum accuracy and completeness that a request asks for.' })
export class QualityRequirementsInput {
  @Decimal({
    optional: true,
    min: 0,
    max: 1,
    default: DEFAULT_QUALITY.accuracy,
    description: 'Minimum correct share of the delivered content, in [0,1].',
  })
  readonly accuracy?: number;

  @Decimal({
    optional: true,
    min: 0,
    max: 1,
    default: DEFAULT_QUALITY.completeness,
    description: 'Minimum delivered share of the requested content, in [0,1].',
  })
  readonly completeness?: number;
}

@InputType({ description: 'Intent of a request, as stated by the caller instead of analysed by the service.' })
export class IntentInput {
  @Text({
    max: ADAPTIVE.name,
    description:
      'Type of the requested data: numbers, list, table, json, document, analysis, code or text, or another name of lower-case letters, digits and _.',
  })
  readonly dataType!: string;

  @Text({
    max: ADAPTIVE.name,
    description:
      'Format of the requested data: raw_data (the values in any readable notation), json, csv, markdown, markdown_table, html, xml, code, text, document, pdf, docx, xlsx or pptx, or another name of lower-case letters, digits and _.',
  })
  readonly expectedFormat!: string;

  @Texts({
    optional: true,
    max: ADAPTIVE.criterion,
    maxEntries: ADAPTIVE.criteria,
    description: 'Criteria in words: "first 1000", "prime numbers", "at most 200 words".',
  })
  readonly successCriteria?: readonly string[];

  @Criteria()
  readonly criteria?: readonly CriterionInput[];

  @Input(() => QualityRequirementsInput, {
    optional: true,
    description: 'Minimum accuracy and completeness that the request asks for; default 0.95 each.',
  })
  readonly qualityRequirements?: QualityRequirementsInput;
}

@InputType({ description: 'A document that an action delivered.' })
export class DocumentInput {
  @Text({ max: ADAPTIVE.documentName, description: 'File name.' })
  readonly name!: string;

  @Text({ optional: true, max: 256, description: 'Media type, such as text/csv.' })
  readonly mimeType?: string;

  @Text({
    min: 0,
    max: ADAPTIVE.content,
    description:
      'Plain text as is; PDF, Word, Excel and PowerPoint files as base64; other files as a data URL such as data:text/csv;base64,…. Files are converted to text before they are judged.',
  })
  readonly content!: string;
}

@ArgsType()
export class ValidateContentArgs {
  @Inputs(() => DocumentInput, { maxEntries: ADAPTIVE.documents, description: 'The delivered documents.' })
  readonly documents!: readonly DocumentInput[];

  @Input(() => IntentInput, { description: 'Intent of the request that the documents answer.' })
  readonly intent!: IntentInput;
}

@ArgsType()
export class LearnedStrategiesArgs extends PageArgs(20) {
  @Text({ optional: true, max: 256, description: 'Only strategies for this kind of request, such as numbers_request.' })
  readonly pattern?: string;
}

@ArgsType()
export class AdaptiveTasksArgs extends PageArgs(20) {
  @Choice(() => TaskStatus, { optional: true, description: 'Only tasks with this status.' })
  readonly status?: TaskStatus;
}

@ArgsType()
export class TaskArgs {
  @Id({ description: 'Id of the task.' })
  readonly id!: string;
}

@ArgsType()
export class CarryOutArgs {
  @Id({ description: 'Id of the task.' })
  readonly taskId!: string;
}

/** What an agent says of a step. */
@ArgsType()
export class JudgementArgs {
  @Id({ description: 'Id of the task.' })
  readonly taskId!: string;

  @Count({ min: 0, max: 1_000, description: 'Number of the step to judge, counted from 0.' })
  readonly stepNum!: number;

  @Flag({ description: 'True if the step delivered what was asked for.' })
  readonly success!: boolean;

  @Text({ max: ADAPTIVE.reason, printable: true, description: 'Reason, in one sentence. Secrets are redacted.' })
  readonly reason!: string;
}

@ArgsType()
export class JudgeStepArgs extends JudgementArgs {
  @Choice(() => Judge, {
    description:
      'Who judges: AGENT may decide only steps that are PASSED or UNDECIDED, PERSON may also overrule rules and the LLM, and needs the role reviewer.',
  })
  readonly by!: Judge;
}

@ArgsType()
export class LearnStrategyArgs {
  @Input(() => IntentInput, { description: 'Intent of the request that the action was for.' })
  readonly intent!: IntentInput;

  @Json({
    max: 2_000,
    description:
      'The action that was tried, as { method, action, approach } or as a text: "ai.process", optionally followed by a colon and a description of the approach.',
  })
  readonly action!: unknown;

  @Flag({ description: 'True if the attempt delivered what was asked for.' })
  readonly success!: boolean;

  @IdempotencyKey()
  readonly idempotencyKey?: string;
}

@InputType({ description: 'An action that a method offers.' })
export class MethodActionInput {
  @Text({
    max: ADAPTIVE.name,
    description: 'Name of the action. It may contain letters, digits and the characters _ . : -',
  })
  readonly action!: string;

  @Json({
    optional: true,
    object: true,
    max: ADAPTIVE.schema,
    description: 'JSON schema of the parameters of the action.',
  })
  readonly parameters?: Record<string, unknown>;

  @Text({
    optional: true,
    max: ADAPTIVE.description,
    description: 'Description of the action. The prompt contains it.',
  })
  readonly description?: string;
}

@InputType({ description: 'A way to work on a task, with the actions it offers.' })
export class MethodInput {
  @Text({
    max: ADAPTIVE.name,
    description: 'Name of the method. It may contain letters, digits and the characters _ . : -',
  })
  readonly method!: string;

  @Inputs(() => MethodActionInput, {
    minEntries: 1,
    maxEntries: ADAPTIVE.actions,
    description: 'Actions that the method offers.',
  })
  readonly actions!: readonly MethodActionInput[];

  @Text({
    optional: true,
    max: ADAPTIVE.description,
    description: 'Description of the purpose of the method. The prompt contains it.',
  })
  readonly description?: string;
}

@ArgsType()
export class StrategiesArgs {
  @Text({ max: ADAPTIVE.prompt, description: 'The request, in plain words.' })
  readonly prompt!: string;

  @Inputs(() => MethodInput, {
    optional: true,
    minEntries: 1,
    maxEntries: ADAPTIVE.methods,
    description:
      'Methods and their actions, in the same form as in startAdaptiveTask. If given, the result contains all actions that such a task would try, including untried actions.',
  })
  readonly methods?: readonly MethodInput[];

  @Context(
    'Further information about the request, in the same form as in startAdaptiveTask. It is used only if methods are given.',
  )
  readonly context?: unknown;

  @Count({ ...ADAPTIVE.strategies, description: 'Maximum number of strategies, 1–100.' })
  readonly first!: number;
}

@ArgsType()
export class StartAdaptiveTaskArgs {
  @Text({ max: ADAPTIVE.prompt, description: 'The request, in plain words.' })
  readonly objective!: string;

  @Inputs(() => MethodInput, {
    minEntries: 1,
    maxEntries: ADAPTIVE.methods,
    description:
      'Methods and actions that the agent can carry out, such as [{ method: "ai", actions: [{ action: "process" }] }]. Actions that fit equally well are tried in this order.',
  })
  readonly methods!: readonly MethodInput[];

  @Context('Further information about the request.')
  readonly context?: unknown;

  @Criteria()
  readonly criteria?: readonly CriterionInput[];

  @Count({ ...ADAPTIVE.maxSteps, description: 'Maximum number of steps, 1–100.' })
  readonly maxSteps!: number;

  @IdempotencyKey()
  readonly idempotencyKey?: string;
}

@InputType({ description: 'Result of an action, reported by an agent.' })
export class ObservationInput {
  @Id({ description: 'Id of the task.' })
  readonly taskId!: string;

  @Count({ min: 0, max: 1_000, description: 'Number of the step that was carried out, counted from 0.' })
  readonly stepNum!: number;

  @Flag({ description: 'True if the action itself succeeded; its documents are validated either way.' })
  readonly success!: boolean;

  @Inputs(() => DocumentInput, { maxEntries: ADAPTIVE.documents, description: 'Documents that the action delivered.' })
  readonly documents!: readonly DocumentInput[];

  @Json({
    optional: true,
    max: 20_000,
    shape: { type: 'object' },
    description:
      'The action that was carried out, if it was not the proposed one: { method, action, approach, parameters }, or a text: "ai.process", optionally followed by a colon and a description of the approach.',
  })
  readonly action?: unknown;

  @Text({ optional: true, max: ADAPTIVE.error, description: 'Error of the action.' })
  readonly error?: string;
}
