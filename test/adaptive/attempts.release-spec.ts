import { triesInOrder } from './trying.js';

triesInOrder([1, 2, 3, 4, 5]);
