import { Args, Mutation, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { EditPieceArgs } from './correcting.inputs.js';
import { CorrectingService } from './correcting.service.js';
import { Piece } from '../entities/entities.model.js';

@Resolver()
export class CorrectingResolver {
  constructor(private readonly correcting: CorrectingService) {}

  @Needs('writer')
  @Mutation(() => Piece, {
    description: 'Edits the content of a piece, as a new version; trust and evidence are kept. undo reverts the edit.',
  })
  editPiece(@CurrentCaller() caller: Caller, @Args() args: EditPieceArgs): Promise<Piece> {
    return this.correcting.editPiece(caller, args);
  }
}
