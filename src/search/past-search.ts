import type { GraphProfile, Ranked } from '../knowledge/profiles.js';
import { withoutHubs } from './entity-linker.js';
import { luceneQuery } from './lucene.js';
import type { EntityLinks, GraphSearch, PastSearch, TextSearch } from './search.statements.js';
import type { WordBoosts } from './word-boosts.js';

/**
 * Numbers of full-text hits that a search of another time fetches from each of the two indexes, beginning with the
 * number of a usual search. Texts that were stored or changed later, or that the caller may not see, are left out
 * afterwards; if too few hits are left and an index had more, the next number is fetched.
 */
export const PAST_TEXT_HITS = [1_000, 4_000, 16_000];

/**
 * Number of best full-text hits of each index that are checked for the time. If others could change the answer, all are
 * checked.
 */
const CONSIDERED_PAST_HITS = 200;

/**
 * Number of best full-text hits, of both indexes together, whose state at another time is always read. If others could
 * change the answer, they are read as well.
 */
export const SURE_PAST_HITS = 20;

export const NO_LINKS: EntityLinks = { documents: 1, named: [], crowded: {}, hubs: [], hubWords: new Set() };

/** Data that a search of another time needs in addition to the question. */
export interface Past {
  readonly known: Date;
  /** Factors of the words in the index of earlier texts. */
  readonly boosts: WordBoosts['byWord'] | undefined;
  /**
   * Facets that the filter requires, without those that restrict hits to what the caller may see; undefined if nothing was
   * archived or restored since, so that these may be required as well.
   */
  readonly required: TextSearch['required'] | undefined;
}

interface Words {
  readonly terms: readonly string[];
  /** Factors of the words in the index of current texts. */
  readonly boosts: WordBoosts['byWord'] | undefined;
  /** The kinds that are searched, and those whose nodes mention entities. */
  readonly kinds: { readonly all: readonly Ranked[]; readonly mentioning: readonly Ranked[] };
  readonly links: EntityLinks | undefined;
}

/** Turns the parameters of a search with the graph into those of a search of another time. */
export function pastSearch(exact: GraphSearch, past: Past, words: Words): PastSearch {
  const { namespace, luceneWithoutHubs, profiles } = exact.question;
  const { known, required, boosts: earlier } = past;
  const { terms, boosts, kinds, links } = words;
  const all = { namespace, kinds: kinds.all, terms };
  const hubless =
    luceneWithoutHubs === null || !links
      ? null
      : { namespace, kinds: kinds.mentioning, terms: withoutHubs(terms, links) };
  return {
    ...exact,
    considered: CONSIDERED_PAST_HITS,
    question: {
      ...exact.question,
      known,
      archived: required !== undefined,
      lucene: required ? luceneQuery({ ...all, required, boosts }) : exact.question.lucene,
      // An earlier text has the facets of its time, including those by which callers see it.
      earlier: luceneQuery({ ...all, required: exact.question.required, boosts: earlier }),
      earlierWithoutHubs: hubless && luceneQuery({ ...hubless, required: exact.question.required, boosts: earlier }),
      profiles: links ? profiles : plainProfiles(profiles),
    },
  };
}

/** Returns the same profiles, without the parts that the graph contributes. */
function plainProfiles(profiles: Readonly<Record<string, GraphProfile>>): Record<string, GraphProfile> {
  return Object.fromEntries(
    Object.entries(profiles).map(([key, { name, a }]) => [key, { name, a, hub: 1, lg: 0, lc: 0, n1: 0, n2: 0, s: 0 }]),
  );
}
