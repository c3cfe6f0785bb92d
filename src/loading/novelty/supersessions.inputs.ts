import { ArgsType } from '@nestjs/graphql';
import { Choice, Id } from '../../common/validation.js';
import { SupersessionDecision } from '../../entities/entities.model.js';

@ArgsType()
export class DecideSupersessionArgs {
  @Id({ description: 'Id of the piece that was stored later.' })
  readonly newerId!: string;

  @Id({ description: 'Id of the piece that was stored earlier.' })
  readonly olderId!: string;

  @Choice(() => SupersessionDecision, { description: 'Whether the later piece replaces the earlier one.' })
  readonly decision!: SupersessionDecision;
}
