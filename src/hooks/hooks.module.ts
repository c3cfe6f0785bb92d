import { Module } from '@nestjs/common';
import { ContextModule } from '../context/context.module.js';
import { ItemsModule } from '../items/items.module.js';
import { OutcomesModule } from '../outcomes/outcomes.module.js';
import { HooksEndpoint } from './hooks.endpoint.js';
import { MatcherService } from './matcher.service.js';
import { PromptsService } from './prompts.service.js';
import { SessionsService } from './sessions.service.js';
import { TurnsService } from './turns.service.js';

/** Connected agents: a context before the prompt, and outcomes captured at the end of a turn. */
@Module({
  imports: [ContextModule, ItemsModule, OutcomesModule],
  providers: [SessionsService, PromptsService, MatcherService, TurnsService, HooksEndpoint],
})
export class HooksModule {}
