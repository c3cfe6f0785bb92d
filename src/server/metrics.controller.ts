import { Controller, Get, Header } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { metrics } from '../common/metrics.js';

@Controller('metrics')
export class MetricsController {
  // Metrics collectors address the service by their own host names and IP addresses.
  @Get()
  @RouteConfig({ anyHost: true, role: 'reader' })
  @Header('content-type', metrics.contentType)
  @Header('cache-control', 'no-store')
  list(): Promise<string> {
    return metrics.metrics();
  }
}
