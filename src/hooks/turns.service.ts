import { Injectable } from '@nestjs/common';
import type { CapturedStep } from '../transcripts/captured-turn.js';
import { Clock } from '../common/clock.js';
import type { Caller } from '../common/caller.js';
import { Delivery } from '../common/delivery.js';
import { hashOf } from '../common/hash.js';
import { KeyedQueue } from '../common/queue.js';
import { compare } from '../common/text.js';
import { Verification } from '../common/verification.js';
import { GraphService } from '../graph/graph.service.js';
import { LearningKind } from '../items/items.model.js';
import { ItemsService } from '../items/items.service.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { ReceiptsService } from '../knowledge/receipts.service.js';
import type { StoredReceipt } from '../knowledge/receipts.statements.js';
import { OutcomesService } from '../outcomes/outcomes.service.js';
import { OutcomeRetraction } from '../outcomes/retraction.service.js';
import type { CapturedTurnInput } from './hooks.inputs.js';
import { answerTurn, listTurns, saveTurn, type StoredTurn } from './hooks.statements.js';
import { MatcherService } from './matcher.service.js';
import type { Match, SessionEvent } from './matching.js';
import { type OpenSession, SessionsService } from './sessions.service.js';

/** Maximum number of turns of a session. In a longer one, nothing is matched. */
const MAX_TURNS = 500;
/** The session belongs to the caller. */
const ALL_GROUPS = { teams: null, projects: null };
/** Tools of the service that give knowledge. */
const GIVING_TOOL = /(?:knowledge_context|kb_planning_prompt)$/u;
/** Maximum number of characters of what a match says for a person. */
const MAX_NOTE = 2_000;

/** What came of a turn. */
export interface TurnAnswer {
  readonly stored: true;
  readonly outcome: 'success' | 'failure' | 'undecided';
  /** Refs of the knowledge that the outcome credited. */
  readonly credited: readonly string[];
  /** One sentence: why. */
  readonly reason: string;
}

/** What a turn changed, besides its answer. */
interface Judged extends TurnAnswer {
  /** Receipts of the session that have a captured outcome; null if they stay as they are. */
  readonly receiptIds: readonly string[] | null;
  readonly matches: readonly Match[];
}

/** Stores the turns of connected agents, and draws from them what is certain. */
@Injectable()
export class TurnsService {
  private readonly queue = new KeyedQueue();

  constructor(
    private readonly sessions: SessionsService,
    private readonly matcher: MatcherService,
    private readonly graph: GraphService,
    private readonly receipts: ReceiptsService,
    private readonly registry: KnowledgeRegistry,
    private readonly outcomes: OutcomesService,
    private readonly retraction: OutcomeRetraction,
    private readonly items: ItemsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a turn, and reports its outcome. Posting it again changes nothing and returns the first answer.
   *
   * @throws ForbiddenError when the session belongs to another team, or to a project that the caller's key does not open
   */
  async post(from: Caller, client: string, input: CapturedTurnInput): Promise<TurnAnswer> {
    const { namespace } = from;
    const session = await this.sessions.open(from, client, input.session, null);
    return this.queue.run(`${namespace}\u0000${input.session}`, async () => {
      const id = hashOf({ client, ...plain(input) }).slice(0, 32);
      const turn = this.stored(session, client, input);
      const [saved] = await this.graph.run(saveTurn, { namespace, session: input.session, id, turn });
      if (saved?.answer) return JSON.parse(saved.answer) as TurnAnswer;
      const { receiptIds, matches, ...answer } = await this.judge(session, input);
      const now = this.clock.now();
      const own = matches.filter((match) => match.turn === id);
      const learningIds = await this.learn(session, input, own, now);
      await this.graph.run(answerTurn, {
        ...{ namespace, id, credited: receiptIds },
        result: { answer: JSON.stringify(answer), outcome: answer.outcome, why: answer.reason, learningIds },
        matches: telling(own).map((match) => this.edge(match, now)),
      });
      return answer;
    });
  }

  private stored({ caller }: OpenSession, client: string, input: CapturedTurnInput): Record<string, unknown> {
    const { team, project, agent } = caller;
    const { session, prompt, steps, verdict, receipts } = plain(input);
    const origin = { client, session, team, project, agent, at: this.clock.now() };
    return { ...origin, prompt, steps: JSON.stringify(steps), verdict, receipts };
  }

  /** A captured outcome always says what was used: without that, one red test would blame all that was given. */
  private async judge({ caller, ...session }: OpenSession, input: CapturedTurnInput): Promise<Judged> {
    const undecided = (reason: string): Judged => {
      return { stored: true, outcome: 'undecided', credited: [], reason, receiptIds: [], matches: [] };
    };
    if (session.retractedAt !== null) return { ...undecided('The session was retracted'), receiptIds: null };
    const { namespace } = caller;
    const rows = await this.graph.run(listTurns, {
      ...{ namespace, session: caller.session, groups: ALL_GROUPS, limit: MAX_TURNS + 1 },
    });
    const turns = rows.map(({ turn }) => turn);
    const ids = [
      ...(session.receiptId === null ? [] : [session.receiptId]),
      ...turns.flatMap(({ receipts }) => receipts),
    ];
    const run = (await this.receipts.findAll(caller, [...new Set(ids)]))
      .filter(({ delivered }) => delivered !== Delivery.NO)
      .sort((a, b) => compare(a.id, b.id));
    const captured = run.filter(isCaptured);
    if (run.some((receipt) => receipt.outcomeHash !== null && !isCaptured(receipt))) {
      for (const receipt of captured) await this.retraction.retract(caller, receipt.id, 'The agent reported itself');
      return undecided('The agent reported the outcome itself');
    }
    const events = eventsOf(turns);
    const given = run.map((receipt) => ({ receipt, from: beginOf(receipt, session.receiptId, turns, events) }));
    const matches = turns.length > MAX_TURNS ? [] : await this.matcher.match(caller, given, events);
    const kept = { receiptIds: captured.map((receipt) => receipt.id), matches };
    if (input.verdict === 'undecided') return { ...undecided(input.reason), ...kept };
    if (run.length === 0) return { ...undecided('No context was delivered in this session'), ...kept };
    const success = input.verdict === 'success';
    // What failed itself neither helped, nor is anything else blamed for a failure.
    const followed = matches.filter(({ step }) => (step.verdict === 'failed') !== success);
    // Such credit is right often enough to move trusts: 85 of 85 in test/hooks/matching.measured-spec.ts.
    const used = new Map(followed.map(({ ref, text }) => [ref, text]));
    const credited = new Set<string>();
    for (const receipt of run) {
      const refs = this.refsOf(receipt).filter((ref) => used.has(ref) && !credited.has(ref));
      for (const ref of refs) credited.add(ref);
      await this.report(caller, receipt, { success, refs, reason: input.reason }, used);
    }
    const outcome = { outcome: input.verdict, credited: [...credited], reason: input.reason };
    return { stored: true, ...outcome, receiptIds: run.map((receipt) => receipt.id), matches };
  }

  /** A later verdict of the session replaces the earlier one. */
  private async report(
    caller: Caller,
    receipt: StoredReceipt,
    { success, refs, reason }: { readonly success: boolean; readonly refs: readonly string[]; readonly reason: string },
    used: ReadonlyMap<string, string>,
  ): Promise<void> {
    const { id: receiptId, usedRefs } = receipt;
    if (isCaptured(receipt)) {
      const same = receipt.success === success && hashOf([...(usedRefs ?? [])].sort()) === hashOf([...refs].sort());
      if (same) return;
      await this.retraction.retract(caller, receiptId, 'A later turn of the session was judged');
    }
    await this.outcomes.report(caller, { receiptId, success, used: refs, comment: `Captured: ${reason}` }, used);
  }

  private refsOf({ kinds, ids }: StoredReceipt): string[] {
    return kinds.flatMap((kind, n) => (this.registry.find(kind) ? [this.registry.refOf(kind, ids[n] ?? '')] : []));
  }

  /** Adds to items what worked instead of a step that failed. @returns ids of the learnings */
  private async learn(
    { caller }: OpenSession,
    { prompt }: CapturedTurnInput,
    matches: readonly Match[],
    now: Date,
  ): Promise<string[]> {
    const ids: string[] = [];
    for (const { ref, step, num, instead } of matches) {
      const itemId = /^item:(.+)$/su.exec(ref)?.[1];
      if (itemId === undefined || instead === null) continue;
      const id = await this.items.addLearning(caller.namespace, itemId, {
        ...{ kind: LearningKind.SELF_EXPLORATION, task: prompt, stepNum: num, timestamp: now },
        originalAction: { tool_name: step.tool, tool_arguments: { text: step.text } },
        originalError: step.error ?? 'It failed without a message',
        recoveryApproach: `This succeeded instead: ${instead}`,
        ...{ correctedAction: null, humanReasoning: null, applicationVersion: null },
      });
      if (id !== undefined) ids.push(id);
    }
    return ids;
  }

  /** A person decides on what only an item could hold as a learning. */
  private edge({ ref, text, step, turn, num, instead }: Match, now: Date) {
    const failed = step.verdict === 'failed';
    const isLesson = instead !== null && !ref.startsWith('item:');
    const lesson = instead === null ? '' : ` This succeeded instead: ${instead}`;
    const note = `${failed ? 'Failed' : 'Done'}: ${step.text}${step.error === undefined ? '' : ` (${step.error})`}.${lesson}`;
    const match = { id: `${turn}:${ref}`, step: num, text, failed, note: note.slice(0, MAX_NOTE) };
    return { ref, match: { ...match, ...(isLesson && { waitsSince: now }) } };
  }
}

/** One match of each entry: that which teaches something, else one that failed, else the first. */
function telling(matches: readonly Match[]): Match[] {
  const rank = ({ instead, step }: Match) => (instead !== null ? 0 : step.verdict === 'failed' ? 1 : 2);
  const refs = [...new Set(matches.map(({ ref }) => ref))];
  return refs.flatMap((ref) => matches.filter((match) => match.ref === ref).sort((a, b) => rank(a) - rank(b))[0] ?? []);
}

const isCaptured = ({ outcomeHash, outcomeVerification }: StoredReceipt): boolean =>
  outcomeHash !== null && outcomeVerification === Verification.TOOL;

/** The input without the classes by which it was checked. */
function plain(input: CapturedTurnInput): CapturedTurnInput {
  return { ...input, steps: input.steps.map((step) => ({ ...step })) };
}

function eventsOf(turns: readonly StoredTurn[]): SessionEvent[] {
  return turns.flatMap(({ id, prompt, steps }) => [
    { prompt },
    ...(JSON.parse(steps) as CapturedStep[]).map((step, num) => ({ step, turn: id, num })),
  ]);
}

/**
 * Index of the first event after a receipt was given: after the prompt of the first turn that ended later, or, for a
 * receipt of a tool, after the last call of such a tool in the turn that names it.
 */
function beginOf(
  { id, at }: StoredReceipt,
  hooked: string | null,
  turns: readonly StoredTurn[],
  events: readonly SessionEvent[],
): number {
  const turn = id === hooked ? turns.find((one) => one.at >= at) : turns.find(({ receipts }) => receipts.includes(id));
  const own = events.flatMap((event, place) =>
    'step' in event && event.turn === turn?.id ? [{ ...event, place }] : [],
  );
  if (id === hooked) return own[0]?.place ?? events.length;
  const call = own.findLast(({ step }) => step.kind === 'mcp' && GIVING_TOOL.test(step.tool));
  return call ? call.place + 1 : events.length;
}
