import { ArgsType, InputType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Judge, TaskStatus } from './adaptive.model.js';
import { DEFAULT_QUALITY } from './intent.js';
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

/** Bounds of the adaptive part, the same at every door. */
export const ADAPTIVE = {
  prompt: 20_000,
  /** Characters as JSON. */
  context: 20_000,
  name: 64,
  description: 2_000,
  methods: 50,
  /** Of one method. */
  actions: 50,
  /** Characters of a JSON schema. */
  schema: 10_000,
  criteria: 50,
  criterion: 500,
  documents: 20,
  documentName: 512,
  /** Characters of one document. */
  content: 1_000_000,
  /** Characters of all documents. */
  allContent: 4_000_000,
  error: 10_000,
  reason: 500,
  maxSteps: { min: 1, max: 100, default: 5 },
  strategies: { min: 1, max: 100, default: 5 },
} as const;

@ArgsType()
export class IntentArgs {
  @Text({ max: ADAPTIVE.prompt, description: 'What the user asks for, in plain words.' })
  readonly prompt!: string;

  @Json({
    optional: true,
    max: ADAPTIVE.context,
    shape: { type: 'object' },
    description:
      'What else is known of the request. dataType, expectedFormat, successCriteria and qualityRequirements in it are taken as they are; successCriteria are added.',
  })
  readonly context?: unknown;
}

@InputType()
export class QualityRequirementsInput {
  @Decimal({ optional: true, min: 0, max: 1, default: DEFAULT_QUALITY.accuracy })
  readonly accuracy?: number;

  @Decimal({ optional: true, min: 0, max: 1, default: DEFAULT_QUALITY.completeness })
  readonly completeness?: number;
}

@InputType()
export class IntentInput {
  @Text({
    max: ADAPTIVE.name,
    description:
      'numbers, list, table, json, document, analysis, code or text, or another name of small letters, digits and _.',
  })
  readonly dataType!: string;

  @Text({
    max: ADAPTIVE.name,
    description:
      'raw_data (the values in any readable notation), json, csv, markdown, markdown_table, html, xml, code, text, document, pdf, docx, xlsx or pptx, or another name of small letters, digits and _.',
  })
  readonly expectedFormat!: string;

  @Texts({
    max: ADAPTIVE.criterion,
    maxEntries: ADAPTIVE.criteria,
    description: 'Each is checked by itself: "first 1000", "prime numbers", "at most 200 words".',
  })
  readonly successCriteria!: readonly string[];

  @Input(() => QualityRequirementsInput, { optional: true, description: '0.95 each unless given.' })
  readonly qualityRequirements?: QualityRequirementsInput;
}

@InputType()
export class DocumentInput {
  @Text({ max: ADAPTIVE.documentName })
  readonly name!: string;

  @Text({ optional: true, max: 256 })
  readonly mimeType?: string;

  @Text({
    min: 0,
    max: ADAPTIVE.content,
    description:
      'Text as it is; PDF, Word, Excel and PowerPoint files as base64, of which only the signature is checked.',
  })
  readonly content!: string;
}

@ArgsType()
export class ValidateContentArgs {
  @Inputs(() => DocumentInput, { maxEntries: ADAPTIVE.documents, description: 'The delivered documents.' })
  readonly documents!: readonly DocumentInput[];

  @Input(() => IntentInput)
  readonly intent!: IntentInput;
}

@ArgsType()
export class StrategiesArgs {
  @Text({ max: ADAPTIVE.prompt, description: 'What is to be done, in plain words.' })
  readonly prompt!: string;

  @Count({ ...ADAPTIVE.strategies, description: 'Most strategies, 1–100.' })
  readonly first!: number;
}

@ArgsType()
export class LearnedStrategiesArgs extends PageArgs(20) {
  @Text({ optional: true, max: 256, description: 'Only those of this kind of request: numbers_request.' })
  readonly pattern?: string;
}

@ArgsType()
export class AdaptiveTasksArgs extends PageArgs(20) {
  @Choice(() => TaskStatus, { optional: true, description: 'Only tasks that stand so.' })
  readonly status?: TaskStatus;
}

@ArgsType()
export class TaskArgs {
  @Id()
  readonly id!: string;
}

@ArgsType()
export class CarryOutArgs {
  @Id()
  readonly taskId!: string;
}

@ArgsType()
export class JudgeStepArgs {
  @Id()
  readonly taskId!: string;

  @Count({ min: 0, max: 1_000, description: 'Of the step that is judged, counted from 0.' })
  readonly stepNum!: number;

  @Flag({ description: 'Whether what it delivered is what was wanted.' })
  readonly success!: boolean;

  @Text({ max: ADAPTIVE.reason, printable: true, description: 'Why, in one sentence. Secrets are cut out.' })
  readonly reason!: string;

  @Choice(() => Judge, {
    description: 'AGENT decides only what is UNDECIDED; PERSON also overrules a rule or the LLM.',
  })
  readonly by!: Judge;
}

@ArgsType()
export class LearnStrategyArgs {
  @Input(() => IntentInput)
  readonly intent!: IntentInput;

  @Json({ max: 2_000, description: '{ method, action, approach }, or "ai.process: own words".' })
  readonly action!: unknown;

  @Flag({ description: 'Whether it delivered what was wanted.' })
  readonly success!: boolean;

  @IdempotencyKey()
  readonly idempotencyKey?: string;
}

@InputType()
export class MethodActionInput {
  @Text({ max: ADAPTIVE.name, formerly: 'name', description: 'Letters, digits and _ . : -' })
  readonly action!: string;

  @Json({ optional: true, object: true, max: ADAPTIVE.schema, description: 'JSON schema of the parameters.' })
  readonly parameters?: Record<string, unknown>;

  @Text({ optional: true, max: ADAPTIVE.description })
  readonly description?: string;
}

@InputType()
export class MethodInput {
  @Text({ max: ADAPTIVE.name, description: 'Letters, digits and _ . : -' })
  readonly method!: string;

  @Inputs(() => MethodActionInput, { minEntries: 1, maxEntries: ADAPTIVE.actions })
  readonly actions!: readonly MethodActionInput[];

  @Text({ optional: true, max: ADAPTIVE.description })
  readonly description?: string;
}

@ArgsType()
export class StartAdaptiveTaskArgs {
  @Text({ max: ADAPTIVE.prompt, description: 'What the user asks for, in plain words.' })
  readonly objective!: string;

  @Inputs(() => MethodInput, {
    minEntries: 1,
    maxEntries: ADAPTIVE.methods,
    description:
      'What the agent can carry out: [{ method: "ai", actions: [{ action: "process" }] }]. Actions that fit equally well are tried in this order.',
  })
  readonly methods!: readonly MethodInput[];

  @Json({
    optional: true,
    max: ADAPTIVE.context,
    shape: { type: 'object' },
    description: 'What else is known of the request.',
  })
  readonly context?: unknown;

  @Count({ ...ADAPTIVE.maxSteps, description: 'Steps after which the task stops, 1–100.' })
  readonly maxSteps!: number;

  @IdempotencyKey()
  readonly idempotencyKey?: string;
}

@InputType()
export class ObservationInput {
  @Id()
  readonly taskId!: string;

  @Count({ min: 0, max: 1_000, description: 'Of the step that was carried out, counted from 0.' })
  readonly stepNum!: number;

  @Flag({ description: 'Whether the action itself went well; what it delivered is validated either way.' })
  readonly success!: boolean;

  @Inputs(() => DocumentInput, { maxEntries: ADAPTIVE.documents, description: 'What the action delivered.' })
  readonly documents!: readonly DocumentInput[];

  @Json({
    optional: true,
    max: 20_000,
    shape: { type: 'object' },
    description:
      'What was carried out, where it was not the action proposed: { method, action, approach, parameters }, or "ai.process: own words".',
  })
  readonly action?: unknown;

  @Text({ optional: true, max: ADAPTIVE.error, description: 'Why the action did not go well.' })
  readonly error?: string;
}
