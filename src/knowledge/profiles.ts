/** The weights by which knowledge is ranked. */
export interface Profile {
  readonly name: string;
  /** Weight of the full-text score; the cosine has the remaining weight, up to 1. */
  readonly lexicalWeight: number;
  /** Weight of a word in the title relative to one in the text. Default 1. */
  readonly titleWeight?: number;
  /**
   * Factor for nodes that mention a hub (a frequent entity) that the question names. The name of the hub is then not
   * used as a search term.
   */
  readonly hub?: number;
  /** Weight of the entities that the question names. */
  readonly graph?: number;
  /** Weight of rare entities shared with the best hits. */
  readonly chain?: number;
  /** Weights of the pieces one and two steps away in the session. */
  readonly neighbours?: readonly [number, number];
  /** Weight of the best hits of the session. */
  readonly session?: number;
}

// Weights tuned on public retrieval sets and on the GUI catalog (docs/search.md).
/**
 * The text of an item includes its title. The remaining weight of the title is for items that were stored before this
 * was so.
 */
export const CATALOG: Profile = { name: 'catalog', lexicalWeight: 0.15, titleWeight: 0.05 };
export const FACTUAL: Profile = { name: 'factual', lexicalWeight: 0.4, graph: 0.3, chain: 0.2 };
export const EPISODIC: Profile = {
  name: 'episodic',
  lexicalWeight: 0.6,
  hub: 1.6,
  neighbours: [0.3, 0.15],
  session: 0.4,
};
export const PROCEDURAL: Profile = { name: 'procedural', lexicalWeight: 0.8 };

/** A kind with its profile. */
export interface Ranked {
  readonly name: string;
  readonly profile: Profile;
}

/** Profiles that nodes name in their `profile` if they differ from their kind's. */
const BY_NAME: ReadonlyMap<string, Profile> = new Map([EPISODIC, PROCEDURAL].map((profile) => [profile.name, profile]));

/** @param named profile that the node itself names, if any */
export function profileOf(kind: Ranked, named?: string | null): Profile {
  return BY_NAME.get(named ?? '') ?? kind.profile;
}

/** The profiles of these kinds and those that nodes name, by the key that a statement looks up. */
function profilesOf(kinds: readonly Ranked[]): (readonly [string, Profile])[] {
  return [...kinds.map(({ name, profile }) => [name, profile] as const), ...BY_NAME];
}

/** A profile as the statement search/rank expects it. */
export interface RankProfile {
  readonly name: string;
  readonly a: number;
  readonly hub: number;
  readonly links: number;
  readonly chain: number;
  readonly beside: readonly [number, number];
  readonly session: number;
}

/** The profiles of these kinds and those that nodes name themselves. Without vectors, words have the whole weight. */
export function rankProfiles(kinds: readonly Ranked[], withVectors: boolean): Record<string, RankProfile> {
  return Object.fromEntries(profilesOf(kinds).map(([key, profile]) => [key, rankProfile(profile, withVectors)]));
}

function rankProfile(
  { name, lexicalWeight, hub = 1, graph = 0, chain = 0, neighbours, session = 0 }: Profile,
  withVectors: boolean,
): RankProfile {
  return { name, a: withVectors ? lexicalWeight : 1, hub, links: graph, chain, beside: neighbours ?? [0, 0], session };
}

/**
 * Tolerance by which decay may lower a trust below a minimum: knowledge that starts at the minimum is found for its
 * first three days (at 0.05 a month) instead of never.
 */
export const DECAY_GRACE = 0.005;
