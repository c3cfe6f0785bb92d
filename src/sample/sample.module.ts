import { Module } from '@nestjs/common';
import { MemoriesModule } from '../memories/memories.module.js';
import { SampleResolver } from './sample.resolver.js';
import { SampleService } from './sample.service.js';
import { SampleStart } from './sample.start.js';

/** Demo data that shows what the service does. */
@Module({ imports: [MemoriesModule], providers: [SampleService, SampleStart, SampleResolver] })
export class SampleModule {}
