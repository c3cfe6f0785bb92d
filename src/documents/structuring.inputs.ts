import { ArgsType } from '@nestjs/graphql';
import { Count, Flag, Ids } from '../common/validation.js';

@ArgsType()
export class StructuringArgs {
  @Ids({ minEntries: 1, maxEntries: 1_000, description: 'Ids of documents, 1–1,000.' })
  readonly ids!: readonly string[];
}

@ArgsType()
export class StructureDocumentsArgs extends StructuringArgs {
  @Count({ min: 1, max: 200, default: 20, description: 'Maximum number of chunks that this call reads, 1–200.' })
  readonly first!: number;

  @Count({ min: 1, max: 16, default: 4, description: 'Number of chunks that are read at the same time, 1–16.' })
  readonly parallel!: number;

  @Ids({
    default: [],
    maxEntries: 10_000,
    description: 'Ids of chunks to leave out, such as those that failed before.',
  })
  readonly without!: readonly string[];

  @Count({
    max: 10,
    default: 3,
    description: 'Maximum number of retries for a chunk if its reply is cut off or invalid, 0–10.',
  })
  readonly maxRetries!: number;

  @Flag({ default: false, description: 'Whether proposed content replaces stored content, as in ingestText.' })
  readonly replace!: boolean;

  @Flag({
    default: false,
    description: 'Whether the texts may add to the profiles of other entities, as in ingestText.',
  })
  readonly allowOthers!: boolean;

  @Flag({ default: false, description: 'Whether the texts may add to the metadata record `global`, as in ingestText.' })
  readonly allowGlobal!: boolean;
}
