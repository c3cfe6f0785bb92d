import { Mutation, Resolver } from '@nestjs/graphql';
import { ReembedJob } from './embedding.model.js';
import { EmbeddingService } from './embedding.service.js';

@Resolver()
export class EmbeddingResolver {
  constructor(private readonly embedding: EmbeddingService) {}

  @Mutation(() => ReembedJob, {
    description:
      'Changes all vectors of the service to the configured model while it keeps serving; `status` shows the progress.',
  })
  reembed(): Promise<ReembedJob> {
    return this.embedding.reembed();
  }
}
