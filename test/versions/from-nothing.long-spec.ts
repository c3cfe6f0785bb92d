import { equalsReplays } from './past-sequences.js';

// test/versions/from-nothing.fuzz-spec.ts has more.
equalsReplays([3, 5], { steps: 25, times: 2 });
