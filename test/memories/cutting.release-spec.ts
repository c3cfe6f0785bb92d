import { describe } from 'vitest';
import { cutsWell } from './cutting.js';

describe('the cut', () => cutsWell([500, 4_000, 20_000]));
