import { judgesSoundly } from '../../test/adaptive/verdicts.js';

// test/adaptive/verdicts.release-spec.ts has five times as many.
judgesSoundly(300);
