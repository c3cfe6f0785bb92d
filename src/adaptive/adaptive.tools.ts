import { z } from 'zod';
import type { Caller } from '../common/caller.js';
import { AgentTools, type AgentToolSet, defineTool } from '../common/tool.js';
import {
  ADAPTIVE,
  DocumentInput,
  IntentArgs,
  ObservationInput,
  StartAdaptiveTaskArgs,
  ValidateContentArgs,
} from './adaptive.inputs.js';
import {
  type AdaptiveAction,
  CheckedBy,
  type Intent,
  type Progress,
  ProgressDecision,
  TaskStatus,
  type Validation,
  ValidationVerdict,
} from './adaptive.model.js';
import { givenIntent, IntentService } from './intent.service.js';
import { TaskService } from './task.service.js';
import { validateInput } from '../common/validation.js';
import { ValidationService } from './validation.service.js';

const json = z.record(z.string(), z.unknown());
const name = z.string().min(1).max(ADAPTIVE.name);
const share = z.number().min(0).max(1);

const quality = z.strictObject({ accuracy: z.number(), completeness: z.number() });

const intentInput = z.strictObject({
  data_type: name.describe('numbers, list, table, json, document, analysis, code or text.'),
  expected_format: name.describe(
    'raw_data (the values in any readable notation), json, csv, markdown, markdown_table, html, xml, code, text, document, pdf, docx, xlsx or pptx.',
  ),
  success_criteria: z
    .array(z.string().min(1).max(ADAPTIVE.criterion))
    .max(ADAPTIVE.criteria)
    .describe('Each is checked for itself: "first 1000", "prime numbers", "at most 200 words".'),
  quality_requirements: z
    .strictObject({ accuracy: share.default(0.95), completeness: share.default(0.95) })
    .optional()
    .describe('0.95 each unless given.'),
});

const intentOutput = z.strictObject({
  data_type: z.string(),
  expected_format: z.string(),
  success_criteria: z.array(z.string()),
  quality_requirements: quality,
  decided_by: z.enum(CheckedBy).describe('RULE or LLM.'),
  note: z.string().nullable().describe('Why rules read it although an LLM is configured.'),
});

const validationOutput = z.strictObject({
  verdict: z
    .enum(ValidationVerdict)
    .describe('UNDECIDED: nothing that was checked is wrong, but not everything, or nothing, could be checked.'),
  overall_success: z.boolean().describe('The verdict is SUCCESS.'),
  data_type_match: z.boolean(),
  format_match: z.boolean(),
  success_criteria_met: z.array(z.boolean()),
  quality_score: z.number().describe('0 to 1.'),
  content_type: z.string(),
  checks: z.array(
    z.strictObject({
      criterion: z.string(),
      met: z.boolean().nullable().describe('Null where nothing could decide; that counts as unmet.'),
      decided_by: z.enum(CheckedBy),
    }),
  ),
  issues: z.array(z.string()),
  improvement_suggestions: z.array(z.string()),
});

const actionOutput = z.strictObject({
  method: z.string(),
  action: z.string(),
  approach: z.string(),
  parameters: json,
  learned_from: z.string().nullable().describe('Id of the strategy that proposed it.'),
  prompt: z.string().describe('To choose the action by, with this one as proposal.'),
});

const progressOutput = z.strictObject({
  decision: z.enum(ProgressDecision),
  reason: z.string(),
  progress: z.int().describe('0 to 100.'),
  next_action: z.string().nullable(),
});

const documents = z
  .array(
    z.strictObject({
      name: z.string().min(1).max(ADAPTIVE.documentName),
      mime_type: z.string().min(1).max(256).optional(),
      content: z.string().max(ADAPTIVE.content).describe('Text; PDF and office files as base64.'),
    }),
  )
  .max(ADAPTIVE.documents)
  .describe('What was delivered.');

const analyzeInput = z.strictObject({
  prompt: z.string().min(1).max(ADAPTIVE.prompt).describe('What the user asks for, in plain words.'),
  context: json.optional().describe('What else is known of the request.'),
});

const validateContentInput = z.strictObject({ documents, intent: intentInput });

const startInput = z.strictObject({
  objective: z.string().min(1).max(ADAPTIVE.prompt).describe('What the user asks for, in plain words.'),
  methods: z
    .array(
      z.strictObject({
        method: name,
        description: z.string().min(1).max(ADAPTIVE.description).optional(),
        actions: z
          .array(
            z.strictObject({
              name,
              description: z.string().min(1).max(ADAPTIVE.description).optional(),
              parameters: json.optional().describe('JSON schema of the parameters.'),
            }),
          )
          .min(1)
          .max(ADAPTIVE.actions),
      }),
    )
    .min(1)
    .max(ADAPTIVE.methods)
    .describe('What you can carry out: [{ method: "ai", actions: [{ name: "process" }] }].'),
  context: json.optional().describe('What else is known of the request.'),
  max_steps: z
    .int()
    .min(ADAPTIVE.maxSteps.min)
    .max(ADAPTIVE.maxSteps.max)
    .default(ADAPTIVE.maxSteps.default)
    .describe('Steps after which the task stops.'),
  idempotency_key: z.string().min(1).max(512).optional().describe('A repeated key gives the first answer.'),
});

const startOutput = z.strictObject({
  task_id: z.string(),
  intent: intentOutput,
  status: z.enum(TaskStatus),
  step_num: z.int().describe('Number of the next step; name it in adaptive_observe.'),
  next_action: actionOutput.nullable().describe('Carry it out, then call adaptive_observe with what it delivered.'),
  progress: progressOutput,
});

const observeInput = z.strictObject({
  task_id: z.string().min(1).max(512),
  step_num: z.int().min(0).max(1_000).describe('Counted from 0.'),
  success: z.boolean().describe('Whether the action itself went well; what it delivered is validated either way.'),
  documents,
  action: json.optional().describe('Where you carried out another action: { method, action, approach, parameters }.'),
  error: z.string().min(1).max(ADAPTIVE.error).optional().describe('Why the action did not go well.'),
});

const observeOutput = z.strictObject({
  step_num: z.int(),
  validation: validationOutput,
  strategy: z
    .string()
    .describe('Id of the strategy that learned from it; from an UNDECIDED verdict nothing is learned.'),
  progress: progressOutput,
  next_action: actionOutput.nullable().describe('Null: stop. Else carry it out as step_num + 1.'),
  refinement_prompt: z.string().describe('To decide the next step by, where you do that yourself.'),
});

@AgentTools()
export class AdaptiveTools implements AgentToolSet {
  readonly tools = [
    defineTool({
      name: 'intent_analyze',
      title: 'Analyze intent',
      description:
        'Tells what a request wants to be delivered: type of data, format, success criteria, quality. Changes nothing.',
      input: analyzeInput,
      output: intentOutput,
      hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async (_, input) => {
        const { prompt, context } = validateInput(IntentArgs, input);
        return intentRecord(await this.intents.read(prompt, context));
      },
    }),
    defineTool({
      name: 'content_validate',
      title: 'Validate content',
      description:
        'Reads content and tells whether it is what was wanted: type, format, each criterion, and what is wrong or missing. Call it before you say that something is done. Changes nothing.',
      input: validateContentInput,
      output: validationOutput,
      hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: (_, input) => this.validate(input),
    }),
    defineTool({
      name: 'adaptive_start',
      title: 'Start adaptive task',
      description:
        'Starts a task with success criteria read from its objective, and gives the first action: the one that served this kind of request best before. Carry it out and hand what it delivered to adaptive_observe.',
      input: startInput,
      output: startOutput,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
      run: (caller, input) => this.start(caller, input),
    }),
    defineTool({
      name: 'adaptive_observe',
      title: 'Observe adaptive step',
      description:
        'Takes what an action delivered, judges it by its content, learns from it, and gives the next action, or the reason to stop. Repeating an observation changes nothing.',
      input: observeInput,
      output: observeOutput,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: (caller, input) => this.observe(caller, input),
    }),
  ];

  constructor(
    private readonly intents: IntentService,
    private readonly validations: ValidationService,
    private readonly tasks: TaskService,
  ) {}

  private async validate({
    documents: given,
    intent,
  }: z.output<typeof validateContentInput>): Promise<z.input<typeof validationOutput>> {
    const input = validateInput(ValidateContentArgs, {
      documents: documentsOf(given),
      intent: {
        dataType: intent.data_type,
        expectedFormat: intent.expected_format,
        successCriteria: intent.success_criteria,
        qualityRequirements: intent.quality_requirements,
      },
    });
    return validationRecord(await this.validations.validate(input.documents, givenIntent(input.intent)));
  }

  private async start(caller: Caller, given: z.output<typeof startInput>): Promise<z.input<typeof startOutput>> {
    const { max_steps: maxSteps, idempotency_key: idempotencyKey, ...rest } = given;
    const task = await this.tasks.start(
      caller,
      validateInput(StartAdaptiveTaskArgs, { ...rest, maxSteps, idempotencyKey }),
    );
    return {
      task_id: task.id,
      intent: intentRecord(task.intent),
      status: task.status,
      step_num: task.steps.length,
      next_action: task.nextAction && actionRecord(task.nextAction),
      progress: progressRecord(task.progress),
    };
  }

  private async observe(caller: Caller, given: z.output<typeof observeInput>): Promise<z.input<typeof observeOutput>> {
    const { task_id: taskId, step_num: stepNum, documents: delivered, ...rest } = given;
    const input = validateInput(ObservationInput, { ...rest, taskId, stepNum, documents: documentsOf(delivered) });
    const step = await this.tasks.observe(caller, input);
    return {
      step_num: step.num,
      validation: validationRecord(step.validation),
      strategy: step.strategyId,
      progress: progressRecord(step.progress),
      next_action: step.nextAction && actionRecord(step.nextAction),
      refinement_prompt: step.refinementPrompt,
    };
  }
}

function documentsOf(given: z.output<typeof documents>): DocumentInput[] {
  return given.map(({ mime_type: mimeType, ...document }) => ({
    ...document,
    ...(mimeType !== undefined && { mimeType }),
  }));
}

function intentRecord(intent: Intent): z.input<typeof intentOutput> {
  const { accuracy, completeness } = intent.qualityRequirements;
  return {
    data_type: intent.dataType,
    expected_format: intent.expectedFormat,
    success_criteria: [...intent.successCriteria],
    quality_requirements: { accuracy, completeness },
    decided_by: intent.decidedBy,
    note: intent.note,
  };
}

function validationRecord(validation: Validation): z.input<typeof validationOutput> {
  return {
    verdict: validation.verdict,
    overall_success: validation.overallSuccess,
    data_type_match: validation.dataTypeMatch,
    format_match: validation.formatMatch,
    success_criteria_met: [...validation.successCriteriaMet],
    quality_score: validation.qualityScore,
    content_type: validation.contentType,
    checks: validation.checks.map(({ criterion, met, decidedBy }) => ({ criterion, met, decided_by: decidedBy })),
    issues: [...validation.issues],
    improvement_suggestions: [...validation.improvementSuggestions],
  };
}

function actionRecord({ method, action, approach, parameters, learnedFromId, prompt }: AdaptiveAction) {
  return { method, action, approach, parameters, learned_from: learnedFromId, prompt };
}

function progressRecord({ decision, reason, progress, nextAction }: Progress): z.input<typeof progressOutput> {
  return { decision, reason, progress, next_action: nextAction };
}
