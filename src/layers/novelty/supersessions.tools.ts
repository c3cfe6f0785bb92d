import { PickType } from '@nestjs/graphql';
import { AgentTools, type AgentToolSet, defineTool, ToolObject } from '../../common/tool.js';
import { DecidedSupersession } from '../layers.model.js';
import { DecideSupersessionArgs } from './supersessions.inputs.js';
import { Supersessions } from './supersessions.service.js';

@ToolObject()
class SupersessionDecided extends PickType(DecidedSupersession, ['changeId', 'pieceIds']) {}

@AgentTools()
export class SupersessionsTools implements AgentToolSet {
  readonly tools = [
    defineTool({
      name: 'knowledge_decide_supersession',
      role: 'reviewer',
      title: 'Decide a possible supersession',
      description:
        'Records the decision of a person on two pieces that knowledge_review lists as POSSIBLE_SUPERSESSION (ref is the later piece, otherRef the earlier one). With SUPERSEDE, the content of the later piece becomes a new version of the earlier piece, and the later piece is removed. With KEEP_BOTH, both are kept. knowledge_undo reverts SUPERSEDE by its changeId.',
      input: DecideSupersessionArgs,
      output: SupersessionDecided,
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
      run: (caller, input) => this.supersessions.decide(caller, input),
    }),
  ];

  constructor(private readonly supersessions: Supersessions) {}
}
