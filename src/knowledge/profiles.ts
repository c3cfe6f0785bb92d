/** How knowledge is ranked. */
export interface Profile {
  readonly name: string;
  /** Weight of the full-text score; the nearness in meaning has the rest. */
  readonly lexicalWeight: number;
  /** Weight of a word in the title beside one in the text. Default 1. */
  readonly titleWeight?: number;
  /** Factor of what mentions a hub that the question names; the hub's name then is no search word. */
  readonly hub?: number;
  /** Weight of the entities that the question names. */
  readonly graph?: number;
  /** Weight of rare entities shared with the best hits. */
  readonly chain?: number;
  /** Weights of the pieces one and two steps away in the session. */
  readonly neighbours?: readonly [number, number];
  /** Weight of the session's best. */
  readonly session?: number;
}

// Weights found on public retrieval sets and on the GUI catalog (docs/search.md).
/** An item's text has its title too; what is left for the title is for texts that were stored before they had. */
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

/** Where the nodes of one kind differ, their `profile` names another than the kind's. */
const BY_NAME: ReadonlyMap<string, Profile> = new Map([EPISODIC, PROCEDURAL].map((profile) => [profile.name, profile]));

/** @param named the node's own `profile`, where it has one */
export function profileOf(kind: Ranked, named?: string | null): Profile {
  return BY_NAME.get(named ?? '') ?? kind.profile;
}

/**
 * Weight of the full-text score by the node's own profile, else by its kind, as the statements take it. Without vectors
 * the words are all there is.
 */
export function lexicalWeights(kinds: readonly Ranked[], withVectors: boolean): Record<string, number> {
  return Object.fromEntries(
    profilesOf(kinds).map(([key, { lexicalWeight }]) => [key, withVectors ? lexicalWeight : 1]),
  );
}

/** The profiles of these kinds and those that nodes name themselves, by the name that a statement looks up. */
function profilesOf(kinds: readonly Ranked[]): (readonly [string, Profile])[] {
  return [...kinds.map(({ name, profile }) => [name, profile] as const), ...BY_NAME];
}

/** A profile as find-by-graph takes it. */
export interface GraphProfile {
  readonly name: string;
  readonly a: number;
  readonly hub: number;
  readonly lg: number;
  readonly lc: number;
  readonly n1: number;
  readonly n2: number;
  readonly s: number;
}

/** The profiles of these kinds and those that nodes name themselves. */
export function graphProfiles(kinds: readonly Ranked[], withVectors: boolean): Record<string, GraphProfile> {
  return Object.fromEntries(
    profilesOf(kinds).map(
      ([key, { name, lexicalWeight, hub = 1, graph = 0, chain = 0, neighbours: [n1, n2] = [0, 0], session = 0 }]) => [
        key,
        { name, a: withVectors ? lexicalWeight : 1, hub, lg: graph, lc: chain, n1, n2, s: session },
      ],
    ),
  );
}

/**
 * What decay may take from a trust before it counts as under a bound: what begins at the bound is found for its first three
 * days (at 0.05 a month) instead of not at all.
 */
export const DECAY_GRACE = 0.005;
