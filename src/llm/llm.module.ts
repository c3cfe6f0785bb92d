import { Module } from '@nestjs/common';
import { LlmClient } from './llm-client.js';
import { OpenAiClient } from './openai-client.js';

@Module({ providers: [{ provide: LlmClient, useClass: OpenAiClient }], exports: [LlmClient] })
export class LlmModule {}
