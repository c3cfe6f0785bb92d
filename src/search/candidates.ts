import { inChunks } from '../graph/chunks.js';
import type { GraphTransaction } from '../graph/graph.service.js';
import {
  type AskedQuestion,
  type AskedVector,
  type Candidates,
  candidatesBeside,
  candidatesByChain,
  candidatesByEntities,
  candidatesByFilteredVector,
  candidatesByScan,
  candidatesByVector,
  candidatesByWords,
  candidatesThen,
  findThen,
  type HitThen,
  type HoldsInstead,
  rank,
  type RankedHit,
  type SourceRefs,
  type SourceScores,
} from './search.statements.js';

/** The statement that finds candidates by vector; undefined if words alone decide. */
export type NearestBy = 'index' | 'filtered index' | 'scan' | undefined;

/** Number of best candidates by words, and by vector, whose neighbours in their sessions are candidates, too. */
const STRONG = 25;
/** Number of best hits that pass their relevance on to texts with which they share a rare entity. */
const PASSING_ON = 3;

type States = ReadonlyMap<string, HitThen & HoldsInstead>;

/** What has been found, so that it can be ranked again. */
export interface Ranked {
  readonly hits: readonly RankedHit[];
  readonly question: AskedQuestion;
  readonly embedded: AskedVector;
  readonly candidates: Candidates;
  /** Number of candidates by vector. */
  readonly near: number;
  /** States at the time of which was asked, by ref; empty in a search of the present. */
  readonly states: States;
}

const NONE: SourceScores = { refs: [], scores: [] };
const PRESENT: States = new Map();

/**
 * Finds candidates by small statements, one for each source, and has search/rank order them. Texts to which the best hits
 * lead are candidates of a second ranking.
 */
export async function findAndRank(
  transaction: GraphTransaction,
  question: AskedQuestion,
  embedded: AskedVector,
  by: NearestBy,
): Promise<Ranked> {
  const { namespace, known, lucene, named, documents } = question;
  // What held at another time is checked by search/rank.
  const open = known === null ? question : unfiltered(question);
  const [[words = NONE], [nearest = NONE], [links = NONE]] = await Promise.all([
    lucene === '' ? [] : transaction.run(known === null ? candidatesByWords : candidatesThen, { question }),
    by === undefined ? [] : transaction.run(nearestBy(by, embedded), { question: open, embedded }),
    named.length === 0 ? [] : transaction.run(candidatesByEntities, { question: open }),
  ]);
  const sources = { words, nearest, links, beside: NONE as SourceRefs, chain: NONE };
  if (question.hasSessions) {
    const refs = [...new Set([...words.refs.slice(0, STRONG), ...nearest.refs.slice(0, STRONG)])];
    [sources.beside = NONE] = await transaction.run(candidatesBeside, { namespace, refs });
  }
  let found = await thoseKnown(transaction, question, merged(sources));
  if (question.hasMentions) {
    const best = await bestMentioning(transaction, question, embedded, found);
    [sources.chain = NONE] =
      best.refs.length === 0 ? [] : await transaction.run(candidatesByChain, { namespace, best, documents });
    if (sources.chain.refs.length > 0) found = await thoseKnown(transaction, question, merged(sources));
  }
  const hits = await ranked(transaction, question, embedded, found.candidates, found.states);
  return { hits, question, embedded, near: nearest.refs.length, ...found };
}

/** Orders candidates by their scores. */
export async function ranked(
  runner: GraphTransaction,
  question: AskedQuestion,
  embedded: AskedVector,
  candidates: Candidates,
  instead: ReadonlyMap<string, HoldsInstead>,
): Promise<readonly RankedHit[]> {
  if (candidates.refs.length === 0) return [];
  const then = [...instead].map(([ref, { trust, decaysSince, facets = null, updatedAt = null }]) => [
    ref,
    { trust, decaysSince, facets, updatedAt },
  ]);
  return runner.run(rank, {
    candidates,
    then: Object.fromEntries(then) as Record<string, HoldsInstead>,
    question,
    embedded,
  });
}

/** The candidates that are keys of `kept`. */
export function only(candidates: Candidates, kept: { has(ref: string): boolean }): Candidates {
  const places = candidates.refs.flatMap((ref, place) => (kept.has(ref) ? [place] : []));
  const of = <One>(list: readonly One[]) => places.map((place) => list[place] as One);
  const { refs, words, links, chain, given } = candidates;
  return { refs: of(refs), words: of(words), links: of(links), chain: of(chain), given: of(given) };
}

function nearestBy(by: NonNullable<NearestBy>, { slot }: AskedVector) {
  if (by === 'scan') return candidatesByScan;
  return by === 'index' ? candidatesByVector : candidatesByFilteredVector[slot ?? 0];
}

/** The same question, with filters that every text of the kinds passes. */
function unfiltered(question: AskedQuestion): AskedQuestion {
  const kinds = Object.entries(question.kinds).map(([name, kind]) => [name, { ...kind, required: [] }] as const);
  return { ...question, kinds: Object.fromEntries(kinds), minTrust: 0, updatedAfter: undefined };
}

/** Each text once, with its score by each source. */
function merged(sources: {
  readonly words: SourceScores;
  readonly links: SourceScores;
  readonly chain: SourceScores;
  readonly nearest: SourceRefs;
  readonly beside: SourceRefs;
}): Candidates {
  const refs = [...new Set(Object.values(sources).flatMap((source) => source.refs))];
  const scoresOf = (source: SourceScores) => {
    const byRef = new Map(source.refs.map((ref, place) => [ref, source.scores[place] ?? 0]));
    return refs.map((ref) => byRef.get(ref) ?? 0);
  };
  return {
    refs,
    words: scoresOf(sources.words),
    links: scoresOf(sources.links),
    chain: scoresOf(sources.chain),
    given: refs.map(() => 0),
  };
}

/** The candidates that are not withheld and were known at the time of which is asked, and what held of them then. */
async function thoseKnown(
  transaction: GraphTransaction,
  { namespace, known, withheld }: AskedQuestion,
  found: Candidates,
): Promise<Pick<Ranked, 'candidates' | 'states'>> {
  const candidates = withheld.length === 0 ? found : only(found, { has: (ref) => !withheld.includes(ref) });
  if (known === null) return { candidates, states: PRESENT };
  const rows = await inChunks(candidates.refs, (refs) => transaction.run(findThen, { namespace, refs, known }));
  const states = new Map(rows.map((row) => [row.ref, row]));
  return { candidates: only(candidates, states), states };
}

/** The best hits of the kinds and profiles by which relevance is passed on, without their content. */
async function bestMentioning(
  transaction: GraphTransaction,
  question: AskedQuestion,
  embedded: AskedVector,
  { candidates, states }: Pick<Ranked, 'candidates' | 'states'>,
): Promise<{ readonly refs: readonly string[]; readonly relevances: readonly number[] }> {
  const passesOn = (name: string) => (question.profiles[name]?.chain ?? 0) > 0;
  const kinds = Object.entries(question.kinds).flatMap(([name, kind]) =>
    passesOn(name) ? [[name, { ...kind, whole: null }] as const] : [],
  );
  const asked = { ...question, kinds: Object.fromEntries(kinds), first: 4 * PASSING_ON, isApart: false };
  const hits = await ranked(transaction, asked, embedded, candidates, states);
  const best = hits.filter(({ kind, profile }) => passesOn(profile ?? kind)).slice(0, PASSING_ON);
  return { refs: best.map(({ ref }) => ref), relevances: best.map(({ relevance }) => relevance) };
}
