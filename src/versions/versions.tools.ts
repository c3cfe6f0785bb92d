import { PickType } from '@nestjs/graphql';
import { AgentTools, type AgentToolSet, defineTool, ToolObject } from '../common/tool.js';
import { UndoReport } from './undo.model.js';
import { UndoService } from './undo.service.js';
import { UndoArgs } from './versions.inputs.js';

@ToolObject()
class Undone extends PickType(UndoReport, ['changeId', 'restored', 'kept']) {}

@AgentTools()
export class VersionsTools implements AgentToolSet {
  readonly tools = [
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
  ];

  constructor(private readonly undoing: UndoService) {}
}
