import { Field, ID, ObjectType } from '@nestjs/graphql';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import type { GraphTransaction } from '../graph/graph.service.js';
import type { ContentState } from '../knowledge/kind.js';
import type { ChangeDoor, NewChange } from './change.model.js';
import type { Hold, Kept } from './undo-fold.js';

export type { Hold } from './undo-fold.js';

@ObjectType({ description: 'A field or thing that an undo did not change.' })
export class KeptField {
  @Field(() => ID, { description: 'Ref of the node whose field was kept.' })
  readonly ref!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the field; null for a whole thing that is still needed.',
  })
  readonly field!: string | null;

  @Field(() => ID, { nullable: true, description: 'Later change because of which it is kept; null if unknown.' })
  readonly byChange!: string | null;
}

@ObjectType({ description: 'What became of an undo.' })
export class UndoReport {
  @Field(() => ID, {
    description:
      'The change that the undo is. To undo it brings back what it took. A repeated undo names the first one.',
  })
  readonly changeId!: string;

  @Field(() => [ID], {
    description: 'Refs of what this call wrote back or took away, in their order. Empty where a repeat finds all done.',
  })
  readonly restored!: readonly string[];

  @Field(() => [KeptField], { description: 'What later changes set or need, by ref and field.' })
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

/** A thing as an undo leaves it. */
export interface UndoneThing {
  readonly ref: string;
  readonly id: string;
  /** Undefined where it is not there. */
  readonly was: KeptState | undefined;
  /** Undefined where it goes. */
  readonly becomes: ContentState | undefined;
}

/** Fields of a thing that a change set. */
export interface SetFields {
  readonly ref: string;
  readonly fields: readonly string[];
}

/** The change that is undone, or that stands again. */
export interface UndoneChange {
  readonly id: string;
  readonly door: ChangeDoor;
  readonly at: Date;
  readonly stands: boolean;
  /** Of all that it wrote. */
  readonly refs: readonly string[];
}

/** What of a thing another one says, into which it was merged. */
export interface MergedPart {
  readonly state: ContentState;
  /** The change that merged it. */
  readonly merge: string;
}

/** The merges that stand once an undo is done, as those who write things tell of them. Without state. */
export interface Merging {
  /**
   * What a thing that says this is called once it is merged, and what it says then.
   *
   * @returns undefined where nothing is left of it
   */
  image(ref: string, state: ContentState): { readonly ref: string; readonly state: ContentState } | undefined;

  /** Refs of what may have been merged into a thing that says this. */
  partsOf(ref: string, state: ContentState): readonly string[];

  /** The merge by which a thing is called otherwise. */
  mergeOf(ref: string, state: ContentState): string;

  /** What a thing says where it says nothing itself; undefined for one that is joined with its parts. */
  beneath(ref: string, parts: readonly MergedPart[]): ContentState | undefined;

  /**
   * What a thing says with what its parts add to it.
   *
   * @param own what it says itself; undefined where it is not there by itself
   * @param setterOf as `Fold.setterOf`
   */
  joined(
    ref: string,
    own: ContentState | undefined,
    parts: readonly MergedPart[],
    setterOf: (field: string) => string | null | undefined,
  ): ContentState | undefined;
}

/** Things that an undo wrote in terms of a merge: these are among what the merge moved from now on. */
export interface MovedByUndo {
  readonly merge: string;
  readonly refs: readonly string[];
}

/** An undo as the doors see it. */
export interface UndoWrite {
  readonly moved?: readonly MovedByUndo[];
  /** What the base set, as far as it is kept. */
  readonly sets: readonly SetFields[];
  readonly caller: Caller;
  /** The change that the undo is. */
  readonly change: NewChange;
  readonly base: UndoneChange;

  /**
   * Is run first in the transaction that writes.
   *
   * @throws ConflictError when another undo came between; the undo is planned anew then
   */
  readonly begin: (transaction: GraphTransaction) => Promise<void>;
}

/** What is asked about things that may go. */
export interface HoldsAsked {
  readonly refs: readonly string[];
  /** All that the undo may change: what these say holds nothing. */
  readonly changing: readonly string[];
  readonly base: UndoneChange;
  /** Whether the base wrote them; else what they refer to, or are referred to by, changes. */
  readonly isBase: boolean;
}

/** Writes what an undo makes of things of some kinds, which one transaction can write. */
export interface UndoDoor {
  /** Prefixes of their refs: what refers to others comes before these. */
  readonly prefixes: readonly string[];

  /** Why things stay although no change that stands wrote them, by ref. */
  holds?(namespace: string, asked: HoldsAsked): Promise<ReadonlyMap<string, Hold>>;

  /** Refs of what a change concerns once it stands again, beside what it wrote. */
  reaches?(namespace: string, base: UndoneChange): Promise<readonly string[]>;

  /** @returns undefined where no entity of the namespace is merged then */
  merging?(namespace: string, base: UndoneChange): Promise<Merging | undefined>;

  /** What was written since a change that is undone of what it changed, beside what the undo keeps for later changes. */
  writtenSince?(namespace: string, base: UndoneChange): Promise<readonly Kept[]>;

  /** Of these refs, those whose things exist, or were taken away by an undo, and whether the caller sees each. */
  sight?(caller: Caller, refs: readonly string[]): Promise<ReadonlyMap<string, boolean>>;

  /**
   * Writes all of these in one transaction, or none. Also without any, the transaction runs.
   *
   * @throws ConflictError when one of them has another number than it had
   */
  write(undo: UndoWrite, things: readonly UndoneThing[]): Promise<void>;
}

/** Knows who writes what an undo makes of things. */
@Injectable()
export class UndoDoors {
  private readonly doors = new Map<string, UndoDoor>();

  add(door: UndoDoor): void {
    for (const prefix of door.prefixes) this.doors.set(prefix, door);
  }

  /** @returns undefined for things that are never written by an undo */
  find(prefix: string): UndoDoor | undefined {
    return this.doors.get(prefix);
  }
}
