import { Args, Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { CypherArgs } from './cypher.inputs.js';
import { CypherResult } from './cypher.model.js';
import { CypherService } from './cypher.service.js';

@Resolver()
export class CypherResolver {
  constructor(private readonly statements: CypherService) {}

  @Query(() => CypherResult, {
    description:
      'Rows of a Cypher statement that only reads, across all namespaces: at most 1,000 rows, 4 MiB and 10 s. Off unless CYPHER_QUERIES is true; for admin keys of all namespaces, or without keys on a service that only this machine reaches. Each call is recorded in the audit.',
  })
  cypher(@CurrentCaller() caller: Caller, @Args() args: CypherArgs): Promise<CypherResult> {
    return this.statements.run(caller, args);
  }
}
