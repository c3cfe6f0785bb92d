import { measureDetector } from '../../../test/secrets/measure.js';

// One seed; test/secrets/measured.long-spec.ts has five.
measureDetector([1]);
