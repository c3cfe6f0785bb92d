import type { Caller } from '../common/caller.js';
import type { Config } from '../config/config.js';
import type { Policy } from '../evidence/policy.js';
import type { FacetGroups } from './facets.js';
import type { Knowledge } from './knowledge.model.js';
import type { Profile } from './profiles.js';
import type { ContextRequest, Origins, SectionSource } from './section.js';

/** Properties that the nodes of every kind have, from which {@link Knowledge} is made. */
export const COMMON_PROPERTIES = ['ref', 'id', 'kind', 'title', 'text', 'trust', 'createdAt', 'updatedAt'] as const;

/** Properties of a node by name; a missing property is null. */
export type StoredProperties = Readonly<Record<string, unknown>>;

/**
 * The content of a thing, of which versions are kept. It never includes trust, counters, vectors or times of writing.
 */
export interface Content {
  /** Properties of the node that are content, in the order in which they are shown. */
  readonly fields: readonly string[];
  /** Fields whose text is JSON. */
  readonly json?: readonly string[];
  /** Default values of fields, if not null. */
  readonly blank?: ContentState;
  /** Fields that must be set. */
  readonly required?: readonly string[];
  /** If one field of a group (`of`) is set, the fields in `need` are required. */
  readonly together?: readonly { readonly of: readonly string[]; readonly need: readonly string[] }[];
  /** Fields that are derived from others when the thing is written. */
  readonly derived?: readonly string[];
  /** True if an undo of the change that created the thing does not remove it, but empties its fields. */
  readonly stays?: boolean;

  /** Other things that must exist for this content to be valid: their refs, and the fields they must have. */
  readonly refersTo?: (state: ContentState) => readonly Reference[];
}

/** A reference to a thing that another one requires. */
export interface Reference {
  readonly ref: string;
  /** Fields that the referenced thing must have. */
  readonly need: readonly string[];
}

/** The content of a thing by field; a missing field is null. */
export type ContentState = Readonly<Record<string, unknown>>;

/**
 * A type of data that a kind stores in addition to its knowledge and that has versions, too: the entities that pieces
 * are about, relations, the domains of fluents, the learnings of items.
 */
export interface Part {
  /** Name in messages: Entity. */
  readonly name: string;
  /**
   * Where the data is stored. Entity and Learning are labels of nodes with namespace and id. Domain is a label of nodes
   * with namespace and name. Relation stands for LINK edges with namespace and ref.
   */
  readonly label: 'Entity' | 'Relation' | 'Domain' | 'Learning';
  readonly refPrefix: string;
  readonly content: Content;
}

/** The operations on the nodes of a part. The kind's module provides them under {@link partSourceOf}. */
export interface PartSource {
  /** Returns whether the caller may see the part with this id. */
  sees(caller: Caller, id: string): Promise<boolean>;
  /** Resolves the id of a merged part to the id it was merged into. If the method is absent, no ids are merged. */
  resolve?(caller: Caller, id: string): Promise<string>;
  /** Like `restore` of {@link KindSource}. */
  restore(restoring: Restoring, id: string, state: ContentState): Promise<void>;
  /** Like `clauses` of {@link KindSource}. */
  clauses?(caller: Caller, versions: ComparedVersions): Promise<ComparedClauses>;
}

/** The content of a thing between two writes. */
export interface StatedVersion {
  readonly state: ContentState;
  /** End of the version; null for the current one. */
  readonly until: Date | null;
}

/** Two versions of a thing. */
export interface ComparedVersions {
  readonly before: StatedVersion;
  readonly after: StatedVersion;
}

/** The clauses of two versions, each in its order; clauses that both share may be omitted. */
export interface ComparedClauses {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The caller who restores a version, and the conditions. */
export interface Restoring {
  readonly caller: Caller;
  /** Version number that the thing must have when it is written; undefined for any. */
  readonly expected: number | undefined;
  /** Whether the new content is an edit of the current content. */
  readonly isEdit?: boolean;
  /** Time at which the restored version ended; null for the current version. */
  readonly until: Date | null;
}

/** What was known of knowledge at an earlier time. */
export interface KnownThen {
  readonly at: Date;
  /** Trust at that time, with decay until then. */
  readonly trust: number;
  /** Last write until then. */
  readonly updatedAt: Date;
  /** The version that was current; null if it still is. */
  readonly version: {
    readonly title: string | null;
    readonly text: string | null;
    readonly state: ContentState;
    readonly from: Date;
  } | null;
}

/** Knowledge as it was known at an earlier time. */
export function earlier({ asKnown }: Pick<Kind, 'asKnown'>, current: Knowledge, known: KnownThen): Knowledge {
  const { trust, updatedAt, version } = known;
  const searched = version && { title: version.title ?? '', text: version.text ?? '' };
  const knowledge = { ...current, trust, updatedAt, ...searched };
  return asKnown ? asKnown(knowledge, known) : knowledge;
}

/** How a node becomes knowledge. */
export interface FromNode {
  /**
   * The properties that `make` needs besides {@link TIMES}. Other properties are not read, because the vectors of a node are longer than all
   * its other properties.
   */
  readonly properties: readonly string[];
  make(properties: StoredProperties): Knowledge;
}

/** Times of every node. Searches return them in milliseconds, because the driver takes long to decode a datetime. */
const TIMES = ['createdAt', 'updatedAt'] as const satisfies readonly (typeof COMMON_PROPERTIES)[number][];

/** @param properties names of the node's properties that `Stored` contains */
export function fromNode<Stored extends object>(
  properties: readonly (keyof Stored & string)[],
  make: (stored: Stored) => Knowledge,
): FromNode {
  const times: ReadonlySet<string> = new Set(TIMES);
  return { properties: properties.filter((name) => !times.has(name)), make: (stored) => make(stored as Stored) };
}

/**
 * A kind of knowledge, as the rest of the service sees it. It is a plain value in a file that imports no service, so
 * that code that uses a kind depends on nothing else; the operations on its nodes are its {@link KindSource}.
 */
export interface Kind {
  /** Value of the API's enum, in capitals: `ITEM`. It is also the `kind` of the nodes and part of their facets. */
  readonly name: string;
  /** Description of the enum's value. */
  readonly description: string;
  /** Label of the nodes, in addition to `Knowledge`. */
  readonly label: string;
  /** Name of the GraphQL type, which implements `Knowledge`. */
  readonly typeName: string;
  /** The part of a ref before the colon: `item`. */
  readonly refPrefix: string;
  /** How the kind is ranked. A node may set another profile in its `profile`. */
  readonly profile: Profile;
  /**
   * Whether the kind's nodes mention entities, so that a search also finds them through the entities that the question
   * names. Default false.
   */
  readonly mentionsEntities?: boolean;
  /** Trust of an untried entry, in [0,1], which neither raises nor lowers a score. Default 1. */
  usualTrust?(config: Config): number;
  /** Amount of trust lost per millisecond since the node's `decaysSince`. Default 0. */
  readonly decayPerMs?: number;

  /** Policy by which observations change the trust of this kind. Absent if the trust never changes. */
  policy?(config: Config): Policy;

  /** Rule by which outcomes of contexts change the trust of this kind. Absent if they do not change it. */
  credit?(config: Config): Credit;

  /** The unit by which the kind's effect is measured. Default: contexts with an outcome. */
  readonly effectUnit?: 'REPORTED_STEP' | 'TASK_STEP';

  /** Factors of the score by the node's `scope`; 1 for a node without a scope. */
  scopeWeights?(config: Config): Readonly<Record<string, number>>;

  /**
   * Facets that make a node visible to this caller: the node must have one facet of each group. If absent, all nodes
   * are visible.
   */
  visibleTo?(caller: Caller): FacetGroups;

  /**
   * Facets that allow a node to be included in this context, in addition to those for the caller: the node must have
   * one facet of each group.
   */
  requiredFor?(request: ContextRequest): FacetGroups;

  /**
   * Makes knowledge from a node that a search returns, so that `load` need not be called. Absent if the node alone is
   * not sufficient.
   */
  readonly fromNode?: FromNode;

  /** The content of the kind's nodes. Absent if no versions are kept. */
  readonly content?: Content;

  /**
   * Gives knowledge the further fields of an earlier time: those of its content, and those that only the kind knows. Title,
   * text, trust and `updatedAt` have their values of that time already.
   */
  asKnown?(knowledge: Knowledge, known: KnownThen): Knowledge;

  /** Further data of the kind that has versions, too. */
  readonly parts?: readonly Part[];
}

/** How the outcome of a context changes the trust of the knowledge in it. The kind's policy uses the weight. */
export interface Credit {
  /**
   * True if an outcome counts only for knowledge that the agent named as used. For other knowledge, the share remains
   * undecided.
   */
  readonly onlyNamed: boolean;
  /**
   * @param share share of the outcome, in (0,1]
   * @returns the weight of the ledger entry; undefined if such an outcome changes nothing
   */
  weigh(share: number, success: boolean): number | undefined;
}

/** The operations on the nodes of a kind. The kind's module provides them under {@link sourceOf}. */
export interface KindSource {
  /**
   * Loads the knowledge with these ids that exists and that this caller may see, by id, in one statement.
   *
   * @param withUndone whether knowledge that an undo removed is loaded, too. Only kinds without `fromNode` need it, since
   *   searches of another time load knowledge of other kinds themselves
   */
  load(caller: Caller, ids: readonly string[], withUndone?: boolean): Promise<ReadonlyMap<string, Knowledge>>;

  /**
   * Returns the given knowledge without the contributions of some origins. Knowledge that came only from these origins
   * is left out; contributions of other origins are kept. The trusts that are passed already exclude evidence from the
   * origins. Absent if knowledge of this kind never comes from such origins.
   */
  apart?(caller: Caller, knowledge: readonly Knowledge[], origins: Origins): Promise<readonly Knowledge[]>;

  /**
   * Restores the content of a node through the usual way of saving, so that texts, names and vectors are updated.
   * Absent if stored content never changes.
   *
   * @throws ConflictError when the version number differs from the expected one
   */
  restore?(restoring: Restoring, id: string, state: ContentState): Promise<void>;

  /** The clauses of two versions, for a difference by clause. Absent if the content does not consist of clauses. */
  clauses?(caller: Caller, versions: ComparedVersions): Promise<ComparedClauses>;

  /** Writes knowledge of the kind into contexts. */
  readonly section: SectionSource;
}

const NAME = /^[A-Z][A-Z_]*$/;
const REF_PREFIX = /^[a-z][a-z_]*$/;

/** @throws Error when the name is not in capitals, or the ref prefix is not in lower case */
export function defineKind<Defined extends Kind>(kind: Defined): Defined {
  if (!NAME.test(kind.name)) throw new Error(`The name of a kind is written in capitals: ${kind.name}`);
  if (!REF_PREFIX.test(kind.refPrefix)) throw new Error(`The prefix of a ref is in small letters: ${kind.refPrefix}`);
  return kind;
}

/** Injection token of the part's {@link PartSource}. */
export function partSourceOf({ refPrefix }: Pick<Part, 'refPrefix'>): symbol {
  return Symbol.for(`heartwood.part.${refPrefix}`);
}

/** Injection token of the kind's {@link KindSource}. */
export function sourceOf({ name }: Pick<Kind, 'name'>): symbol {
  return Symbol.for(`heartwood.kind.${name}`);
}
