import { Test, type TestingModule } from '@nestjs/testing';
import { type Caller, callerFrom } from '../../src/common/caller.js';
import { Clock } from '../../src/common/clock.js';
import { WorkersModule } from '../../src/common/workers/workers.module.js';
import { ConfigModule } from '../../src/config/config.module.js';
import { EvidenceService } from '../../src/evidence/evidence.service.js';
import { GraphModule } from '../../src/graph/graph.module.js';
import { MemoryArchiver } from '../../src/memories/memories.archiver.js';
import type { MemoryInput } from '../../src/memories/memories.inputs.js';
import { MemoryScope, Outcome } from '../../src/memories/memories.model.js';
import { MemoriesService } from '../../src/memories/memories.service.js';
import { freshNamespace, testConfig } from '../support/graph.js';
import { SettableClock } from '../items/support.js';
import { serving } from '../support/kinds.js';

export const DAY_MS = 86_400_000;

export interface Bank {
  readonly memories: MemoriesService;
  readonly archiver: MemoryArchiver;
  readonly evidence: EvidenceService;
  readonly clock: SettableClock;
  readonly app: TestingModule;
  close(): Promise<void>;
}

/**
 * Starts memories without the server, on the tests' database. The clock begins at the present, because services of
 * other test files archive by the real time.
 */
export async function startBank(overrides: Record<string, string> = {}): Promise<Bank> {
  const clock = new SettableClock();
  clock.set(new Date().toISOString());
  const app = await Test.createTestingModule({
    imports: [ConfigModule.of(testConfig(overrides)), WorkersModule, GraphModule, serving('MEMORY')],
  })
    .overrideProvider(Clock)
    .useValue(clock)
    .compile();
  app.useLogger(false);
  await app.init();
  // Tests call sweep themselves. A timer would archive memories of other test files by this clock.
  await app.get(MemoryArchiver, { strict: false }).onApplicationShutdown();
  return {
    memories: app.get(MemoriesService),
    archiver: app.get(MemoryArchiver, { strict: false }),
    evidence: app.get(EvidenceService, { strict: false }),
    clock,
    app,
    close: () => app.close(),
  };
}

/** Returns a caller, by default in a namespace that no other test uses. */
export function callerIn(names: Partial<Caller> = {}): Caller {
  return callerFrom({ namespace: freshNamespace(), ...names });
}

export function memoryInput(title: string, fields: Partial<MemoryInput> = {}): MemoryInput {
  return {
    title,
    description: `When it comes to ${title}`,
    content: `Do what ${title} says.`,
    outcome: Outcome.SUCCESS,
    scope: MemoryScope.PROJECT,
    ...fields,
  };
}
