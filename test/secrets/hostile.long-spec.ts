import { it } from 'vitest';
import { expectSteadyTime } from './hostile.js';

it('takes a megabyte of anything in a time that grows with its length', () => expectSteadyTime(1_000_000));
