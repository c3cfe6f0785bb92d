import { Module } from '@nestjs/common';
import { DocsController } from './docs.controller.js';
import { ExplorerPage } from './explorer-page.js';
import { GuideController } from './guide.controller.js';
import { PageController } from './page.controller.js';
import { SubgraphResolver } from './subgraph.resolver.js';
import { SubgraphService } from './subgraph.service.js';

/** Pages for people: explorer, documentation and guide. */
@Module({
  controllers: [DocsController, GuideController, PageController],
  providers: [ExplorerPage, SubgraphService, SubgraphResolver],
})
export class ExplorerModule {}
