import { Global, Module } from '@nestjs/common';
import { GraphService } from './graph.service.js';
import { Leases } from './leases.js';

@Global()
@Module({ providers: [GraphService, Leases], exports: [GraphService, Leases] })
export class GraphModule {}
