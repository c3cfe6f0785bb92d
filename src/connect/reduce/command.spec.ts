import { describe, expect, it } from 'vitest';
import { firstError, readCommand, revertedBy } from './command.js';

/** A command, its output, its exit code, and what its tests say; null if it runs none. */
type Case = readonly [string, string, number | undefined, 'ok' | 'failed' | 'undecided' | null];
const verdictOf = ([command, output, exit]: Case) => {
  const { verdict, run } = readCommand(command, output, exit);
  return run === undefined ? null : verdict;
};

// The 27 cases that were recorded with the clients.
const RECORDED: readonly Case[] = [
  ['npm test', 'ok 1 - add\n# pass 1\n# fail 0', 0, 'ok'],
  ['npm test', 'not ok 1\n# fail 1', 1, 'failed'],
  ['npm test 2>&1 | tail -5', '# fail 1', 0, 'failed'],
  ['npm test 2>&1 | tail -1', '# duration_ms 3', 0, 'undecided'],
  ['npm test || true', '# pass 0\n# fail 0', 0, 'undecided'],
  ['pytest -q', '5 passed in 0.1s', 0, 'ok'],
  ['pytest -q', '1 failed, 4 passed', 1, 'failed'],
  ['pytest -q', 'no tests ran in 0.01s', 5, 'failed'],
  ['npm test', 'No test files found, exiting with code 0', 0, 'undecided'],
  ['pytest -q -k nothing --co', '', 0, 'undecided'],
  ['go test ./...', 'ok  \tx/y\t0.01s', 0, 'ok'],
  ['go test ./...', '--- FAIL: TestX', 1, 'failed'],
  ['cargo test', 'test result: ok. 3 passed; 0 failed', 0, 'ok'],
  ['vitest run', ' Tests  2 failed | 3 passed (5)', 1, 'failed'],
  ['vitest run', ' Tests  38 passed (38)', 0, 'ok'],
  ['mvn -q test', 'Tests run: 3, Failures: 0, Errors: 0', 0, 'ok'],
  ['grep -rn "failed" src', '3 failed', 0, null],
  ['echo "npm test passed"', 'npm test passed', 0, null],
  ['git commit -m "run npm test"', '1 file changed', 0, null],
  ['cat pytest.log', '5 passed', 0, null],
  ['set -o pipefail; npm test | tail -1', '# pass 1', 0, 'ok'],
  ['cd sub && npm test', '# pass 4', 0, 'ok'],
  ['timeout 60 npm test &', '', 0, 'undecided'],
  ['npm test', '# pass 1', undefined, 'undecided'],
  ['jest', 'Tests:       1 failed, 2 passed, 3 total', 1, 'failed'],
  ['npx jest --passWithNoTests', 'No tests found, exiting with code 0', 0, 'undecided'],
  ['npm test -- --grep x', '  0 passing (1ms)', 0, 'undecided'],
];

const JEST = 'Test Suites: 2 passed, 2 total\nTests:       5 passed, 5 total';
const VITEST = ' Test Files  1 failed | 1 passed (2)\n      Tests  5 passed (5)\n   Duration  1s';
const SPEC = '✔ add (1ms)\nℹ tests 1\nℹ pass 1\nℹ fail 0\nℹ cancelled 0';
const RUNNERS: readonly Case[] = [
  ['node --test', SPEC, 0, 'ok'],
  ['node --test 2>&1 | tail -8', SPEC, 0, 'ok'],
  ['npm test', SPEC.replace('fail 0', 'fail 2'), 1, 'failed'],
  ['npx jest', JEST, 0, 'ok'],
  ['yarn test 2>&1 | tail -4', JEST, 0, 'ok'],
  ['npx jest | tail -1', 'Tests:       5 passed, 5 total', 0, 'undecided'],
  ['pnpm exec vitest run; echo "exit $?"', VITEST, 0, 'failed'],
  ['npx vitest run', '\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m2 passed\u001b[39m (2)', 0, 'ok'],
  ['npx mocha', '  3 passing (12ms)\n  1 failing', 1, 'failed'],
  ['npx mocha | cat', '  3 passing (12ms)', 0, 'ok'],
  ['python -m pytest tests', '==== 2 passed, 1 skipped in 0.32s ====', 0, 'ok'],
  ['uv run pytest -x || true', '==== 1 failed, 2 passed in 0.32s ====', 0, 'failed'],
  ['pytest', '==== 1 error in 0.12s ====', 2, 'failed'],
  ['python3 -m unittest', 'Ran 3 tests in 0.001s\n\nOK', 0, 'ok'],
  ['python3 -m unittest', 'Ran 3 tests in 0.001s\n\nFAILED (failures=1)', 1, 'failed'],
  ['go test ./... | tail -2', 'ok  \tx/b\t0.02s\nFAIL', 0, 'failed'],
  ['go test ./...', '?   \tx/y\t[no test files]', 0, 'undecided'],
  ['go test -run Nope ./...', 'ok  \tx/y\t0.01s [no tests to run]', 0, 'undecided'],
  ['cargo test', 'test add ... FAILED\ntest result: FAILED. 0 passed; 1 failed', 101, 'failed'],
  ['cargo nextest run', '     Summary [   0.1s] 3 tests run: 3 passed, 0 skipped', 0, 'ok'],
  ['./mvnw verify', '[ERROR] Tests run: 3, Failures: 0, Errors: 1, Skipped: 0\n[INFO] BUILD FAILURE', 1, 'failed'],
  ['mvn test | tail -3', '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0', 0, 'undecided'],
  ['./gradlew test', '> Task :test\n\nBUILD SUCCESSFUL in 2s', 0, 'ok'],
  ['./gradlew test', '> Task :test UP-TO-DATE\n\nBUILD SUCCESSFUL in 1s', 0, 'undecided'],
  ['./gradlew :app:test', 'AddTest > adds FAILED\n3 tests completed, 1 failed', 1, 'failed'],
  ['dotnet test', 'Passed!  - Failed:     0, Passed:     3, Skipped:     0', 0, 'ok'],
  ['dotnet test | tail -1', 'Passed!  - Failed:     0, Passed:     3, Skipped:     0', 0, 'undecided'],
  ['bundle exec rspec', '3 examples, 1 failure', 1, 'failed'],
  ['bundle exec rspec', '3 examples, 0 failures', 0, 'ok'],
  ['vendor/bin/phpunit', 'OK (3 tests, 5 assertions)', 0, 'ok'],
  ['vendor/bin/phpunit', 'FAILURES!\nTests: 3, Assertions: 5, Failures: 1.', 1, 'failed'],
  ['deno test', 'ok | 3 passed | 0 failed (10ms)', 0, 'ok'],
  ['bun test', ' 3 pass\n 1 fail', 1, 'failed'],
  ['ctest', '50% tests passed, 1 tests failed out of 2', 8, 'failed'],
  ['npx playwright test', '  1 failed\n    a.spec.ts\n  2 passed (3.1s)', 1, 'failed'],
  ['npx playwright test | tail -1', '  2 passed (3.1s)', 0, 'undecided'],
  ['mix test', '3 tests, 0 failures', 0, 'ok'],
];

const TRAPS: readonly Case[] = [
  // What hides a failure, or only seems to show that nothing failed.
  ['npm test | grep pass', '# pass 3', 0, 'undecided'],
  ['npm test 2>&1 | head -3', '# pass 3\n# fail 0\n# cancelled 0', 0, 'undecided'],
  ['npm test > /dev/null; cat old.log', SPEC, 0, 'undecided'],
  ['npm test | tail -1; echo "ℹ pass 1"', 'ℹ fail 0\nℹ cancelled 0\nℹ pass 1', 0, 'undecided'],
  ['npm test; true', '', 0, 'undecided'],
  ['pytest\necho done', '', 0, 'undecided'],
  ['npm run a || npm test', SPEC, 0, 'undecided'],
  ['jest -u', JEST, 0, 'undecided'],
  ['(cd web && npm test)', SPEC, 0, null],
  ['for d in a b; do npm test; done', SPEC, 0, null],
  ['npm test "', SPEC, 0, null],
  ['cd api; dotnet test', 'Passed!  - Failed:     0, Passed:     3', 0, 'ok'],
  ['ls\ndotnet test\nls', 'Passed!  - Failed:     0, Passed:     3', 0, 'undecided'],
  ['ls || dotnet test', 'Passed!  - Failed:     0, Passed:     3', 0, 'undecided'],
  ['yes | dotnet test', 'Passed!  - Failed:     0, Passed:     3', 0, 'undecided'],
  ['npm test & wait', SPEC, 0, 'undecided'],
  ['npm test || npm test', SPEC, 0, 'undecided'],
  // Exit codes that say something else.
  ['timeout 5 npm test', '', 124, 'undecided'],
  ['vitest run', 'sh: vitest: command not found', 127, 'undecided'],
  ['pytest tests/tset_a.py', 'ERROR: file or directory not found: tests/tset_a.py\n\nno tests ran in 0.00s', 4, 'undecided'], // prettier-ignore
  ['pytest --frob', 'ERROR: usage: pytest [options]\npytest: error: unrecognized arguments: --frob', 4, 'undecided'],
  ['npx jest nothere', 'No tests found, exiting with code 1', 1, 'undecided'],
  ['npm test', 'npm error Missing script: "test"', 1, 'undecided'],
  ['go test ./nothere', 'no Go files in /a/nothere', 1, 'undecided'],
  ['pytest', 'E   ModuleNotFoundError: No module named "kiln"\n1 error in 0.1s', 2, 'failed'],
  ['npm test && npm run lint', SPEC, 1, 'undecided'],
  ['npm run build && npm test', 'error TS2304', 2, 'undecided'],
  ['npm test', `${SPEC}\nERROR: Coverage is 70 %`, 1, 'failed'],
  ['npm test', 'not ok 1 - add # TODO later\n# pass 1\n# fail 0', 0, 'ok'],
  ['npm test', '# fail 1', 0, 'undecided'],
  // Commands that only name tests.
  ['ls test', 'add.test.js', 0, null],
  ['npm install jest', 'added 1 package', 0, null],
  ['vim npm test', '', 0, null],
  ['git log --grep "npm test" | cat', '# fail 1', 0, null],
  ["bash -lc 'npm test'", '# fail 1\n# pass 0', 1, 'failed'],
  ['CI=1 FORCE_COLOR=0 npx --yes vitest@4 run a.spec.ts', ' Tests  2 passed (2)', 0, 'ok'],
  ['npm --prefix web run test:unit -- add', SPEC, 0, 'ok'],
  ['npm test -- --name "a > b; c | d"', SPEC, 0, 'ok'],
  ["cat > add.test.js <<'EOF'\nit's (\nEOF\nnpm test", SPEC, 0, 'ok'],
];

describe('what a command says about tests', () => {
  it.each(RECORDED)('recorded: %j', (...given) => expect(verdictOf(given)).toBe(given[3]));
  it.each(RUNNERS)('runners: %j', (...given) => expect(verdictOf(given)).toBe(given[3]));
  it.each(TRAPS)('traps: %j', (...given) => expect(verdictOf(given)).toBe(given[3]));

  it('never calls a failure a success, however its exit code is hidden', () => {
    const hidden = ['| tail -5', '| cat', '| tee out.log', '|| true', '; echo done', '; true', '|| echo failed'];
    const failing = [...RECORDED, ...RUNNERS].filter(([, , exit, verdict]) => verdict === 'failed' && exit !== 0);
    expect(failing.length).toBeGreaterThan(15);
    for (const [command, output] of failing) {
      for (const more of hidden) {
        for (const shown of [output, output.split('\n').at(-1) ?? '', '']) {
          expect([`${command} ${more}`, readCommand(`${command} ${more}`, shown, 0).run?.verdict]).not.toContain('ok');
        }
      }
    }
  });
});

it.each([
  ['cp a b && ls', 0, 'ok', 'yes'],
  ['ls nowhere', 2, 'failed', 'no'],
  ['grep -q x add.js', 1, 'undecided', 'no'],
  ['npm run generate', 0, 'ok', 'perhaps'],
  ['ls | wc -l', 0, 'undecided', 'no'],
  ["sed -i 's/-/+/' add.js", 0, 'ok', 'yes'],
  ["sed -n '1,5p' add.js", 0, 'ok', 'no'],
  ['echo x > add.js', 0, 'ok', 'yes'],
  ['npm test > /tmp/out.txt 2>&1', 0, 'undecided', 'no'],
  ["git commit -m \"$(cat <<'EOF'\nDon't (stop)\nEOF\n)\"", 0, 'ok', 'no'],
  ['echo "$(rm add.js)"', 0, 'ok', 'yes'],
  ['npm test && ./generate.sh', 0, 'undecided', 'perhaps'],
  ['kill -9 1', 137, 'undecided', 'no'],
] as const)('reads %j with exit code %i as %s, edits: %s', (command, exit, verdict, edits) => {
  expect(readCommand(command, '', exit)).toMatchObject({ verdict, edits });
});

it.each([
  ['git checkout -- add.js ./b/c.js', ['add.js', './b/c.js']],
  ['cd web && git restore .', ['.']],
  ['git reset --hard', ['.']],
  ...['git checkout main', 'git restore --staged .', 'git reset', 'git reset --hard HEAD~1', 'git stash'].map(
    (none) => [none, []] as const,
  ),
  ['echo git restore .', []],
] as const)('knows what %j takes back', (command, paths) => expect(revertedBy(command)).toEqual(paths));

it('takes the line that says what was wrong, and not what clients and package managers print', () => {
  expect(
    firstError('Exit code 1\n\n> ws@1.0.0 test\n> node --test\n\nTAP version 13\n# Subtest: add\nnot ok 1 - add'),
  ).toBe('not ok 1 - add');
  expect(firstError('Collecting\nModuleNotFoundError: No module named x')).toBe(
    'ModuleNotFoundError: No module named x',
  );
  expect(firstError('\n  bad\n')).toBe('bad');
  expect(firstError('')).toBeUndefined();
});
