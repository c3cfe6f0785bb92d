import { ArgsType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Count, Flag, Id, Text, Time } from '../common/validation.js';

/** A ref is a prefix, a colon, and an id of at most 512 characters. */
const REF = { max: 600, secrets: 'refuse' } as const;
/** Larger than any version number that a thing can reach. */
const MAX_NUMBER = 1_000_000_000;
const NUMBER = { min: 1, max: MAX_NUMBER } as const;

@ArgsType()
export class VersionsArgs extends PageArgs(20) {
  @Text({ ...REF, description: 'Ref of the thing, such as item:open_files.' })
  readonly ref!: string;
}

@ArgsType()
export class DiffArgs {
  @Text({ ...REF, description: 'Ref of the thing, such as item:open_files.' })
  readonly ref!: string;

  @Count({ ...NUMBER, description: 'Number of the version that the comparison starts from.' })
  readonly from!: number;

  @Count({ ...NUMBER, optional: true, description: 'Number of the version to compare with; default the current one.' })
  readonly to?: number;
}

@ArgsType()
export class DeleteArgs {
  @Text({
    ...REF,
    description: 'Ref of the thing: item:…, memory:…, piece:…, entity:…, relation:…, document:… or conversation:….',
  })
  readonly ref!: string;

  @Flag({ default: false, description: 'Only for an entity: also deletes the pieces that belong to it.' })
  readonly withPieces!: boolean;
}

@ArgsType()
export class RestoreArgs {
  @Text({ ...REF, description: 'Ref of the thing, such as item:open_files.' })
  readonly ref!: string;

  @Count({ ...NUMBER, description: 'Number of the version to write back.' })
  readonly version!: number;

  @Count({
    ...NUMBER,
    optional: true,
    description:
      'Number of the current version as the caller knows it. If the current number differs, the call fails with CONFLICT.',
  })
  readonly expected?: number;
}

@ArgsType()
export class UndoArgs {
  @Id({ description: 'Id of the change, from `changes` or a check-in.' })
  readonly changeId!: string;
}

@ArgsType()
export class ChangesArgs extends PageArgs(20) {
  @Text({ optional: true, max: 128, description: 'Only changes by this agent (x-agent).' })
  readonly by?: string;

  @Time({ optional: true, description: 'Only changes at this time or later.' })
  readonly since?: Date;

  @Text({ ...REF, optional: true, description: 'Only changes of this thing, such as item:open_files.' })
  readonly ref?: string;
}
