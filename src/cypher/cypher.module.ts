import { Module } from '@nestjs/common';
import { CallersCypher } from '../graph/callers-cypher.js';
import { CypherResolver } from './cypher.resolver.js';
import { CypherService } from './cypher.service.js';

/** Serves statements that operators write; everything else runs statements of the service's own. */
@Module({ providers: [CallersCypher, CypherService, CypherResolver] })
export class CypherModule {}
