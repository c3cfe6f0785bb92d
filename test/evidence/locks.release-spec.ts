import { countsEachWriter } from './locking.js';

countsEachWriter(64);
