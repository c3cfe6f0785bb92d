import { ArgsType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Choice, Id, Text, Time } from '../common/validation.js';
import { Direction } from './entities.model.js';

/** Base class for arguments of queries that can be about another time. */
@ArgsType()
export class AtArgs {
  @Time({
    optional: true,
    description:
      'Time for which the answer shows the state of knowledge. Everything that was recorded, changed or ended later is ignored. The time must not be in the future, before the first record of the namespace, or before VERSION_RETENTION.',
  })
  readonly asOf?: Date;

  @Time({
    optional: true,
    description: 'Only relations and pieces that were valid at this time.',
  })
  readonly validAt?: Date;
}

@ArgsType()
export class EntityArgs extends AtArgs {
  @Id({ description: 'Id of the entity, such as user:alice.' })
  readonly id!: string;
}

@ArgsType()
export class CheckInArgs {
  @Id({ description: 'Id of the check-in.' })
  readonly id!: string;
}

@ArgsType()
export class CheckInsArgs extends PageArgs(20) {
  @Time({
    optional: true,
    description: 'Only check-ins from this time on, ISO 8601; without an offset, UTC is assumed.',
  })
  readonly since?: Date;

  @Text({ optional: true, max: 512, description: 'Only check-ins by this agent (x-agent).' })
  readonly by?: string;
}

@ArgsType()
export class EntitiesArgs extends PageArgs(20) {
  @Text({ optional: true, max: 128, description: 'Only entities of this type.' })
  readonly type?: string;
}

@ArgsType()
export class PiecesArgs extends PageArgs(20) {}

@ArgsType()
export class PiecesByTimeArgs extends PageArgs(20) {
  @Time({
    optional: true,
    description: 'Only pieces first loaded from this time on, ISO 8601; without an offset, UTC is assumed.',
  })
  readonly since?: Date;

  @Text({ optional: true, max: 128, description: 'Only pieces with this infoType, such as instructions.' })
  readonly infoType?: string;

  @Id({ optional: true, description: 'Only pieces of this session.' })
  readonly session?: string;
}

@ArgsType()
export class RelationsArgs extends PageArgs(20) {
  @Choice(() => Direction, {
    default: Direction.OUT,
    description:
      'Which relations are listed: those that lead from the entity (OUT), those that lead to it (IN), or both. Default OUT.',
  })
  readonly direction!: Direction;
}
