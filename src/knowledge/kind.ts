import type { Caller } from '../common/caller.js';
import type { Config } from '../config/config.js';
import type { Policy } from '../evidence/policy.js';
import type { FacetGroups } from './facets.js';
import type { Knowledge } from './knowledge.model.js';
import type { Profile } from './profiles.js';
import type { ContextRequest, Origins, SectionSource } from './section.js';

/** What every kind keeps of its nodes for the {@link Knowledge} that is made of them. */
export const COMMON_PROPERTIES = ['ref', 'id', 'kind', 'title', 'text', 'trust', 'createdAt', 'updatedAt'] as const;

/** Properties of a node by name; absent ones are null. */
export type StoredProperties = Readonly<Record<string, unknown>>;

/** What a thing says, of which versions are kept: never its trust, counters, vectors or times of writing. */
export interface Content {
  /** Properties of its node, in the order in which they are shown. */
  readonly fields: readonly string[];
  /** Fields that hold JSON as text. */
  readonly json?: readonly string[];
  /** Values of fields that nothing sets, where that is not null. */
  readonly blank?: ContentState;
  /** Fields without which no such thing can be. */
  readonly required?: readonly string[];
  /** Where one field of a group is set, the ones named by `need` are required. */
  readonly together?: readonly { readonly of: readonly string[]; readonly need: readonly string[] }[];
  /** Fields that follow from others when it is written. */
  readonly derived?: readonly string[];

  /** What must be there as long as this says so: refs, and the fields that these need. */
  readonly refersTo?: (state: ContentState) => readonly Reference[];
}

/** A thing that another one cannot be without. */
export interface Reference {
  readonly ref: string;
  /** Fields that it must have. */
  readonly need: readonly string[];
}

/** What a thing said, by field; what is absent is null. */
export type ContentState = Readonly<Record<string, unknown>>;

/**
 * What a kind keeps beside its knowledge, of which there are versions, too: entities that pieces are about, relations, and
 * the domains of fluents, learnings of items.
 */
export interface Part {
  /** What one is called in messages: Entity. */
  readonly name: string;
  /**
   * Entity: the label of nodes, which have namespace and id. Relation: LINK edges, which have namespace and ref. Domain: the
   * label of nodes, which have namespace and name. Learning: as Entity.
   */
  readonly label: 'Entity' | 'Relation' | 'Domain' | 'Learning';
  readonly refPrefix: string;
  readonly content: Content;
}

/** What works on the nodes of a part. The kind's module provides it under {@link partSourceOf}. */
export interface PartSource {
  /** Whether the caller sees one of this id. */
  sees(caller: Caller, id: string): Promise<boolean>;
  /** What an id stands for; itself where that is absent. */
  resolve?(caller: Caller, id: string): Promise<string>;
  /** As that of a kind. */
  restore(restoring: Restoring, id: string, state: ContentState): Promise<void>;
  /** As that of a kind. */
  clauses?(caller: Caller, versions: ComparedVersions): Promise<ComparedClauses>;
}

/** What a thing said from one write to the next. */
export interface StatedVersion {
  readonly state: ContentState;
  /** Null for the present one. */
  readonly until: Date | null;
}

/** Two versions of a thing. */
export interface ComparedVersions {
  readonly before: StatedVersion;
  readonly after: StatedVersion;
}

/** The clauses of two versions, each in its order; those in which both agree may be absent. */
export interface ComparedClauses {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Who writes a version back, and upon what. */
export interface Restoring {
  readonly caller: Caller;
  /** Number that the thing must have when it is written; undefined for any. */
  readonly expected: number | undefined;
  /** Whether what is written is an edit of what the thing says now. */
  readonly isEdit?: boolean;
  /** When the version that is written back ended; null for the present one. */
  readonly until: Date | null;
}

/** How a node becomes knowledge. */
export interface FromNode {
  /** What `make` takes, and nothing else: a node's vectors are longer than all the rest of it. */
  readonly properties: readonly string[];
  make(properties: StoredProperties): Knowledge;
}

/** @param properties those of the node that `Stored` has */
export function fromNode<Stored extends object>(
  properties: readonly (keyof Stored & string)[],
  make: (stored: Stored) => Knowledge,
): FromNode {
  return { properties, make: (stored) => make(stored as Stored) };
}

/**
 * What the rest of the service is told of a kind of knowledge. It is a plain value of a file that imports no service, so
 * that whoever names a kind needs nothing else of it; what works on its nodes is its {@link KindSource}.
 */
export interface Kind {
  /** Value of the API's enum, in capitals: `ITEM`. It is the `kind` of the nodes and part of their facets. */
  readonly name: string;
  /** Description of the enum's value. */
  readonly description: string;
  /** Label of the nodes beside `Knowledge`. */
  readonly label: string;
  /** Name of the GraphQL type, which implements `Knowledge`. */
  readonly typeName: string;
  /** What stands before the colon of a ref: `item`. */
  readonly refPrefix: string;
  /** How it is ranked. A node may name another profile in its `profile`. */
  readonly profile: Profile;
  /** Whether its nodes mention entities, so that a search looks for those that the question names. Default false. */
  readonly mentionsEntities?: boolean;
  /** What a trust loses in a millisecond since the node's `decaysSince`. Default 0. */
  readonly decayPerMs?: number;

  /** What observations do to its trust, and how they are calibrated. Absent where trust never moves. */
  policy?(config: Config): Policy;

  /** What outcomes of contexts do to its trust. Absent where they do nothing. */
  credit?(config: Config): Credit;

  /** What is counted to tell its effect. Default: contexts with an outcome. */
  readonly effectUnit?: 'REPORTED_STEP' | 'TASK_STEP';

  /** Factors of the score by the node's `scope`. A node without a scope keeps its score. */
  scopeWeights?(config: Config): Readonly<Record<string, number>>;

  /** Facets of which a node must carry one a group for this caller to see it. All nodes are seen where it is absent. */
  visibleTo?(caller: Caller): FacetGroups;

  /** Facets of which a node must carry one a group to come into this context, beside those that its caller sees. */
  requiredFor?(request: ContextRequest): FacetGroups;

  /**
   * Makes knowledge of a node that a search brings along: one statement less than `load`. It is absent where the node alone
   * is not enough.
   */
  readonly fromNode?: FromNode;

  /** What its nodes say. Absent where no versions are kept. */
  readonly content?: Content;

  /** What it keeps beside its knowledge that has versions, too. */
  readonly parts?: readonly Part[];
}

/** What an outcome of a context does to the trust of what the context gave. The kind's policy takes the weight. */
export interface Credit {
  /** An outcome says something of it only where the agent named it as used; else it is undecided. */
  readonly onlyNamed: boolean;
  /**
   * @param share of the outcome, in (0,1]
   * @returns the weight of the entry; undefined where such an outcome moves nothing
   */
  weigh(share: number, success: boolean): number | undefined;
}

/** What works on the nodes of a kind. The module of the kind provides it under {@link sourceOf}. */
export interface KindSource {
  /** Loads those of these ids that exist and that this caller sees, by id, in one statement. */
  load(caller: Caller, ids: readonly string[]): Promise<ReadonlyMap<string, Knowledge>>;

  /**
   * What is left of these where nothing is known of some origins: what came from there alone is left out, what others say
   * stays. Their trusts are those without the origins' evidence already. Absent where nothing of the kind comes from there.
   */
  apart?(caller: Caller, knowledge: readonly Knowledge[], origins: Origins): Promise<readonly Knowledge[]>;

  /**
   * Writes back what a node said, by the ordinary way of saving, so that texts, names and vectors follow. Absent where what
   * is written never changes.
   *
   * @throws ConflictError when it has another number than expected
   */
  restore?(restoring: Restoring, id: string, state: ContentState): Promise<void>;

  /** The clauses of two versions, for a difference by clause. Absent where what is said is not made of clauses. */
  clauses?(caller: Caller, versions: ComparedVersions): Promise<ComparedClauses>;

  /** Brings the history of a node that an earlier release stored into its present form, before versions are read. */
  modernise?(caller: Caller, id: string): Promise<void>;

  /** Writes it into contexts. */
  readonly section: SectionSource;
}

const NAME = /^[A-Z][A-Z_]*$/;
const REF_PREFIX = /^[a-z][a-z_]*$/;

/** @throws Error when the name is not in capitals, or the prefix of its refs not in small letters */
export function defineKind<Defined extends Kind>(kind: Defined): Defined {
  if (!NAME.test(kind.name)) throw new Error(`The name of a kind is written in capitals: ${kind.name}`);
  if (!REF_PREFIX.test(kind.refPrefix)) throw new Error(`The prefix of a ref is in small letters: ${kind.refPrefix}`);
  return kind;
}

/** Token of injection of the part's {@link PartSource}. */
export function partSourceOf({ refPrefix }: Pick<Part, 'refPrefix'>): symbol {
  return Symbol.for(`heartwood.part.${refPrefix}`);
}

/** Token of injection of the kind's {@link KindSource}. */
export function sourceOf({ name }: Pick<Kind, 'name'>): symbol {
  return Symbol.for(`heartwood.kind.${name}`);
}
