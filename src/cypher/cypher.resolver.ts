import { Args, Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { CypherArgs } from './cypher.inputs.js';
import { CypherResult } from './cypher.model.js';
import { CypherService } from './cypher.service.js';

@Resolver()
export class CypherResolver {
  constructor(private readonly statements: CypherService) {}

  @Needs('admin')
  @Query(() => CypherResult, {
    description:
      'Runs a read-only Cypher statement on all namespaces and returns its rows. The limits are 1,000 rows, 4 MiB and 10 s. The query is available only if the setting CYPHER_QUERIES is true. It requires an admin key for all namespaces; on a service without keys, it requires that only this machine can reach the service. Each call is recorded in the audit.',
  })
  cypher(@CurrentCaller() caller: Caller, @Args() args: CypherArgs): Promise<CypherResult> {
    return this.statements.run(caller, args);
  }
}
