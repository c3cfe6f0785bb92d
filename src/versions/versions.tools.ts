import { Field, PickType } from '@nestjs/graphql';
import { AgentTools, type AgentToolSet, defineTool, ToolObject } from '../common/tool.js';
import { Change } from './change.model.js';
import { Version } from './version.model.js';
import { UndoReport } from './undo.model.js';
import { UndoService } from './undo.service.js';
import { ChangesArgs, RestoreArgs, UndoArgs, VersionsArgs } from './versions.inputs.js';
import { VersionsService } from './versions.service.js';

@ToolObject()
class VersionOfThing extends PickType(Version, ['number', 'content', 'from', 'until', 'change']) {}

@ToolObject()
class VersionList {
  @Field(() => [VersionOfThing], { description: 'Newest first; the first one is what it says now.' })
  readonly versions!: readonly VersionOfThing[];

  @Field(() => String, {
    nullable: true,
    description: 'Hand it back as after for older ones; null where there are none.',
  })
  readonly next!: string | null;
}

@ToolObject()
class Undone extends PickType(UndoReport, ['changeId', 'restored', 'kept']) {}

@ToolObject()
class ChangeList {
  @Field(() => [Change], { description: 'Newest first.' })
  readonly changes!: readonly Change[];

  @Field(() => String, {
    nullable: true,
    description: 'Hand it back as after for older ones; null where there are none.',
  })
  readonly next!: string | null;
}

const READ = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

@AgentTools()
export class VersionsTools implements AgentToolSet {
  readonly tools = [
    defineTool({
      name: 'knowledge_versions',
      role: 'reader',
      title: 'Show versions',
      description:
        'What an entry of knowledge said before, with who wrote each version and when. Call it before you restore one, or to see whether something changed since you read it.',
      input: VersionsArgs,
      output: VersionList,
      hints: READ,
      run: async (caller, { ref, ...page }) => {
        const { nodes, pageInfo } = await this.history.list(caller, ref, page);
        return { versions: nodes, next: pageInfo.hasNextPage ? pageInfo.endCursor : null };
      },
    }),
    defineTool({
      name: 'knowledge_restore',
      role: 'reviewer',
      title: 'Restore a version',
      description:
        'Writes an earlier version of an entry back, as a new version. Name the present number as expected, so that nobody else’s change is lost.',
      input: RestoreArgs,
      output: VersionOfThing,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: (caller, { ref, version, expected }) => this.history.restore(caller, ref, version, expected),
    }),
    defineTool({
      name: 'knowledge_undo',
      role: 'reviewer',
      title: 'Undo a change',
      description:
        'Takes a change back that was wrong: a catalog or document that went in, a text that was ingested, an edit. What later changes set stays, and is listed. Undo the undo to bring it back.',
      input: UndoArgs,
      output: Undone,
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      run: (caller, { changeId }) => this.undoing.undo(caller, changeId),
    }),
    defineTool({
      name: 'knowledge_changes',
      role: 'reader',
      title: 'List changes',
      description: 'Who changed what knowledge says, and when: all of it, of one agent, of one entry, or since a time.',
      input: ChangesArgs,
      output: ChangeList,
      hints: READ,
      run: async (caller, args) => {
        const { nodes, pageInfo } = await this.history.changes(caller, args);
        return { changes: nodes, next: pageInfo.hasNextPage ? pageInfo.endCursor : null };
      },
    }),
  ];

  constructor(
    private readonly history: VersionsService,
    private readonly undoing: UndoService,
  ) {}
}
