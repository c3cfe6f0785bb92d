import { undoesSoundly } from './undo-sequences.js';

// test/versions/undo.fuzz-spec.ts has more.
undoesSoundly([100, 101, 102, 103]);
