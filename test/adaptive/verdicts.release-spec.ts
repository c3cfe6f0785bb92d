import { judgesSoundly } from './verdicts.js';

judgesSoundly(1_500);
