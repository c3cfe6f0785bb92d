import { Controller, Get, Header } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { metrics } from '../common/metrics.js';

@Controller('metrics')
export class MetricsController {
  // Collectors find their targets by addresses and names of their own.
  @Get()
  @RouteConfig({ anyHost: true, role: 'reader' })
  @Header('content-type', metrics.contentType)
  @Header('cache-control', 'no-store')
  list(): Promise<string> {
    return metrics.metrics();
  }
}
