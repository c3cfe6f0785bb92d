import type { Work } from '../../src/sample/sample.story.js';

export const work: Work;
