import { Field, ID, ObjectType } from '@nestjs/graphql';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import type { GraphTransaction } from '../graph/graph.service.js';
import type { ContentState } from '../knowledge/kind.js';
import type { ChangeDoor, NewChange } from './change.model.js';
import type { Hold, Kept } from './undo-fold.js';

export type { Hold } from './undo-fold.js';

@ObjectType({ description: 'A field or thing that an undo left unchanged because of later changes.' })
export class KeptField {
  @Field(() => ID, { description: 'Ref of the node whose field was kept.' })
  readonly ref!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the field; null if the whole thing was kept.',
  })
  readonly field!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the later change because of which the field or thing was kept; null if unknown.',
  })
  readonly byChange!: string | null;
}

@ObjectType({ description: 'Result of an undo.' })
export class UndoReport {
  @Field(() => ID, {
    description:
      'Id of the change that records the undo. Undoing it restores what the undo changed. A repeated undo returns the first id.',
  })
  readonly changeId!: string;

  @Field(() => [ID], {
    description:
      'Refs of the things that this call wrote back or removed, sorted. Empty if a repeated call had nothing left to do.',
  })
  readonly restored!: readonly string[];

  @Field(() => [KeptField], {
    description: 'Fields and things that were kept, because later changes set or need them.',
  })
  readonly kept!: readonly KeptField[];
}

/** Current content of a node, in the form in which its version will store it. */
export interface KeptState {
  readonly number: number;
  readonly state: ContentState;
  readonly title: string | null;
  readonly text: string | null;
  readonly since: Date;
  /** Id of the change that wrote it. */
  readonly change: string | null;
}

/** A thing before and after an undo. */
export interface UndoneThing {
  readonly ref: string;
  readonly id: string;
  /** The current state; undefined if the thing does not exist. */
  readonly was: KeptState | undefined;
  /** The state after the undo; undefined if the thing is removed. */
  readonly becomes: ContentState | undefined;
}

/** Fields of a thing that a change set. */
export interface SetFields {
  readonly ref: string;
  readonly fields: readonly string[];
}

/** The change that is undone, or that an undo of its undo brings back. */
export interface UndoneChange {
  readonly id: string;
  readonly door: ChangeDoor;
  readonly at: Date;
  readonly stands: boolean;
  /** Refs of everything that the change wrote. */
  readonly refs: readonly string[];
}

/** State that a thing contributes to the thing into which it was merged. */
export interface MergedPart {
  readonly state: ContentState;
  /** The change that merged it. */
  readonly merge: string;
}

/** The merges of entities that stand after an undo, and how they change things. Without mutable state. */
export interface Merging {
  /**
   * Returns the ref and the state that the merges give to a thing.
   *
   * @returns undefined if the merges leave nothing of it, such as of a relation between two entities that became one
   */
  image(ref: string, state: ContentState): { readonly ref: string; readonly state: ContentState } | undefined;

  /** Returns refs of things that may have been merged into the given one. */
  partsOf(ref: string, state: ContentState): readonly string[];

  /** Returns the id of the merge that changed the ref of a thing, or the ids in its state. */
  mergeOf(ref: string, state: ContentState): string;

  /**
   * Returns the state of a thing without a state of its own (a relation), taken from its parts; undefined if `joined`
   * combines the parts.
   */
  beneath(ref: string, parts: readonly MergedPart[]): ContentState | undefined;

  /**
   * Combines the state of a thing with the states of its parts.
   *
   * @param own its own state; undefined if the thing does not exist by itself
   * @param setterOf see `Fold.setterOf`
   */
  joined(
    ref: string,
    own: ContentState | undefined,
    parts: readonly MergedPart[],
    setterOf: (field: string) => string | null | undefined,
  ): ContentState | undefined;
}

/** Things that an undo wrote in merged form. From then on they count as moved by that merge. */
export interface MovedByUndo {
  readonly merge: string;
  readonly refs: readonly string[];
}

/** An undo, as passed to the operations that write its results. */
export interface UndoWrite {
  readonly moved?: readonly MovedByUndo[];
  /** The fields that the base set (see `Folded.ofBase`). */
  readonly sets: readonly SetFields[];
  readonly caller: Caller;
  /** The change that records the undo. */
  readonly change: NewChange;
  readonly base: UndoneChange;

  /**
   * Checks that no other undo ran meanwhile. It must be the first to run in the transaction that writes.
   *
   * @throws ConflictError when another undo ran meanwhile; the caller then plans this undo again
   */
  readonly begin: (transaction: GraphTransaction) => Promise<void>;
}

/** Question whether things that may be removed have to be kept. */
export interface HoldsAsked {
  readonly refs: readonly string[];
  /** Refs of everything that the undo may change. References from these things are no reason to keep others. */
  readonly changing: readonly string[];
  readonly base: UndoneChange;
  /** True if the base wrote the things; false if only things that they refer to, or that refer to them, change. */
  readonly isBase: boolean;
}

/** Writes the results of an undo for some kinds of things. One transaction can write all of these things. */
export interface UndoDoor {
  /** Prefixes of the refs of these things, ordered so that referring things come before those they refer to. */
  readonly prefixes: readonly string[];

  /** Returns by ref the reasons to keep things that no standing change wrote. */
  holds?(namespace: string, asked: HoldsAsked): Promise<ReadonlyMap<string, Hold>>;

  /** Returns refs that a change affects when it is redone after an undo, in addition to those that it wrote. */
  reaches?(namespace: string, base: UndoneChange): Promise<readonly string[]>;

  /** @returns undefined if no entity of the namespace is merged after the undo */
  merging?(namespace: string, base: UndoneChange): Promise<Merging | undefined>;

  /**
   * Returns things that an undone change affects and that were written after it, in addition to those that the fold
   * keeps.
   */
  writtenSince?(namespace: string, base: UndoneChange): Promise<readonly Kept[]>;

  /**
   * Returns for each ref whether the caller may see its thing. Refs of things that neither exist nor were removed by an
   * undo are absent.
   */
  sight?(caller: Caller, refs: readonly string[]): Promise<ReadonlyMap<string, boolean>>;

  /**
   * Writes all things in one transaction, or none. The transaction runs even without things, to record the undo.
   *
   * @throws ConflictError when the version number of a thing has changed since the undo was planned
   */
  write(undo: UndoWrite, things: readonly UndoneThing[]): Promise<void>;
}

/** Updates what is derived from the things that a change wrote, after the change was undone or brought back. */
export type UndoFollower = (namespace: string, changeId: string) => Promise<void>;

/** A decision, which changed no content, as its undo finds it. */
export interface UndoneDecision {
  readonly caller: Caller;
  readonly at: Date;
  /** Id of the decision. */
  readonly id: string;
  /** False if the decision is undone, true if an undo of its undo brings it back. */
  readonly stands: boolean;
  /** What the decision recorded as `was`. */
  readonly was: unknown;
}

/**
 * Writes back what stood before a decision, or the decision again.
 *
 * @returns false when something else stands there by now; nothing is written then
 */
export type DecisionUndo = (transaction: GraphTransaction, undone: UndoneDecision) => Promise<boolean>;

/** Registry of the UndoDoors, by prefix of refs. */
@Injectable()
export class UndoDoors {
  private readonly doors = new Map<string, UndoDoor>();
  private readonly followers = new Map<ChangeDoor, readonly UndoFollower[]>();
  private readonly decisions = new Map<ChangeDoor, DecisionUndo>();

  add(door: UndoDoor): void {
    for (const prefix of door.prefixes) this.doors.set(prefix, door);
  }

  /** @returns undefined for things that no undo can write */
  find(prefix: string): UndoDoor | undefined {
    return this.doors.get(prefix);
  }

  /**
   * Lets what is derived from things of a door follow an undo. The follower runs after the undo was written, also when an
   * undo is repeated, and gives the derived marks the state of the latest change that stands.
   */
  follow(door: ChangeDoor, follower: UndoFollower): void {
    this.followers.set(door, [...this.followersOf(door), follower]);
  }

  /** Says how the decisions of a door are undone. */
  decides(door: ChangeDoor, undo: DecisionUndo): void {
    this.decisions.set(door, undo);
  }

  decisionOf(door: ChangeDoor): DecisionUndo | undefined {
    return this.decisions.get(door);
  }

  followersOf(door: ChangeDoor): readonly UndoFollower[] {
    return this.followers.get(door) ?? [];
  }
}
