import { loadsSoundly } from './loads.js';

loadsSoundly({ documents: 24, isolated: 8 });
