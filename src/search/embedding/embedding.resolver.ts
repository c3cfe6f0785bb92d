import { Mutation, Resolver } from '@nestjs/graphql';
import { ReembedJob } from './embedding.model.js';
import { EmbeddingService } from './embedding.service.js';

@Resolver()
export class EmbeddingResolver {
  constructor(private readonly embedding: EmbeddingService) {}

  @Mutation(() => ReembedJob, {
    description:
      'Changes the vectors of the whole service to the configured model while it serves; `status` shows how far it is.',
  })
  reembed(): Promise<ReembedJob> {
    return this.embedding.reembed();
  }
}
