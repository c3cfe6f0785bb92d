import { compare } from '../common/text.js';
import type { ActionScore } from './strategy.model.js';
import { keyOf, type Possible } from './actions.js';
import { PRIOR, UNTRIED_TRUST } from './trust.js';

// Ranking of actions. Pure functions: time is a parameter, and nothing is random.

/** Record of an action for a kind of request. */
export interface Standing {
  /** May be a fraction, because the outcome of a context counts only by its share. */
  readonly attempts: number;
  readonly successes: number;
  readonly lastTried: Date;
  /** How closely it matches the request, in [0,1]. */
  readonly relevance: number;
  /** The newest attempts, newest first. */
  readonly tried: readonly {
    /** Similarity of the attempt's objective and the request, in [0,1]. */
    readonly match: number;
    /** True if it was an attempt for an equal request. */
    readonly isEqual: boolean;
    readonly success: boolean;
  }[];
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

/** A candidate with its score. */
export type Ranked<One extends Candidate = Candidate> = One & { readonly explain: ActionScore };

/** Minimum relevance of an action that was tried for the same kind of request. */
const SAME_KIND = 0.5;
/** Matches are scaled so that the best one becomes 1, but only if it is at least this high. */
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

/** Halves with each half-life. Age is counted in whole days, so that the ranking is stable within a day. */
export function recencyOf(lastTried: Date, { now, halfLifeDays }: Pick<Scoring, 'now' | 'halfLifeDays'>): number {
  const days = Math.floor(Math.max(0, now.getTime() - lastTried.getTime()) / DAY_MS);
  return 2 ** (-days / halfLifeDays);
}

/**
 * Returns how far an action is trusted for one request, in [0,1]. Attempts for similar requests are the evidence, and
 * each is weighted by the square of its match. Attempts for other requests form the prior, which is smoothed as
 * (successes + 1) / (attempts + 2). If all attempts match fully, or none matches at all, the result is exactly the trust
 * that the action's strategy has without regard to the request.
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
 * Actions, best first. Actions whose last attempt for an equal request succeeded come first; then the score decides, and
 * ties are broken by fit, place and key. An untried action gets the highest relevance of the tried ones, so that only its
 * trust and the exploration bonus decide.
 */
export function rankActions<One extends Candidate>(candidates: readonly One[], scoring: Scoring): Ranked<One>[] {
  const known = candidates.flatMap(({ standing }) => (standing ? [standing] : []));
  const allAttempts = known.reduce((sum, { attempts }) => sum + attempts, 0);
  const untried = known.length === 0 ? 1 : Math.max(...known.map(({ relevance }) => relevance));
  const ranked = candidates.map((candidate) => ({
    ...candidate,
    explain: explained(candidate.standing, untried, allAttempts, scoring),
  }));
  return ranked.sort(
    (a, b) =>
      Number(b.explain.servedEqual) - Number(a.explain.servedEqual) ||
      b.explain.score - a.explain.score ||
      b.fit - a.fit ||
      a.place - b.place ||
      compare(keyOf(a.name), keyOf(b.name)),
  );
}

function explained(
  standing: Standing | undefined,
  untried: number,
  allAttempts: number,
  scoring: Scoring,
): ActionScore {
  if (!standing) {
    const factors = { relevance: untried, recency: 1, trust: UNTRIED_TRUST };
    return { ...scoreOf(factors, { attempts: 0, allAttempts }, scoring.exploration), servedEqual: false };
  }
  const { attempts, relevance, lastTried, tried } = standing;
  const factors = { relevance, recency: recencyOf(lastTried, scoring), trust: trustFor(standing) };
  const servedEqual = tried.find(({ isEqual }) => isEqual)?.success ?? false;
  return { ...scoreOf(factors, { attempts, allAttempts }, scoring.exploration), servedEqual };
}

/** Relevance of an action, in [0,1], from its best match among the objectives it was tried for. */
export function relevanceOf(bestMatch: number, isSameKind: boolean): number {
  return isSameKind ? SAME_KIND + (1 - SAME_KIND) * bestMatch : SAME_KIND * bestMatch;
}

/** Scales matches so that the best one counts as 1 if it is at least 0.5, since two requests rarely share all their words. */
export function likeness(matches: readonly number[]): number[] {
  const whole = Math.max(ENOUGH, ...matches);
  return matches.map((match) => match / whole);
}

/**
 * Removes numbers from an objective, because they tell the amount that is asked for and hardly ever the subject. An
 * objective that consists of numbers is kept.
 */
export function withoutNumbers(objective: string): string {
  const words = objective.replace(/(?<![\p{L}\p{N}])\p{N}[\p{N}.,]*(?![\p{L}\p{N}])/gu, ' ');
  return /\p{L}/u.test(words) ? words : objective;
}

/** Normal form for comparing requests: equal if they differ only in case, blanks, outer quotes or final punctuation. */
export function normalObjective(objective: string): string {
  const text = objective.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ');
  return text.replace(/^[\s"'“”‘’«»]+|[\s"'“”‘’«».!?…]+$/gu, '');
}

/** Words of requests that tell nothing of their subject. */
const ASKING = new Set(
  'a an the of in to and or for with as is are me us my our please calculate compute list give show tell write create make print generate find name get return'.split(
    ' ',
  ),
);

function subjectOf(objective: string): ReadonlySet<string> {
  const words = objective.toLowerCase().match(/\p{L}[\p{L}\p{N}]*/gu) ?? [];
  return new Set(words.flatMap((word) => (ASKING.has(word) ? [] : [word.length > 3 ? word.replace(/s$/, '') : word])));
}

/**
 * How similar two requests are, in [0,1]: the share of words that both contain (Dice), without numbers and words of
 * asking; plural and singular are equal.
 */
export function similarityOf(one: string, other: string): number {
  if (normalObjective(one) === normalObjective(other)) return 1;
  const [words, others] = [subjectOf(one), subjectOf(other)];
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared === 0 ? 0 : (2 * shared) / (words.size + others.size);
}
