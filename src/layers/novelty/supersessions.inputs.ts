import { ArgsType } from '@nestjs/graphql';
import { Choice, Id } from '../../common/validation.js';
import { SupersessionDecision } from '../layers.model.js';

@ArgsType()
export class DecideSupersessionArgs {
  @Id({ description: 'Id of the piece that was brought later.' })
  readonly newerId!: string;

  @Id({ description: 'Id of the piece that was there.' })
  readonly olderId!: string;

  @Choice(() => SupersessionDecision, { description: 'Whether the later one replaces the other.' })
  readonly decision!: SupersessionDecision;
}
