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
  @Field(() => [VersionOfThing], { description: 'Versions, newest first; the first one is the current content.' })
  readonly versions!: readonly VersionOfThing[];

  @Field(() => String, {
    nullable: true,
    description: 'Cursor: pass it as after to get older entries; null if there are none.',
  })
  readonly next!: string | null;
}

@ToolObject()
class Undone extends PickType(UndoReport, ['changeId', 'restored', 'kept']) {}

@ToolObject()
class ChangeList {
  @Field(() => [Change], { description: 'Changes, newest first.' })
  readonly changes!: readonly Change[];

  @Field(() => String, {
    nullable: true,
    description: 'Cursor: pass it as after to get older entries; null if there are none.',
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
        'Returns the versions of a piece of knowledge, with the author and time of each. Call it before you restore a version, or to see whether the knowledge has changed since you read it.',
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
        'Writes an earlier version of a piece of knowledge back as a new version. Pass the current version number as expected, so that no concurrent change is lost.',
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
        'Undoes a wrong change, such as an import, an ingested text or an edit. Fields and things that later changes set or need are not undone; the answer lists them. To bring the change back, undo the undo.',
      input: UndoArgs,
      output: Undone,
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      run: (caller, { changeId }) => this.undoing.undo(caller, changeId),
    }),
    defineTool({
      name: 'knowledge_changes',
      role: 'reader',
      title: 'List changes',
      description:
        'Lists changes of the content of knowledge, with their author and time: all changes, or only those by one agent, of one piece of knowledge, or since a time.',
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
