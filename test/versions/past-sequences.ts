import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Knowledge, knowledgeService } from '../layers/support.js';
import { OpenAiServer } from '../support/openai-server.js';
import { showsThePast } from './from-nothing.js';

/**
 * Declares the tests that an answer about a time equals that of a new namespace with only the writes up to that time.
 *
 * @param seeds seeds of the random sequences
 */
export function equalsReplays(
  seeds: readonly number[],
  size: { readonly steps: number; readonly times: number },
): void {
  let llm: OpenAiServer;
  let service: Knowledge;
  beforeAll(async () => {
    llm = await OpenAiServer.start();
    service = await knowledgeService(llm.environment);
  });
  afterAll(async () => {
    await service.close();
    await llm.close();
  });

  describe('an answer about a time equals that of a new namespace', () => {
    it.for(seeds)('in which only the writes up to that time were made (seed %s)', async (seed) => {
      await showsThePast({ service, llm }, seed, size);
    });
  });
}
