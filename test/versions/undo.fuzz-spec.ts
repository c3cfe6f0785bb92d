import { undoesSoundly } from './undo-sequences.js';

undoesSoundly(Array.from({ length: 16 }, (_, n) => 104 + n));
