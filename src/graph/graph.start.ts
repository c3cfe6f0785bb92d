import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { GraphService } from './graph.service.js';

/**
 * Starts the database's part of the service. A new database takes seconds for its schema; meanwhile the service builds
 * that of GraphQL. The hooks of a global module come first, so that those of all others find the schema.
 */
@Injectable()
export class GraphStart implements OnModuleInit, OnApplicationBootstrap {
  constructor(private readonly graph: GraphService) {}

  onModuleInit(): void {
    // A failure is thrown by the next hook.
    this.graph.start().catch(() => undefined);
  }

  onApplicationBootstrap(): Promise<void> {
    return this.graph.start();
  }
}
