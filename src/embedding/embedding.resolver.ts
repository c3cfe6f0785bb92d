import { Mutation, Resolver } from '@nestjs/graphql';
import { Needs } from '../common/needs.js';
import { ReembedJob } from './embedding.model.js';
import { EmbeddingService } from './embedding.service.js';

@Resolver()
export class EmbeddingResolver {
  constructor(private readonly embedding: EmbeddingService) {}

  @Needs('admin')
  @Mutation(() => ReembedJob, {
    description:
      'Computes the vectors of all texts again with the configured model. The service remains available meanwhile; `status` shows the progress.',
  })
  reembed(): Promise<ReembedJob> {
    return this.embedding.reembed();
  }
}
