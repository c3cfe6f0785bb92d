import { Counter } from 'prom-client';
import { metrics } from '../common/metrics.js';

export const checkIns = new Counter({
  name: 'heartwood_check_ins_total',
  help: 'Texts that were ingested, and check-ins that were undone',
  labelNames: ['what'] as const,
  registers: [metrics],
});
