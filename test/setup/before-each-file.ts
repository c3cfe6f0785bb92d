import 'reflect-metadata';
import { metrics } from '../../src/common/metrics.js';

// The files of a worker share its modules, and with them what these count: each file begins at zero.
metrics.resetMetrics();
