import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { type ConnectionOf, dateOfCursor, decodeCursor, page } from '../common/connection.js';
import { LlmCutOffError, LlmInvalidReplyError } from '../common/errors.js';
import { metrics } from '../common/metrics.js';
import { newId } from '../common/seeded-time.js';
import { LlmClient } from '../llm/llm-client.js';
import { extractRules } from '../rtec/fences.js';
import { checkDomain } from '../rtec/fluent-names.js';
import type { RuleProblem, RuleReport } from '../rtec/report.model.js';
import { type GenerationEventsArgs } from './fluents.inputs.js';
import type { GenerationAttempt, GenerationEvent, GenerationStage } from './fluents.model.js';
import { correctionPrompt } from '../rtec/rules.prompt.js';
import { FluentsRepository } from './fluents.repository.js';
import type { StoredGenerationEvent } from './fluents.statements.js';
import { RulePrompts } from './rule-prompts.service.js';
import { RulesService } from './rules.service.js';

/** Rules that the LLM wrote, the checks of its last attempt, and whether they were stored. */
export interface Generated {
  /** Id of the stored fluent; undefined if none was stored. */
  readonly id: string | undefined;
  readonly rules: string;
  readonly report: RuleReport;
  readonly attempts: readonly GenerationAttempt[];
  readonly injected: readonly string[];
  readonly stored: boolean;
}

/** The activity to write rules for, and the maximum number of attempts. */
export interface GenerationRequest {
  readonly activity: string;
  readonly description?: string | undefined;
  readonly maxAttempts: number;
}

/** Interval, in ms, at which a subscription polls for events, which any replica may have recorded. */
const POLL_MS = 500;
/**
 * Overlap of successive polls, in ms, because clocks of replicas differ. Events that were already sent are not sent
 * again.
 */
const OVERLAP_MS = 5_000;
/** Cursor position after all events: the first page begins with the newest event. */
const BEHIND_ALL = new Date('9999-12-31T00:00:00Z');

const generations = new Counter({
  name: 'heartwood_rules_generations_total',
  help: 'Generations of rules, by outcome: stored, given_up (no attempt was valid), failed (no reply)',
  labelNames: ['outcome'] as const,
  registers: [metrics],
});
const attemptsTaken = new Histogram({
  name: 'heartwood_rules_generation_attempts',
  help: 'Attempts of one generation of rules that were checked',
  buckets: [1, 2, 3, 4, 5, 10],
  registers: [metrics],
});

/** Lets the language model generate rules. */
@Injectable()
export class GenerationService {
  constructor(
    private readonly prompts: RulePrompts,
    private readonly rules: RulesService,
    private readonly repository: FluentsRepository,
    private readonly llm: LlmClient,
    private readonly clock: Clock,
  ) {}

  /**
   * Asks the language model for the rules of an activity until a reply is valid or `maxAttempts` is reached, and stores
   * the valid rules. About a name that is close to a defined one it asks once. Each retry lists the problems of the previous attempt. Every attempt is recorded.
   *
   * @throws NotFoundError when there is no such domain
   * @throws LlmUnavailableError when no language model is configured, or it does not answer
   * @throws LlmRefusedError and LlmFilteredError
   * @throws ConflictError when the valid rules would complete a cycle, because other rules were saved concurrently
   */
  async generate(
    caller: Caller,
    domain: string,
    { activity, description, maxAttempts }: GenerationRequest,
  ): Promise<Generated> {
    const { system, user, injected, prerequisites, ...prompt } = await this.prompts.rulePrompt(caller, domain, {
      activity,
      description,
    });
    const run = newId(this.clock.now().getTime());
    const tell = (
      attempt: number,
      stage: GenerationStage,
      reply: string | null = null,
      report: RuleReport | null = null,
    ) => this.tell(caller.namespace, domain, { run, activity, attempt, stage, reply, report });
    const attempts: GenerationAttempt[] = [];
    let question = user;
    let askedAboutNames = false;
    for (let number = 1; ; number++) {
      await tell(number, 'ASKED');
      const { reply, lost } = await this.ask(system, question).catch(async (error: unknown) => {
        generations.inc({ outcome: 'failed' });
        await tell(number, 'FAILED');
        throw error;
      });
      const rules = extractRules(reply);
      const saving = {
        name: activity,
        description: description ?? prompt.description ?? undefined,
        prerequisites,
        asksAboutNames: !askedAboutNames && number < maxAttempts,
      };
      const { report, id } = await this.rules.saveGenerated(caller, domain, saving, rules);
      attempts.push({ number, reply, report });
      await tell(number, 'CHECKED', reply, report);
      // A valid answer was kept back because of a name: the next one is stored even if it keeps the name.
      askedAboutNames ||= report.valid && id === undefined;
      const stored = id !== undefined;
      if (stored || number >= maxAttempts) {
        await tell(number, stored ? 'STORED' : 'GIVEN_UP');
        generations.inc({ outcome: stored ? 'stored' : 'given_up' });
        attemptsTaken.observe(number);
        return { id, rules, report, attempts, injected, stored };
      }
      question = correctionPrompt(user, rules, report.problems, lost);
    }
  }

  /**
   * A page of the recorded steps of generations in a domain, newest first.
   *
   * @throws BadUserInputError when `after` is not a cursor of this list
   */
  async list(
    namespace: string,
    { domain, first, after }: GenerationEventsArgs,
  ): Promise<ConnectionOf<GenerationEvent>> {
    checkDomain(domain);
    const order = `generation ${domain}`;
    const [at, id] = decodeCursor(after, order, ['number', 'string']) ?? [];
    const before = { at: at === undefined ? BEHIND_ALL : dateOfCursor(at), id: id ?? '' };
    const rows = await this.repository.pageGenerationEvents(namespace, domain, before, first + 1);
    return page({
      rows: rows.map(eventOf),
      first,
      after,
      order,
      key: (event) => [event.at.getTime(), event.id],
      totalCount: () => this.repository.countGenerationEvents(namespace, domain),
    });
  }

  /**
   * Steps of generations in a domain, on any replica, oldest first. It begins with the steps of the last five seconds,
   * so that a client that starts a generation and then subscribes misses none. It ends when the listener calls
   * return().
   */
  progress(namespace: string, domain: string): AsyncGenerator<GenerationEvent> {
    checkDomain(domain);
    const listening = new AbortController();
    const events = this.follow(namespace, domain, listening.signal);
    const end = events.return.bind(events);
    // The poll is aborted, because otherwise return() would take effect only after the next event.
    events.return = (value) => {
      listening.abort();
      return end(value);
    };
    return events;
  }

  private async *follow(namespace: string, domain: string, signal: AbortSignal): AsyncGenerator<GenerationEvent> {
    const begin = this.clock.now().getTime() - OVERLAP_MS;
    const seen = new Map<string, number>();
    while (!signal.aborted) {
      const since = new Date(Math.max(begin, this.clock.now().getTime() - OVERLAP_MS));
      for (const event of await this.repository.listGenerationEvents(namespace, domain, since)) {
        if (seen.has(event.id)) continue;
        seen.set(event.id, event.at.getTime());
        yield eventOf(event);
      }
      for (const [id, at] of seen) if (at < since.getTime()) seen.delete(id);
      await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** If the reply was cut off or unreadable, `reply` is empty and `lost` is the reason: the attempt counts as failed. */
  private async ask(system: string, user: string): Promise<{ readonly reply: string; readonly lost?: string }> {
    try {
      return { reply: await this.llm.completeText({ name: 'rules', system, user }) };
    } catch (error) {
      if (error instanceof LlmCutOffError) return { reply: '', lost: '(too long: it was cut off, so answer shorter)' };
      if (error instanceof LlmInvalidReplyError) return { reply: '', lost: '(nothing that can be read)' };
      throw error;
    }
  }

  private async tell(
    namespace: string,
    domain: string,
    { report, ...event }: Omit<GenerationEvent, 'id' | 'at'>,
  ): Promise<void> {
    const at = this.clock.now();
    const stored = { ...event, id: newId(at.getTime()), report: report === null ? null : JSON.stringify(report) };
    await this.repository.recordGeneration(namespace, domain, at, stored);
  }
}

function eventOf({ stage, report, ...event }: StoredGenerationEvent & { readonly at: Date }): GenerationEvent {
  return { ...event, stage: stage as GenerationStage, report: report === null ? null : storedReport(report) };
}

/** Reports of releases that did not store `count` get the count 1 for each problem. */
function storedReport(json: string): RuleReport {
  const report = JSON.parse(json) as RuleReport;
  const counted = (each: RuleProblem): RuleProblem => ({ ...each, count: (each as Partial<RuleProblem>).count ?? 1 });
  return { ...report, problems: report.problems.map(counted) };
}
