import { measureDetector } from './measure.js';

measureDetector([1, 2, 3, 4, 5]);
