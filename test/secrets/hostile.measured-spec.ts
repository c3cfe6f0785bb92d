import { it } from 'vitest';
import { expectFast } from './hostile.js';

it('takes 100 KB of anything in well under a tenth of a second', () => expectFast(100_000));

it('takes a megabyte of anything in well under a second', () => expectFast(1_000_000));
