import { it } from 'vitest';
import { expectSteadyTime } from './hostile.js';

it('takes a megabyte of anything in well under a second', () => expectSteadyTime(1_000_000));
