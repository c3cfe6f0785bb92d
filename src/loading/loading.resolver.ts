import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { CheckIns } from '../entities/check-ins.service.js';
import { Ingester } from './ingesting.service.js';
import { CheckInArgs, CheckInsArgs } from '../entities/entities.inputs.js';
import { IngestTextArgs, LoadKnowledgeArgs } from './loading.inputs.js';
import { CheckIn, CheckInConnection, IngestReport, LoadReport } from '../entities/entities.model.js';
import { LoadingService } from './loading.service.js';

@Resolver()
export class LoadingResolver {
  constructor(
    private readonly loading: LoadingService,
    private readonly ingester: Ingester,
    private readonly stored: CheckIns,
  ) {}

  @Needs('reader')
  @Query(() => CheckIn, { nullable: true, description: 'The check-in with this id, or null.' })
  async checkIn(@CurrentCaller() { namespace }: Caller, @Args() { id }: CheckInArgs): Promise<CheckIn | null> {
    return (await this.stored.find(namespace, id)) ?? null;
  }

  @Needs('reader')
  @Query(() => CheckInConnection, { description: 'Texts that were ingested, newest first.' })
  checkIns(@CurrentCaller() { namespace }: Caller, @Args() args: CheckInsArgs): Promise<ConnectionOf<CheckIn>> {
    return this.stored.list(namespace, args);
  }

  @Needs('writer')
  @Mutation(() => LoadReport, {
    description:
      'Loads a document. Up to 10,000 records are stored in one transaction. More records are stored in transactions of 1,000 each: entities, then pieces, then relations. Invalid records are skipped and reported; the others are stored. Repeating a load changes nothing, and continues an interrupted load.',
  })
  loadKnowledge(@CurrentCaller() caller: Caller, @Args() { document }: LoadKnowledgeArgs): Promise<LoadReport> {
    return this.loading.loadKnowledge(caller, document);
  }

  @Needs('writer')
  @Mutation(() => IngestReport, {
    description:
      'Lets the configured LLM convert free text into a document { metadata, pieces, graph }, and loads this document.',
  })
  ingestText(@CurrentCaller() caller: Caller, @Args() args: IngestTextArgs): Promise<IngestReport> {
    return this.ingester.ingestText(caller, args);
  }
}
