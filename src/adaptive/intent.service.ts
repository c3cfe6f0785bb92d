import { Injectable, Logger } from '@nestjs/common';
import { Counter } from 'prom-client';
import { z } from 'zod';
import { BadUserInputError, LlmError } from '../common/errors.js';
import { metrics } from '../common/metrics.js';
import { LlmClient } from '../llm/llm-client.js';
import { ADAPTIVE, type IntentInput } from './adaptive.inputs.js';
import { CheckedBy, type Intent } from './adaptive.model.js';
import { intentPrompt } from './adaptive.prompt.js';
import { DEFAULT_QUALITY, intentOf, type ReadIntent } from './intent.js';

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

  constructor(private readonly llm: LlmClient) {}

  /**
   * Analyses a prompt by the configured LLM, or by rules if there is none or it fails. Parts of the intent that the
   * context states replace those of the analysis; its criteria are added.
   *
   * @throws BadUserInputError when the context states the intent in a wrong form
   */
  async read(prompt: string, context?: unknown): Promise<Intent> {
    const given = statedIn(context);
    const found = await this.understand(prompt, context);
    return {
      ...found,
      dataType: given.dataType ?? found.dataType,
      expectedFormat: given.expectedFormat ?? found.expectedFormat,
      successCriteria: [...new Set([...found.successCriteria, ...(given.successCriteria ?? [])])],
      qualityRequirements: {
        accuracy: given.qualityRequirements?.accuracy ?? found.qualityRequirements.accuracy,
        completeness: given.qualityRequirements?.completeness ?? found.qualityRequirements.completeness,
      },
    };
  }

  private async understand(prompt: string, context: unknown): Promise<Intent> {
    const byRules = { ...intentOf(prompt), decidedBy: CheckedBy.RULE, note: null };
    if (!this.llm.configured) {
      intents.inc({ by: 'rule' });
      return byRules;
    }
    try {
      const request = { ...intentPrompt(prompt, context), schema: reply, schemaName: 'intent' };
      const { value } = await this.llm.complete({ ...request, maxAttempts: LLM_ATTEMPTS });
      intents.inc({ by: 'llm' });
      return { ...mended(value, byRules), decidedBy: CheckedBy.LLM, note: null };
    } catch (error) {
      if (!(error instanceof LlmError)) throw error;
      this.logger.warn(`the rules read an intent: ${error.message}`);
      intents.inc({ by: 'fallback' });
      return { ...byRules, note: `Read by rules: ${error.message}` };
    }
  }
}

/** Fixes small faults of a reply: invalid names are replaced by those of the rules, shares are clamped to [0,1]. */
function mended(value: z.output<typeof reply>, byRules: ReadIntent): ReadIntent {
  const share = (number: number) => Math.min(1, Math.max(0, number));
  return {
    dataType: NAME.safeParse(value.dataType).data ?? byRules.dataType,
    expectedFormat: NAME.safeParse(value.expectedFormat).data ?? byRules.expectedFormat,
    successCriteria: [
      ...new Set(
        value.successCriteria.map((text) => text.trim().slice(0, ADAPTIVE.criterion)).filter((text) => text !== ''),
      ),
    ],
    qualityRequirements: {
      accuracy: share(value.qualityRequirements.accuracy),
      completeness: share(value.qualityRequirements.completeness),
    },
  };
}

function statedIn(context: unknown): z.output<typeof stated> {
  if (typeof context !== 'object' || context === null || Array.isArray(context)) return {};
  const read = stated.safeParse(context);
  if (read.success) return read.data;
  throw new BadUserInputError(problemsOf(read.error, 'context'));
}

/**
 * Validates an intent given by a caller.
 *
 * @throws BadUserInputError when type or format has other characters than lower-case letters, digits and _
 */
export function givenIntent({
  dataType,
  expectedFormat,
  successCriteria,
  qualityRequirements,
}: IntentInput): ReadIntent {
  const names = z.object({ dataType: NAME, expectedFormat: NAME }).safeParse({ dataType, expectedFormat });
  if (!names.success) throw new BadUserInputError(problemsOf(names.error, 'intent'));
  return {
    ...names.data,
    successCriteria,
    qualityRequirements: {
      accuracy: qualityRequirements?.accuracy ?? DEFAULT_QUALITY.accuracy,
      completeness: qualityRequirements?.completeness ?? DEFAULT_QUALITY.completeness,
    },
  };
}

function problemsOf(error: z.ZodError, at: string) {
  return error.issues.map((issue) => {
    const path = [at, ...issue.path.map(String)].join('.');
    return { path, rule: issue.code, message: `${path}: ${issue.message}` };
  });
}
