import { areNeverConfused } from './names-of-service.js';

areNeverConfused(1);
