import { randomBits } from './random-bits.js';

/** True if a value consists of words joined by hyphens, with a short suffix, as cluster resources are named. */
export const isResourceName = (value: string) =>
  (/^[a-z]{2,}(?:-[a-z0-9]+)*-[a-z0-9]{4,10}$/.test(value) || NAME_WITH_HASH.test(value)) &&
  randomBits(value.slice(0, value.lastIndexOf('-'))) < 0;

/** Names of stored builds: words, and the hash of what they were built from. */
const NAME_WITH_HASH = /^[A-Za-z]{2,}(?:[-_.][A-Za-z0-9.]{1,16}){1,8}-[0-9a-f]{20,64}$/;
