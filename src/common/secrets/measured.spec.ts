import { measureDetector } from '../../../test/secrets/measure.js';

// One seed and one place; test/secrets/measured.long-spec.ts has five seeds and three places.
measureDetector([1], [1]);
