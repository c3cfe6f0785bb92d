import { ArgsType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Choices, Time } from '../common/validation.js';
import { ReviewReason } from './review.model.js';

@ArgsType()
export class ReviewArgs extends PageArgs(20) {
  @Choices(() => ReviewReason, {
    optional: true,
    maxEntries: 20,
    description: 'Only entries with one of these reasons.',
  })
  readonly reasons?: readonly ReviewReason[];

  @Time({
    optional: true,
    description: 'Only entries from this time on, ISO 8601; without an offset, UTC is assumed.',
  })
  readonly since?: Date;
}
