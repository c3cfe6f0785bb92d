import { answersLostCommits } from './losing-commits.js';

// test/graph/lost-commit.long-spec.ts has 24 writers.
answersLostCommits(4);
