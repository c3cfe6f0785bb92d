import { Module } from '@nestjs/common';
import { ItemsModule } from '../items/items.module.js';
import { LoadingModule } from '../loading/loading.module.js';
import { PlanningModule } from '../planning/planning.module.js';
import { ReviewResolver } from './review.resolver.js';
import { ReviewService } from './review.service.js';
import { ReviewTools } from './review.tools.js';

/** Decisions that wait for a person. */
@Module({
  imports: [ItemsModule, LoadingModule, PlanningModule],
  providers: [ReviewService, ReviewResolver, ReviewTools],
})
export class ReviewModule {}
