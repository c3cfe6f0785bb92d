import { Controller, Get, Header } from '@nestjs/common';
import { metrics } from '../common/metrics.js';

@Controller('metrics')
export class MetricsController {
  @Get()
  @Header('content-type', metrics.contentType)
  @Header('cache-control', 'no-store')
  list(): Promise<string> {
    return metrics.metrics();
  }
}
