import { Global, Module } from '@nestjs/common';
import { AccessResolver } from './access.resolver.js';
import { ApiKeys } from './access.service.js';

/** The API keys that are stored; who asks at a door is judged by them. */
@Global()
@Module({ providers: [ApiKeys], exports: [ApiKeys] })
export class AccessModule {}

/** Makes, shows and revokes them over the API. */
@Module({ providers: [AccessResolver] })
export class ApiKeysModule {}
