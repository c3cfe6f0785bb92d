import { Inject, Injectable } from '@nestjs/common';
import { newAct, record } from '../audit/recording.js';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { ForbiddenError } from '../common/errors.js';
import { sha256 } from '../common/hash.js';
import { hasRole, needsNoKey } from '../common/roles.js';
import { CONFIG } from '../config/config.module.js';
import { type Config, isLoopback } from '../config/config.js';
import { CallersCypher } from '../graph/callers-cypher.js';
import type { CypherAnswer } from '../graph/callers-cypher.task.js';
import { GraphService } from '../graph/graph.service.js';
import type { CypherArgs } from './cypher.inputs.js';

/** Lets operators read the graph of all namespaces with their own statements. */
@Injectable()
export class CypherService {
  constructor(
    private readonly graph: GraphService,
    private readonly statements: CallersCypher,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'CYPHER_QUERIES' | 'HOST'>,
  ) {}

  /**
   * Records the call in the audit, then runs the statement.
   *
   * @throws ForbiddenError when CYPHER_QUERIES is off, for a key that is not an admin key of all namespaces, and without
   *   a key for a service that listens beyond this machine
   * @throws BadUserInputError when the statement may do more than read, or is wrong
   * @throws LimitExceededError when it takes too long, or its answer is too large
   */
  async run(caller: Caller, { statement, parameters = {} }: CypherArgs): Promise<CypherAnswer> {
    this.assertMayAsk(caller);
    const { namespace } = caller;
    // The audit stores a hash, which shows whether two statements are equal, because the text of a statement may
    // contain content.
    const ref = `cypher:${sha256(statement).slice(0, 16)}`;
    const act = newAct(caller, 'CYPHER', { namespace, ref }, this.clock.now());
    await this.graph.transaction((transaction) => record(transaction, [act]));
    return this.statements.run(statement, parameters);
  }

  private assertMayAsk(caller: Caller): void {
    const { isBound = false, projects, teams } = caller;
    if (!this.config.CYPHER_QUERIES) throw new ForbiddenError('cypher is off; CYPHER_QUERIES=true turns it on');
    if (needsNoKey(caller)) {
      if (!isLoopback(this.config.HOST))
        throw new ForbiddenError('cypher needs an API key, since others reach this service');
      return;
    }
    if (!hasRole(caller, 'admin', false) || isBound || projects !== undefined || teams !== undefined) {
      throw new ForbiddenError('cypher needs an admin key of all namespaces, since a statement reads all of them');
    }
  }
}
