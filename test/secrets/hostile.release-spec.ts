import { it } from 'vitest';
import { expectSteady } from './hostile.js';

it('takes a megabyte of anything in a time that grows with its length', () => expectSteady(1_000_000));
