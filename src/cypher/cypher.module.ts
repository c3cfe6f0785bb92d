import { Module } from '@nestjs/common';
import { CallersCypher } from '../graph/callers-cypher.js';
import { CypherResolver } from './cypher.resolver.js';
import { CypherService } from './cypher.service.js';

/** Serves statements that operators write. All other modules run only statements of the service. */
@Module({ providers: [CallersCypher, CypherService, CypherResolver] })
export class CypherModule {}
