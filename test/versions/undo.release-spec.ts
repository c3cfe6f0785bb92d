import { undoesSoundly } from './undo-sequences.js';

undoesSoundly(Array.from({ length: 20 }, (_, n) => 100 + n));
