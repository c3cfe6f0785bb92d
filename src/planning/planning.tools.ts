import { z } from 'zod';
import type { Caller } from '../common/caller.js';
import { BadUserInputError } from '../common/errors.js';
import { type AgentPrompt, AgentTools, type AgentToolSet, defineTool } from '../common/tool.js';
import { validateInput } from '../common/validation.js';
import { LEARNING_LIMITS } from '../items/catalog.js';
import { LearningInput } from '../items/items.inputs.js';
import { LearningKind } from '../items/items.model.js';
import { ItemsService } from '../items/items.service.js';
import { PlanService } from './plan.service.js';
import { PlanInput, PLANNING, PlanningInput, StepReportInput } from './planning.inputs.js';
import { Attribution, type PlanStep, StepOutcome } from './planning.model.js';
import { PromptService } from './prompt.service.js';
import { ReportService } from './report.service.js';

const id = z.string().max(512);
const json = z.record(z.string(), z.unknown());
const trust = z.number().describe('How far the item has proved itself, 0.5 to 1.');

const promptInput = z.strictObject({
  task: z.string().min(1).max(PLANNING.task).describe('What you are to do, in plain words.'),
  application: z.string().min(1).max(PLANNING.application).optional().describe('The application to operate.'),
  tools: z
    .string()
    .min(1)
    .max(PLANNING.tools)
    .optional()
    .describe('Your tools with their arguments, as the planning LLM is to see them.'),
  context: z.string().min(1).max(PLANNING.context).optional().describe('What else the plan has to know.'),
  latest_state: z.string().min(1).max(PLANNING.context).optional().describe('What is on the screen now.'),
  application_version: z
    .string()
    .min(1)
    .max(PLANNING.version)
    .optional()
    .describe('Learnings of this version come first.'),
  first: z
    .int()
    .min(PLANNING.first.min)
    .max(PLANNING.first.max)
    .default(PLANNING.first.default)
    .describe('Knowledge items to retrieve.'),
});

const promptOutput = z.strictObject({
  receipt_id: z.string().nullable().describe('Hand it back to plan_save; null on a read-only database.'),
  system: z.string(),
  user: z.string(),
  items: z
    .array(z.strictObject({ id: z.string(), score: z.number(), relevance: z.number(), trust }))
    .describe('In the prompt, best first.'),
  also_needed: z.array(z.string()).describe('Prerequisites of the items, in the order to carry them out.'),
  tokens: z.int().describe('Of both prompts.'),
});

const saveInput = z.strictObject({
  task: z.string().min(1).max(PLANNING.task),
  actions: z
    .array(
      z.strictObject({
        tool_name: z.string().min(1).max(PLANNING.toolName),
        tool_arguments: json.nullish(),
        reasoning: z.string().max(PLANNING.reasoning).nullish(),
        kb_source: id.nullish().describe('KB ID of the item the action comes from; null for none.'),
        kb_learning: id.nullish().describe('Id of the past learning the action follows; null for none.'),
      }),
    )
    .min(1)
    .max(PLANNING.actions)
    .describe(
      'The "plan" of the answer to the planning prompt, as it is. Of a recovery: what comes after the steps that succeeded.',
    ),
  reasoning: z
    .string()
    .max(PLANNING.reasoning)
    .optional()
    .describe('Of a recovery: what is done instead. It becomes what was learned.'),
  estimated_duration: z.int().min(0).max(PLANNING.duration).optional().describe('Seconds.'),
  receipt_id: id.min(1).optional().describe('Of the planning prompt the plan was made with.'),
  retrieved_items: z
    .array(id.min(1))
    .max(PLANNING.retrieved)
    .optional()
    .describe('Without a receipt: ids of the items the plan was made with.'),
  recovers: id.min(1).optional().describe('Id of the plan this one repairs.'),
  idempotency_key: id.min(1).optional().describe('A repeated key gives the first answer.'),
});

const stepOutput = z.strictObject({
  num: z.int().describe('Counted from 0; name it in plan_report_step.'),
  tool_name: z.string(),
  kb_source: z.string().nullable(),
  attribution: z.enum(Attribution),
  item_id: z.string().nullable().describe('Knowledge item that a failure of the step will correct.'),
  outcome: z.enum(StepOutcome),
});

const planOutput = z.strictObject({
  plan_id: z.string(),
  number: z.int().describe('0 for the first plan of a task, +1 for every recovery.'),
  reasoning: z.string().nullable(),
  steps: z.array(stepOutput),
});

const reportInput = z.strictObject({
  plan_id: id.min(1),
  step_num: z.int().min(0).describe('Counted from 0.'),
  outcome: z.enum(StepOutcome).exclude(['PENDING']).describe('FAILURE: you failed. CORRECTED: a person stepped in.'),
  error: z.string().min(1).max(PLANNING.error).optional().describe('FAILURE: required. What went wrong.'),
  recovery_approach: z
    .string()
    .min(1)
    .max(PLANNING.reasoning)
    .optional()
    .describe('FAILURE: what worked instead, where it is known already.'),
  corrected_action: json.optional().describe('CORRECTED: required. { tool_name, tool_arguments, reasoning }'),
  human_reasoning: z
    .string()
    .min(1)
    .max(PLANNING.reasoning)
    .optional()
    .describe('CORRECTED: required. What the person said.'),
  followed_learning: id.min(1).optional().describe('Id of the past learning the step followed.'),
  application_version: z.string().min(1).max(PLANNING.version).optional(),
  recover: z
    .boolean()
    .default(true)
    .describe('FAILURE: ask the LLM of the service for a recovery plan, where it has one.'),
});

const reportOutput = z.strictObject({
  outcome: z.enum(StepOutcome),
  item_id: z.string().nullable(),
  learning_id: z.string().nullable().describe('What this report taught.'),
  trust_after: trust.nullable().describe('Of the item, right after this report.'),
  note: z.string().nullable().describe('Why nothing was learned.'),
  suggestions: z.array(z.string()).describe('Ids of items the step may have come from, best first.'),
  recovery_problem: z.string().nullable().describe('Why there is no recovery plan, where one was asked for.'),
  recovery_plan: planOutput.nullable().describe('How to go on.'),
});

const learningInput = z.strictObject({
  item_id: id.min(1).describe('The knowledge item the failed step was based on (kb_source).'),
  kind: z.enum(LearningKind).describe('SELF_EXPLORATION: you failed. HUMAN_INTERRUPT: a person corrected you.'),
  task: z.string().min(1).max(LEARNING_LIMITS.task),
  step_num: z.int().min(0).max(LEARNING_LIMITS.stepNum).describe('Counted from 0.'),
  original_action: json.describe('{ tool_name, tool_arguments, reasoning, kb_source }'),
  original_error: z.string().min(1).max(LEARNING_LIMITS.error).optional().describe('SELF_EXPLORATION: required.'),
  recovery_approach: z
    .string()
    .min(1)
    .max(LEARNING_LIMITS.text)
    .optional()
    .describe('SELF_EXPLORATION: what worked instead, once known.'),
  corrected_action: json.optional().describe('HUMAN_INTERRUPT: required.'),
  human_reasoning: z.string().min(1).max(LEARNING_LIMITS.text).optional().describe('HUMAN_INTERRUPT: required.'),
  application_version: z.string().min(1).max(LEARNING_LIMITS.version).optional(),
  timestamp: z.iso.datetime({ offset: true, local: true }).optional().describe('When it happened; now unless given.'),
  idempotency_key: id.min(1).optional().describe('A repeated key gives the first answer.'),
});

const learningOutput = z.strictObject({
  learning_id: z.string(),
  item_id: z.string(),
  trust_before: trust,
  trust_after: trust,
});

@AgentTools()
export class PlanningTools implements AgentToolSet {
  readonly tools = [
    defineTool({
      name: 'kb_planning_prompt',
      title: 'Get planning prompt',
      description:
        'Gives the system and user prompt to plan a task with: the knowledge items that fit, what earlier failures taught about them, what has to be done before, and the JSON to answer in. Hand them to your LLM, then the plan to plan_save.',
      input: promptInput,
      output: promptOutput,
      // Each call keeps a receipt.
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
      run: (caller, input) => this.planningPrompt(caller, input),
    }),
    defineTool({
      name: 'plan_save',
      title: 'Save plan',
      description:
        'Saves a plan before it is carried out, so that each failure can be traced to the knowledge item that led to it. Returns the numbers of the steps for plan_report_step.',
      input: saveInput,
      output: planOutput,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
      run: (caller, input) => this.save(caller, input),
    }),
    defineTool({
      name: 'plan_report_step',
      title: 'Report step',
      description:
        'Reports how one step of a saved plan went. Report every step, also those that succeed. A failure or correction is attached to the knowledge item the step came from, lowers its trust once, and stands in the next prompt. Repeating a report changes nothing.',
      input: reportInput,
      output: reportOutput,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: (caller, input) => this.report(caller, input),
    }),
    defineTool({
      name: 'kb_attach_learning',
      title: 'Attach learning',
      description:
        'Attaches what you learned to the knowledge item it corrects, without a saved plan, and lowers its trust. With a saved plan use plan_report_step.',
      input: learningInput,
      output: learningOutput,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
      run: (caller, input) => this.attach(caller, input),
    }),
  ];

  readonly prompts: readonly AgentPrompt[] = [
    {
      name: 'plan_task',
      title: 'Plan a task',
      description: 'Plans a task with the knowledge items that fit it and what earlier failures taught about them.',
      arguments: [
        { name: 'task', description: 'What is to be done, in plain words.', required: true },
        { name: 'application', description: 'The application to operate.', required: false },
        { name: 'tools', description: 'The tools there are, with their arguments.', required: false },
        { name: 'application_version', description: 'Learnings of this version come first.', required: false },
      ],
      // Prompts know no system role: it comes first in what the user says.
      get: async (caller, given) => {
        const input = checked(() => validateInput(PlanningInput, fromSnake(given)));
        const { system, user } = await this.prompting.planningPrompt(caller, input);
        return [system, user];
      },
    },
  ];

  constructor(
    private readonly prompting: PromptService,
    private readonly plans: PlanService,
    private readonly reports: ReportService,
    private readonly kb: ItemsService,
  ) {}

  private async planningPrompt(
    caller: Caller,
    given: z.output<typeof promptInput>,
  ): Promise<z.input<typeof promptOutput>> {
    const input = checked(() => validateInput(PlanningInput, fromSnake(given)));
    const prompt = await this.prompting.planningPrompt(caller, input);
    return {
      receipt_id: prompt.receiptId,
      system: prompt.system,
      user: prompt.user,
      items: prompt.items.map(({ id, score, explain: { relevance, trust } }) => ({ id, score, relevance, trust })),
      also_needed: prompt.alsoNeeded.map((item) => item.id),
      tokens: prompt.tokens,
    };
  }

  private async save(
    caller: Caller,
    { actions, ...given }: z.output<typeof saveInput>,
  ): Promise<z.input<typeof planOutput>> {
    const input = checked(() =>
      validateInput(PlanInput, {
        ...fromSnake(given),
        actions: actions.map(({ kb_learning: followsLearning, ...action }) => ({
          ...fromSnake(action),
          followsLearning,
        })),
      }),
    );
    const plan = await this.plans.savePlan(caller, input);
    return this.planOf(caller.namespace, plan.id);
  }

  private async report(caller: Caller, given: z.output<typeof reportInput>): Promise<z.input<typeof reportOutput>> {
    const input = checked(() => validateInput(StepReportInput, fromSnake(given)));
    const report = await this.reports.reportStep(caller, input);
    const step = (await this.plans.listSteps(caller.namespace, report.planId)).find(
      ({ num }) => num === report.stepNum,
    );
    return {
      outcome: step?.outcome ?? input.outcome,
      item_id: report.itemId,
      learning_id: report.learningId,
      trust_after: report.trustAfter,
      note: report.note,
      suggestions: report.itemId === null ? (step?.candidates.map(({ itemId }) => itemId) ?? []) : [],
      recovery_problem: report.recoveryProblem,
      recovery_plan: report.recoveryPlanId === null ? null : await this.planOf(caller.namespace, report.recoveryPlanId),
    };
  }

  private async attach(caller: Caller, given: z.output<typeof learningInput>): Promise<z.input<typeof learningOutput>> {
    const input = checked(() => validateInput(LearningInput, fromSnake(given)));
    const { learningId, itemId, trustBefore, trustAfter } = await this.kb.attachLearning(caller, input);
    return { learning_id: learningId, item_id: itemId, trust_before: trustBefore, trust_after: trustAfter };
  }

  private async planOf(namespace: string, planId: string): Promise<z.input<typeof planOutput>> {
    const [plan, steps] = await Promise.all([
      this.plans.getPlan(namespace, planId),
      this.plans.listSteps(namespace, planId),
    ]);
    return { plan_id: plan.id, number: plan.number, reasoning: plan.reasoning, steps: steps.map(stepRecord) };
  }
}

function stepRecord({ num, toolName, kbSource, attribution, itemId, outcome }: PlanStep): z.input<typeof stepOutput> {
  return { num, tool_name: toolName, kb_source: kbSource, attribution, item_id: itemId, outcome };
}

/** The names of an input class; values stay as they are. */
function fromSnake(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}

/** Tells problems under the names that tools have. */
function checked<Value>(check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof BadUserInputError)) throw error;
    const snake = (text: string) => text.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    throw new BadUserInputError(
      error.fields.map(({ path, rule, message }) => ({
        path: snake(path),
        rule,
        message: message.replace(path, snake(path)),
      })),
    );
  }
}
