import { Global, Module } from '@nestjs/common';
import { TokenCounter } from './token-counter.js';
import { Workers } from './workers.js';

@Global()
@Module({
  providers: [{ provide: Workers, useFactory: () => new Workers() }, TokenCounter],
  exports: [Workers, TokenCounter],
})
export class WorkersModule {}
