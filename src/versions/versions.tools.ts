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
        'Returns the earlier contents of an entry of knowledge, with who wrote each version and when. Call it before you restore a version, or to see whether the entry has changed since you read it.',
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
        'Writes an earlier version of an entry back as a new version. Pass the current version number as expected, so that no concurrent change is lost.',
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
        'Undoes a wrong change: an imported catalog or document, an ingested text, or an edit. Fields and things that later changes set or need stay, and are listed. To bring the change back, undo the undo.',
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
        'Lists who changed the content of knowledge, and when: all changes, or those of one agent, of one entry, or since a time.',
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
