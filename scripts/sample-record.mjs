// `npm run sample:record`: makes the demo data through the API in a temporary database and records it in
// sample/recorded. Necessary after a change of the files in `sample`, of stored data, or of what the API makes of them.
import { spawnSync } from 'node:child_process';

process.env.SAMPLE_RECORD = '1';
const command = ['scripts/test.mjs', '--release', 'test/sample/recorded.release-spec.ts'];
process.exitCode = spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1;
