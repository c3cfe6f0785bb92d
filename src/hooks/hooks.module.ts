import { Module } from '@nestjs/common';
import { ContextModule } from '../context/context.module.js';
import { HooksEndpoint } from './hooks.endpoint.js';
import { PromptsService } from './prompts.service.js';
import { SessionsService } from './sessions.service.js';

/** Connected agents: a context before the prompt, and outcomes captured at the end of a turn. */
@Module({
  imports: [ContextModule],
  providers: [SessionsService, PromptsService, HooksEndpoint],
})
export class HooksModule {}
