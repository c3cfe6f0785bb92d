import { Module, type DynamicModule } from '@nestjs/common';
import { Clock, SystemClock } from '../common/clock.js';
import type { Config } from './config.js';

/** Injects the checked configuration: `@Inject(CONFIG) private readonly config: Config`. */
export const CONFIG = Symbol('Config');

@Module({})
export class ConfigModule {
  static of(config: Config): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: Clock, useClass: SystemClock },
      ],
      exports: [CONFIG, Clock],
    };
  }
}
