import { equalsReplays } from './past-sequences.js';

equalsReplays(
  Array.from({ length: 40 }, (_, n) => 101 + n),
  { steps: 30, times: 3 },
);
