import { boundedSearches } from './bounding.js';

// test/search/past-bound.long-spec.ts has more.
boundedSearches([1], 1);
