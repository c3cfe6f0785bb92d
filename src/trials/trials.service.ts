import { Injectable } from '@nestjs/common';
import { type Caller, NOTHING_WITHHELD, type Withheld } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { ConflictError, NotFoundError } from '../common/errors.js';
import { BEHIND_ALL_IDS } from '../common/id-order.js';
import { newId } from '../common/seeded-time.js';
import { GraphService } from '../graph/graph.service.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { isWithheld, judge } from './draw.js';
import type { StartTrialArgs } from './trials.inputs.js';
import { type DrawnTrial, type Trial, TrialArm, TrialState } from './trials.model.js';
import {
  findCorrectedItem,
  listRunning,
  listTrials,
  settleTrials,
  startTrial,
  stopTrial,
  type StoredTrial,
} from './trials.statements.js';

/** Maximum number of trials that run at once in a namespace: each halves what the others can show. */
const MOST_RUNNING = 3;
/** Maximum number of trials that a list has. */
const MOST_LISTED = 100;
/** Stands for all that was learned. */
const LEARNED = 'LEARNED';
const LEARNING = 'learning:';

/** A running trial, with the arm that a session was drawn for. */
interface Draw extends DrawnTrial {
  readonly of: string;
  readonly shownBy: string | null;
}

/** What was made for a caller, and the trials that it takes part in. */
interface Made<Answer> {
  readonly answer: Answer;
  readonly trials: readonly DrawnTrial[];
}

/** Trials: knowledge is withheld from sessions that a hash draws, so that chance alone tells the arms apart. */
@Injectable()
export class TrialsService {
  constructor(
    private readonly graph: GraphService,
    private readonly registry: KnowledgeRegistry,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts a trial. Repeating the call while it runs changes nothing.
   *
   * @throws NotFoundError when the knowledge does not exist or the caller may not see it
   * @throws ConflictError when three trials run, or another trial of this knowledge
   */
  async start(caller: Caller, { of, share, outcomes }: StartTrialArgs): Promise<Trial> {
    const { namespace } = caller;
    const now = this.clock.now();
    const shownBy = of === LEARNED ? null : await this.shownBy(caller, of);
    const trial = { id: newId(now.getTime()), of, shownBy, share, outcomes, startedAt: now };
    const [answer] = await this.graph.run(startTrial, { namespace, trial, most: MOST_RUNNING });
    const running = answer?.running;
    if (running && (running.share !== share || running.outcomes !== outcomes)) {
      throw new ConflictError(`Trial "${running.id}" of ${of} runs with another share or number of outcomes`);
    }
    if (!running && !answer?.started) {
      throw new ConflictError(`${MOST_RUNNING} trials run already; stop one (stopTrial), or wait for its verdict`);
    }
    return this.get(namespace, running?.id ?? trial.id);
  }

  /**
   * Stops a trial before its verdict. A trial that no longer runs stays as it is.
   *
   * @throws NotFoundError when there is no such trial
   */
  async stop({ namespace }: Caller, id: string): Promise<Trial> {
    const [stopped] = await this.graph.run(stopTrial, { namespace, id, now: this.clock.now() });
    if (!stopped) throw new NotFoundError('Trial', id);
    return this.get(namespace, id);
  }

  /** The newest 100 trials, newest first. */
  async list(namespace: string): Promise<Trial[]> {
    const all = { namespace, from: '', until: BEHIND_ALL_IDS, limit: MOST_LISTED };
    const trials = await this.graph.run(listTrials, all);
    return trials.map(trialOf);
  }

  /** @returns undefined if no learning has this id */
  async correctedItem(
    namespace: string,
    id: string,
  ): Promise<{ readonly itemRef: string; readonly createdAt: Date } | undefined> {
    const [found] = await this.graph.run(findCorrectedItem, { namespace, id });
    return found;
  }

  /** The caller, with what is withheld from its session. A caller without a session takes no part in trials. */
  async drawn(caller: Caller): Promise<Caller & { readonly withheld: Withheld }> {
    const { withheld = withheldBy(await this.draws(caller)) } = caller;
    return { ...caller, withheld };
  }

  /**
   * Makes an answer that a receipt records. Whether it takes part in a trial depends on the answer that holds
   * everything, in both arms alike; if it does and the session was drawn to do without, it is made again.
   *
   * @param refsOf refs of the knowledge that an answer holds
   */
  async giving<Answer>(
    caller: Caller,
    make: (drawn: Caller) => Promise<Answer>,
    refsOf: (answer: Answer) => readonly string[],
  ): Promise<Made<Answer>> {
    const [draws, whole] = await Promise.all([this.draws(caller), make({ ...caller, withheld: NOTHING_WITHHELD })]);
    const refs = new Set(refsOf(whole));
    const trials = draws.filter(({ shownBy }) => (shownBy === null ? refs.size > 0 : refs.has(shownBy)));
    const withheld = withheldBy(draws);
    return { trials, answer: withheld === NOTHING_WITHHELD ? whole : await make({ ...caller, withheld }) };
  }

  /** Ends those of these trials of which all outcomes are known. */
  async settle(namespace: string, trials: readonly Pick<DrawnTrial, 'id'>[]): Promise<void> {
    const ids = trials.map(({ id }) => id);
    if (ids.length > 0) await this.graph.run(settleTrials, { namespace, ids, now: this.clock.now() });
  }

  private async draws({ namespace, session }: Caller): Promise<readonly Draw[]> {
    if (session === undefined) return [];
    const running = await this.graph.run(listRunning, { namespace });
    return running.map(({ id, of, shownBy, share }) => {
      return { id, of, shownBy, share, arm: isWithheld(id, session, share) ? TrialArm.WITHHELD : TrialArm.GIVEN };
    });
  }

  private async shownBy(caller: Caller, of: string): Promise<string> {
    const isLearning = of.startsWith(LEARNING);
    const ref = isLearning ? (await this.correctedItem(caller.namespace, of.slice(LEARNING.length)))?.itemRef : of;
    if (ref === undefined || !(await this.registry.load(caller, [ref])).has(ref)) {
      throw new NotFoundError(isLearning ? 'Learning' : 'Knowledge', of);
    }
    return ref;
  }

  private async get(namespace: string, id: string): Promise<Trial> {
    const [trial] = await this.graph.run(listTrials, { namespace, from: id, until: id, limit: 1 });
    if (!trial) throw new NotFoundError('Trial', id);
    return trialOf(trial);
  }
}

function withheldBy(draws: readonly Draw[]): Withheld {
  const without = draws.filter(({ arm }) => arm === TrialArm.WITHHELD);
  if (without.length === 0) return NOTHING_WITHHELD;
  const learnings = new Map<string, Set<string>>();
  for (const { of, shownBy } of without) {
    if (shownBy === null || shownBy === of) continue;
    const known = learnings.get(shownBy) ?? new Set<string>();
    learnings.set(shownBy, known.add(of.slice(LEARNING.length)));
  }
  return {
    refs: new Set(without.flatMap(({ of, shownBy }) => (of === shownBy ? [of] : []))),
    learnings,
    isUnlearned: without.some(({ of }) => of === LEARNED),
  };
}

function trialOf({ shownBy: _, given, withheld, ...trial }: StoredTrial): Trial {
  const { endedAt, outcomes, counted } = trial;
  const state = endedAt === null ? TrialState.RUNNING : given === null ? TrialState.STOPPED : TrialState.DECIDED;
  const judged = given && withheld ? judge(given, withheld) : { difference: null, interval: null, verdict: null };
  return { ...trial, state, missing: outcomes - counted, given, withheld, ...judged };
}
