import { Counter } from 'prom-client';
import { metrics } from '../common/metrics.js';

export const recorded = new Counter({
  name: 'heartwood_memories_recorded_total',
  help: 'Memories recorded, by source (explicit or distilled) and whether another said the same before',
  labelNames: ['source', 'duplicate'] as const,
  registers: [metrics],
});
export const reported = new Counter({
  name: 'heartwood_memory_signals_total',
  help: 'Feedback and signals on memories, by kind, sign and whether they moved a confidence at once',
  labelNames: ['kind', 'positive', 'applied'] as const,
  registers: [metrics],
});
export const used = new Counter({
  name: 'heartwood_memory_uses_total',
  help: 'Memories that a search returned or a context was given',
  registers: [metrics],
});
export const archived = new Counter({
  name: 'heartwood_memories_archived_total',
  help: 'Memories that were archived because their confidence fell below the threshold',
  registers: [metrics],
});
export const restored = new Counter({
  name: 'heartwood_memories_restored_total',
  help: 'Memories taken out of the archive',
  registers: [metrics],
});
