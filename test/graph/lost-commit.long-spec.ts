import { answersLostCommits } from './losing-commits.js';

answersLostCommits(24);
