import 'reflect-metadata';
import { metrics } from '../../src/common/metrics.js';

// The files of a worker share modules and their counters, so each file resets these to zero.
metrics.resetMetrics();
