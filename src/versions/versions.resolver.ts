import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { Change, ChangeConnection } from './change.model.js';
import { Version, VersionConnection, VersionDifference } from './version.model.js';
import { Deletions } from './deletions.service.js';
import { UndoReport } from './undo.model.js';
import { UndoService } from './undo.service.js';
import { ChangesArgs, DeleteArgs, DiffArgs, RestoreArgs, UndoArgs, VersionsArgs } from './versions.inputs.js';
import { VersionsService } from './versions.service.js';

@Resolver(() => Version)
export class VersionsResolver {
  constructor(
    private readonly history: VersionsService,
    private readonly undoing: UndoService,
    private readonly deletions: Deletions,
  ) {}

  @Needs('reader')
  @Query(() => VersionConnection, {
    description: 'Versions of a thing, newest first, beginning with the current one.',
  })
  versions(@CurrentCaller() caller: Caller, @Args() { ref, ...page }: VersionsArgs): Promise<ConnectionOf<Version>> {
    return this.history.list(caller, ref, page);
  }

  @Needs('reader')
  @Query(() => VersionDifference, {
    description: 'Differences between two versions of a thing, by field.',
  })
  diff(@CurrentCaller() caller: Caller, @Args() { ref, from, to }: DiffArgs): Promise<VersionDifference> {
    return this.history.diff(caller, ref, from, to);
  }

  @Needs('reader')
  @Query(() => ChangeConnection, {
    description: 'Changes of content, newest first.',
  })
  changes(@CurrentCaller() caller: Caller, @Args() args: ChangesArgs): Promise<ConnectionOf<Change>> {
    return this.history.changes(caller, args);
  }

  @Needs('reviewer')
  @Mutation(() => Version, {
    description:
      'Writes an earlier version of a thing back as a new version, and returns the current version. If the content is already the same, nothing is written.',
  })
  restore(@CurrentCaller() caller: Caller, @Args() { ref, version, expected }: RestoreArgs): Promise<Version> {
    return this.history.restore(caller, ref, version, expected);
  }

  @Needs('reviewer')
  @Mutation(() => UndoReport, {
    description:
      'Undoes a change. Fields that the change set get their earlier values, and things that it created are removed, except where a later change set the field again or needs the thing. Undoing an undo brings the change back. Repeating a call changes nothing.',
  })
  undo(@CurrentCaller() caller: Caller, @Args() { changeId }: UndoArgs): Promise<UndoReport> {
    return this.undoing.undo(caller, changeId);
  }

  @Needs('admin')
  @Mutation(() => Boolean, {
    description:
      'Deletes a thing with its evidence and earlier versions, for good. With an item go its learnings; with a memory those that were merged into it; with a piece its mentions, its place in a session and the relations linked to it; with an entity its metadata, relations and mentions (if pieces belong to it, the call fails with CONFLICT, unless withPieces is true); with a document its chunks; with a conversation the submitted traces of its session, but not the memories distilled from it. Returns false if the caller sees no such thing.',
  })
  delete(@CurrentCaller() caller: Caller, @Args() { ref, withPieces }: DeleteArgs): Promise<boolean> {
    return this.deletions.delete(caller, ref, withPieces);
  }
}
