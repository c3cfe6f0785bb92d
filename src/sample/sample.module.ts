import { Module } from '@nestjs/common';
import { SampleResolver } from './sample.resolver.js';
import { SampleService } from './sample.service.js';

/** The demo data, for people who want to see what the service does. */
@Module({ providers: [SampleService, SampleResolver] })
export class SampleModule {}
