import { Args, Mutation, Resolver } from '@nestjs/graphql';
import type { Caller } from '../../../src/common/caller.js';
import { CurrentCaller } from '../../../src/common/current-caller.js';
import { Needs } from '../../../src/common/needs.js';
import { ReportRunbookArgs, Runbook, SaveRunbookArgs } from './runbooks.model.js';
import { RunbooksService } from './runbooks.service.js';

@Resolver(() => Runbook)
export class RunbookResolver {
  constructor(private readonly runbooks: RunbooksService) {}

  @Needs('writer')
  @Mutation(() => Runbook)
  saveRunbook(@CurrentCaller() { namespace }: Caller, @Args() args: SaveRunbookArgs): Promise<Runbook> {
    return this.runbooks.save(namespace, args);
  }

  @Needs('writer')
  @Mutation(() => Runbook)
  reportRunbook(@CurrentCaller() caller: Caller, @Args() args: ReportRunbookArgs): Promise<Runbook> {
    return this.runbooks.report(caller, args);
  }
}
