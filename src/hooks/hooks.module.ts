import { Module } from '@nestjs/common';
import { ContextModule } from '../context/context.module.js';
import { ItemsModule } from '../items/items.module.js';
import { OutcomesModule } from '../outcomes/outcomes.module.js';
import { VersionsModule } from '../versions/versions.module.js';
import { CapturesService } from './captures.service.js';
import { HooksEndpoint } from './hooks.endpoint.js';
import { HooksKeeper } from './hooks.keeper.js';
import { HooksResolver } from './hooks.resolver.js';
import { MatcherService } from './matcher.service.js';
import { PromptsService } from './prompts.service.js';
import { SessionsService } from './sessions.service.js';
import { TurnsService } from './turns.service.js';

/** Connected agents: a context before the prompt, and outcomes captured at the end of a turn. */
@Module({
  imports: [ContextModule, ItemsModule, OutcomesModule, VersionsModule],
  providers: [
    SessionsService,
    PromptsService,
    MatcherService,
    TurnsService,
    CapturesService,
    HooksEndpoint,
    HooksKeeper,
    HooksResolver,
  ],
  exports: [CapturesService],
})
export class HooksModule {}
