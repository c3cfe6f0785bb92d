import { ArgsType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Choices, Time } from '../common/validation.js';
import { ReviewReason } from './review.model.js';

@ArgsType()
export class ReviewArgs extends PageArgs(20) {
  @Choices(() => ReviewReason, {
    optional: true,
    maxEntries: 20,
    description: 'Only what waits for one of these reasons.',
  })
  readonly reasons?: readonly ReviewReason[];

  @Time({ optional: true, description: 'Only what happened from this time on, ISO 8601; without an offset it is UTC.' })
  readonly since?: Date;
}
