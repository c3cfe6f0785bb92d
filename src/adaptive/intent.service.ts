import { Injectable, Logger } from '@nestjs/common';
import { Counter } from 'prom-client';
import { z } from 'zod';
import { BadUserInputError, LlmError } from '../common/errors.js';
import { metrics } from '../common/metrics.js';
import { LlmClient } from '../llm/llm-client.js';
import { Workers } from '../common/workers/workers.js';
import { ADAPTIVE, type IntentInput } from './adaptive.inputs.js';
import { CheckedBy } from '../criteria/criteria.js';
import { intentPrompt } from './adaptive.prompt.js';
import type { CriterionInput } from '../criteria/criteria.inputs.js';
import type { Criterion, Intent } from '../criteria/intent.model.js';
import { givenCriteria } from '../criteria/given-criteria.js';
import { DEFAULT_QUALITY, intentOf, type ReadIntent, STATED, withStated } from '../criteria/intent.js';
import { schemaTask } from '../criteria/json-schema.js';
import { readCriteria } from '../criteria/reading.js';

const intents = new Counter({
  name: 'heartwood_intents_total',
  help: 'Intents read from prompts, by reader: rule, llm, or fallback (rules, since the LLM failed)',
  labelNames: ['by'] as const,
  registers: [metrics],
});

/** Name of a type or format from a caller or an LLM; restricted, since it becomes part of ids. */
const NAME = z
  .string()
  .transform((text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  )
  .pipe(z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be small letters, digits and _'));
const CRITERIA = z.array(z.string().trim().min(1).max(ADAPTIVE.criterion)).max(ADAPTIVE.criteria);
const SHARE = z.number().min(0).max(1);

const reply = z.strictObject({
  dataType: z.string().min(1).max(64),
  expectedFormat: z.string().min(1).max(64),
  successCriteria: z.array(z.string()).max(ADAPTIVE.criteria),
  qualityRequirements: z.strictObject({ accuracy: z.number(), completeness: z.number() }),
});

/** Fields of a context that state the intent; all other fields are only shown to the LLM. */
const stated = z.object({
  dataType: NAME.optional(),
  expectedFormat: NAME.optional(),
  successCriteria: CRITERIA.optional(),
  qualityRequirements: z.object({ accuracy: SHARE.optional(), completeness: SHARE.optional() }).optional(),
});

/** One retry often fixes a reply; more would delay the caller, and the rules can take over. */
const LLM_ATTEMPTS = 2;

/** Analyses the intent of requests. */
@Injectable()
export class IntentService {
  private readonly logger = new Logger(IntentService.name);

  constructor(
    private readonly llm: LlmClient,
    private readonly workers: Workers,
  ) {}

  /**
   * Analyses a prompt by the configured LLM, or by rules if there is none or it fails. Parts of the intent that the
   * caller states replace those of the analysis; stated criteria take the place of guessed ones.
   *
   * @throws BadUserInputError when the caller states the intent in a wrong form
   */
  async read(prompt: string, context?: unknown, criteria: readonly CriterionInput[] = []): Promise<Intent> {
    const given = statedIn(context);
    const own = await this.checked(criteria, 'criteria');
    const { by, note, ...found } = await this.understand(prompt, context);
    const intent = withStated(found, given.successCriteria ?? [], own);
    return {
      ...intent,
      dataType: given.dataType ?? intent.dataType,
      expectedFormat: given.expectedFormat ?? intent.expectedFormat,
      names: given.dataType === undefined ? intent.names : STATED.names,
      successCriteria: intent.criteria.map(({ text }) => text),
      qualityRequirements: { ...intent.qualityRequirements, ...withoutUndefined(given.qualityRequirements) },
      decidedBy: by,
      note,
    };
  }

  /**
   * The intent that a caller states.
   *
   * @throws BadUserInputError when type or format has other characters than lower-case letters, digits and _, or a
   * criterion is malformed
   */
  async given(input: IntentInput): Promise<ReadIntent> {
    const { dataType, expectedFormat, successCriteria = [], criteria = [], qualityRequirements } = input;
    const names = z.object({ dataType: NAME, expectedFormat: NAME }).safeParse({ dataType, expectedFormat });
    if (!names.success) throw new BadUserInputError(problemsOf(names.error, 'intent'));
    return {
      ...names.data,
      ...STATED,
      criteria: [...readCriteria(successCriteria, true), ...(await this.checked(criteria, 'intent.criteria'))],
      qualityRequirements: { ...DEFAULT_QUALITY, ...withoutUndefined(qualityRequirements) },
    };
  }

  /** Checks given criteria. Schemas are compiled in a worker, since that may take long. */
  private async checked(inputs: readonly CriterionInput[], path: string): Promise<Criterion[]> {
    const criteria = givenCriteria(inputs, path);
    const schemas = inputs.flatMap(({ check }, at) => (check?.jsonSchema ? [{ at, schema: check.jsonSchema }] : []));
    if (schemas.length === 0) return criteria;
    const found = await this.workers.run(
      schemaTask,
      schemas.map(({ schema }) => schema),
    );
    const problems = schemas.flatMap(({ at }, index) => {
      const where = `${path}.${at}.check.jsonSchema`;
      const wrong = found[index] ?? null;
      return wrong === null ? [] : [{ path: where, rule: 'isSchema', message: `${where} is no schema: ${wrong}` }];
    });
    if (problems.length > 0) throw new BadUserInputError(problems);
    return criteria;
  }

  private async understand(
    prompt: string,
    context: unknown,
  ): Promise<ReadIntent & { by: CheckedBy; note: string | null }> {
    const byRules = intentOf(prompt);
    if (!this.llm.configured) {
      intents.inc({ by: 'rule' });
      return { ...byRules, by: CheckedBy.RULES, note: null };
    }
    try {
      const request = { ...intentPrompt(prompt, context), schema: reply, schemaName: 'intent' };
      const { value } = await this.llm.complete({ ...request, maxAttempts: LLM_ATTEMPTS });
      intents.inc({ by: 'llm' });
      return { ...mended(value, byRules), by: CheckedBy.MODEL, note: null };
    } catch (error) {
      if (!(error instanceof LlmError)) throw error;
      this.logger.warn(`the rules read an intent: ${error.message}`);
      intents.inc({ by: 'fallback' });
      return { ...byRules, by: CheckedBy.RULES, note: `Read by rules: ${error.message}` };
    }
  }
}

function withoutUndefined(given: { accuracy?: number | undefined; completeness?: number | undefined } = {}) {
  const { accuracy, completeness } = given;
  return { ...(accuracy !== undefined && { accuracy }), ...(completeness !== undefined && { completeness }) };
}

/**
 * The intent in a reply, with small faults fixed: invalid names are replaced by those of the rules, shares are clamped to
 * [0,1]. Criteria that the rules read from a request to its last word hold; those of the LLM are guesses.
 */
function mended(value: z.output<typeof reply>, byRules: ReadIntent): ReadIntent {
  const share = (number: number) => Math.min(1, Math.max(0, number));
  const texts = value.successCriteria.map((text) => text.trim().slice(0, ADAPTIVE.criterion));
  const known = byRules.criteria.filter(({ stated }) => stated);
  const isStated = byRules.unread.length === 0;
  const more = readCriteria([...new Set(texts.filter((text) => text !== ''))], false);
  const guessed = more.filter(({ text }) => !known.some((one) => one.text.toLowerCase() === text.toLowerCase()));
  return {
    dataType: (isStated ? undefined : NAME.safeParse(value.dataType).data) ?? byRules.dataType,
    expectedFormat: (isStated ? undefined : NAME.safeParse(value.expectedFormat).data) ?? byRules.expectedFormat,
    criteria: isStated ? known : [...known, ...guessed],
    qualityRequirements: {
      accuracy: share(value.qualityRequirements.accuracy),
      completeness: share(value.qualityRequirements.completeness),
    },
    unread: byRules.unread,
    names: { ...byRules.names, isRecognised: true },
  };
}

function statedIn(context: unknown): z.output<typeof stated> {
  if (typeof context !== 'object' || context === null || Array.isArray(context)) return {};
  const read = stated.safeParse(context);
  if (read.success) return read.data;
  throw new BadUserInputError(problemsOf(read.error, 'context'));
}

function problemsOf(error: z.ZodError, at: string) {
  return error.issues.map((issue) => {
    const path = [at, ...issue.path.map(String)].join('.');
    return { path, rule: issue.code, message: `${path}: ${issue.message}` };
  });
}
