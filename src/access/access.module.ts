import { Global, Module } from '@nestjs/common';
import { AccessResolver } from './access.resolver.js';
import { ApiKeys } from './access.service.js';

/** The stored API keys, against which every transport authenticates callers. */
@Global()
@Module({ providers: [ApiKeys], exports: [ApiKeys] })
export class AccessModule {}

/** Creates, lists and revokes API keys over the API. */
@Module({ providers: [AccessResolver] })
export class ApiKeysModule {}
