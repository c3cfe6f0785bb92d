import { Controller, Get, Header } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { metrics } from '../common/metrics.js';

@Controller('metrics')
export class MetricsController {
  // The host name is not checked, because metrics collectors address the service by host names and IP addresses of
  // their own.
  @Get()
  @RouteConfig({ anyHost: true, role: 'reader' })
  @Header('content-type', metrics.contentType)
  @Header('cache-control', 'no-store')
  list(): Promise<string> {
    return metrics.metrics();
  }
}
