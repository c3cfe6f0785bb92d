import { Module } from '@nestjs/common';
import { SampleResolver } from './sample.resolver.js';
import { SampleService } from './sample.service.js';

/** Demo data that shows what the service does. */
@Module({ providers: [SampleService, SampleResolver] })
export class SampleModule {}
