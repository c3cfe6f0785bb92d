import { compare } from '../common/text.js';
import { keyOf, type Possible, PRIOR } from './actions.js';

// Ranking of actions. Pure functions: time is a parameter, and nothing is random.

/** Record of an action for a kind of request. */
export interface Standing {
  /** Outcomes of contexts count by their share. */
  readonly attempts: number;
  readonly successes: number;
  readonly lastTried: Date;
  /** How closely it matches the request, in [0,1]. */
  readonly relevance: number;
  /** The newest attempts, newest first. */
  readonly tried: readonly {
    /** How well the objective of the attempt matches the request, in [0,1]. */
    readonly match: number;
    /** True if it was an attempt for an equal request. */
    readonly isEqual: boolean;
    readonly success: boolean;
  }[];
}

/** Score of an action and its parts: score = relevance · recency · (trust + exploration). */
export interface ActionScore {
  readonly score: number;
  readonly relevance: number;
  readonly recency: number;
  readonly trust: number;
  /** The bonus c·√(ln(1+N)/(1+n)) of n attempts among N of all actions. */
  readonly exploration: number;
  /** True if its last attempt for an equal request succeeded: such actions come first. */
  readonly servedEqual: boolean;
}

export interface Scoring {
  readonly now: Date;
  /** Factor c of the exploration bonus; 0 disables the bonus. */
  readonly exploration: number;
  readonly halfLifeDays: number;
}

/** An action that could be tried. */
export interface Candidate extends Possible {
  /** Undefined if the action was never tried. */
  readonly standing?: Standing | undefined;
}

export interface RankedAction<One extends Candidate = Candidate> {
  readonly candidate: One;
  readonly explain: ActionScore;
}

/** Relevance of an action for the same kind of request, whatever it was tried for. */
const SAME_KIND = 0.5;
/** Match of a request that is like another, where none matches better. */
const ENOUGH = 0.5;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** score = relevance · recency · (trust + c·√(ln(1+N)/(1+n))) */
export function scoreOf(
  { relevance, recency, trust }: Pick<ActionScore, 'relevance' | 'recency' | 'trust'>,
  { attempts, allAttempts }: { readonly attempts: number; readonly allAttempts: number },
  c: number,
): Omit<ActionScore, 'servedEqual'> {
  const exploration = c * Math.sqrt(Math.log(1 + allAttempts) / (1 + attempts));
  return { score: relevance * recency * (trust + exploration), relevance, recency, trust, exploration };
}

/** Half as much after each half-life, in whole days, so that the same day gives the same ranking. */
export function recencyOf(lastTried: Date, { now, halfLifeDays }: Pick<Scoring, 'now' | 'halfLifeDays'>): number {
  const days = Math.floor(Math.max(0, now.getTime() - lastTried.getTime()) / DAY_MS);
  return 2 ** (-days / halfLifeDays);
}

/**
 * How far an action is trusted for a request: (successes + 1) / (attempts + 2) of the attempts for requests like it, where
 * the attempts for others take the place of what is assumed beforehand. Each attempt counts as like the request by the square of
 * its match. Where all are alike, or none is, it is the trust of the strategy to the bit.
 */
export function trustFor({ attempts, successes, tried }: Pick<Standing, 'attempts' | 'successes' | 'tried'>): number {
  let like = 0;
  let served = 0;
  for (const { match, success } of tried) {
    like += match * match;
    if (success) served += match * match;
  }
  const others =
    (Math.max(0, successes - served) + PRIOR.priorSuccesses) / (Math.max(0, attempts - like) + PRIOR.priorAttempts);
  return (served + PRIOR.priorAttempts * others) / (like + PRIOR.priorAttempts);
}

/**
 * Actions, best first: those that last served an equal request, then by score; ties by fit, place and key. One that was never
 * tried is as relevant as the most relevant that was, so that only its trust and the bonus decide.
 */
export function rankActions<One extends Candidate>(candidates: readonly One[], scoring: Scoring): RankedAction<One>[] {
  const known = candidates.flatMap(({ standing }) => (standing ? [standing] : []));
  const allAttempts = known.reduce((sum, { attempts }) => sum + attempts, 0);
  const untried = known.length === 0 ? 1 : Math.max(...known.map(({ relevance }) => relevance));
  const ranked = candidates.map((candidate) => ({
    candidate,
    explain: explained(candidate.standing, untried, allAttempts, scoring),
  }));
  return ranked.sort(
    (a, b) =>
      Number(b.explain.servedEqual) - Number(a.explain.servedEqual) ||
      b.explain.score - a.explain.score ||
      b.candidate.fit - a.candidate.fit ||
      a.candidate.place - b.candidate.place ||
      compare(keyOf(a.candidate.name), keyOf(b.candidate.name)),
  );
}

function explained(
  standing: Standing | undefined,
  untried: number,
  allAttempts: number,
  scoring: Scoring,
): ActionScore {
  if (!standing) {
    const trust = PRIOR.priorSuccesses / PRIOR.priorAttempts;
    const factors = { relevance: untried, recency: 1, trust };
    return { ...scoreOf(factors, { attempts: 0, allAttempts }, scoring.exploration), servedEqual: false };
  }
  const { attempts, relevance, lastTried, tried } = standing;
  const factors = { relevance, recency: recencyOf(lastTried, scoring), trust: trustFor(standing) };
  const servedEqual = tried.find(({ isEqual }) => isEqual)?.success ?? false;
  return { ...scoreOf(factors, { attempts, allAttempts }, scoring.exploration), servedEqual };
}

/** How relevant an action is, by the best match among what it was tried for. */
export function relevanceOf(bestMatch: number, isSameKind: boolean): number {
  return isSameKind ? SAME_KIND + (1 - SAME_KIND) * bestMatch : SAME_KIND * bestMatch;
}

/** A request says much that no other says: the most alike ones count in full where they share half of it. */
export function likeness(matches: readonly number[]): number[] {
  const whole = Math.max(ENOUGH, ...matches);
  return matches.map((match) => match / whole);
}

/** Numbers tell how much is asked for, and hardly ever what. */
export function withoutNumbers(objective: string): string {
  const words = objective.replace(/(?<![\p{L}\p{N}])\p{N}[\p{N}.,]*(?![\p{L}\p{N}])/gu, ' ');
  return /\p{L}/u.test(words) ? words : objective;
}

/** What tells that two requests are the same: their words, whatever the case, the blanks and the end. */
export function normalObjective(objective: string): string {
  const text = objective.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ');
  return text.replace(/^[\s"'“”‘’«»]+|[\s"'“”‘’«».!?…]+$/gu, '');
}
