import { boundedSearches } from './bounding.js';

boundedSearches([2, 3, 4, 5], 3);
