import { Global, Module } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { GraphService } from './graph.service.js';
import { GraphStart } from './graph.start.js';
import { Leases } from './leases.js';
import { MarksKeeper } from './marks.keeper.js';
import { migrationFiles, Migrations } from './migrations.js';
import { Readiness } from './readiness.js';

@Global()
@Module({
  providers: [
    GraphService,
    GraphStart,
    Leases,
    MarksKeeper,
    Readiness,
    {
      provide: Migrations,
      inject: [GraphService, Leases, Clock],
      useFactory: (graph: GraphService, leases: Leases, clock: Clock) =>
        new Migrations(graph, leases, clock, migrationFiles()),
    },
  ],
  exports: [GraphService, Leases, Migrations, Readiness],
})
export class GraphModule {}
