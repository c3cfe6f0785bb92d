import { collectDefaultMetrics, Registry } from 'prom-client';

/** The one registry behind /metrics. A metric is declared once, at module level, in the file that measures it. */
export const metrics = new Registry();

collectDefaultMetrics({ register: metrics });
