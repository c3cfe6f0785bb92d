import { Mutation, Resolver } from '@nestjs/graphql';
import { ReembedJob } from './embedding.model.js';
import { EmbeddingService } from './embedding.service.js';

@Resolver()
export class EmbeddingResolver {
  constructor(private readonly embedding: EmbeddingService) {}

  @Mutation(() => ReembedJob, {
    description:
      'Computes the vectors of all texts again with the configured model. The service remains available meanwhile; `status` shows the progress.',
  })
  reembed(): Promise<ReembedJob> {
    return this.embedding.reembed();
  }
}
