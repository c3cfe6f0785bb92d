import { measureDetector } from '../../../test/secrets/measure.js';

// One seed and one place; test/secrets/measured.release-spec.ts has five seeds and three places.
measureDetector([1], [1]);
