import { strategyKind } from './adaptive/adaptive.kind.js';
import { AdaptiveModule } from './adaptive/adaptive.module.js';
import { fluentKind } from './fluents/fluents.kind.js';
import { FluentsModule } from './fluents/fluents.module.js';
import { itemKind } from './items/items.kind.js';
import { ItemsModule } from './items/items.module.js';
import type { ServedKind } from './knowledge/knowledge.module.js';
import { pieceKind } from './entities/entities.kind.js';
import { messageKind } from './sessions/messages.kind.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { RetrievalModule } from './retrieval/retrieval.module.js';
import { memoryKind } from './memories/memories.kind.js';
import { MemoriesModule } from './memories/memories.module.js';

/** The kinds of knowledge that the service keeps, in the order of the API's enum and of the sections of a context. */
export const kinds: readonly ServedKind[] = [
  { kind: itemKind, module: ItemsModule },
  { kind: fluentKind, module: FluentsModule },
  { kind: memoryKind, module: MemoriesModule },
  { kind: strategyKind, module: AdaptiveModule },
  { kind: pieceKind, module: RetrievalModule },
  { kind: messageKind, module: SessionsModule },
];
