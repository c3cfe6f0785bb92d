/** Words by which the output of a test runner says what came out of the whole run. */
export interface Runner {
  /** The runner's command line, its program without folder. */
  readonly command: RegExp;
  /** One of them says that at least one test failed. */
  readonly failed: readonly RegExp[];
  /** All of them together say that at least one test passed. */
  readonly passed: readonly RegExp[];
  /** All of them, beside `passed`, say that nothing failed; absent if the last lines of a run cannot show that. */
  readonly whole?: readonly RegExp[];
  /** Names of failed tests, as the first group. */
  readonly names?: RegExp;
}

/** Summaries as the runners print them in 2026, in the order of how often they are used. */
const RUNNERS: readonly Runner[] = [
  {
    // TAP, and the `spec` reporter of Node.js.
    command: /^node (?:\S+ )*?--test\b|^(?:tap|tape|ava|c8 node) ?/u,
    failed: [/^[#ℹ] fail [1-9]\d*$/mu, /^not ok \d+(?!.*# (?:TODO|SKIP))/mu],
    passed: [/^[#ℹ] pass [1-9]\d*$/mu],
    whole: [/^[#ℹ] fail 0$/mu, /^[#ℹ] cancelled 0$/mu],
    names: /^\s*(?:not ok \d+ - (.+?)(?: # .*)?|✖ (.+?)(?: \([\d.]+m?s\))?)$/gmu,
  },
  {
    command: /^vitest\b/u,
    failed: [/^\s*(?:Test Files|Tests)\s+[1-9]\d* failed\b/mu, /^\s*(?:Type )?Errors\s+[1-9]\d* errors?$/mu],
    passed: [/^\s*Tests\s+(?:\d+ \w+ \| )*[1-9]\d* passed\b/mu],
    whole: [/^\s*Test Files\s+[1-9]\d* passed\b/mu],
    names: /^\s*(?:FAIL|×)\s+(.+?)(?: \d+ms)?$/gmu,
  },
  {
    command: /^(?:jest|react-scripts test)\b/u,
    failed: [/^(?:Tests|Test Suites):\s+[1-9]\d* failed\b/mu],
    passed: [/^Tests:\s+(?:\d+ \w+, )*[1-9]\d* passed, \d+ total$/mu],
    whole: [/^Test Suites:\s+(?:\d+ skipped, )?[1-9]\d* passed\b/mu],
    names: /^\s*● (.+)$/gmu,
  },
  {
    // What failed is printed below what passed.
    command: /^mocha\b/u,
    failed: [/^\s*[1-9]\d* failing\b/mu],
    passed: [/^\s*[1-9]\d* passing\b/mu],
    whole: [],
    names: /^\s+\d+\) (.+?):?$/gmu,
  },
  {
    command: /^(?:pytest|py\.test|tox|nox|python[\d.]* -m pytest)\b/u,
    failed: [/^=*\s*(?:\d+ \w+, )*[1-9]\d* (?:failed|errors?)(?:,| in |$)/mu],
    passed: [/^=*\s*(?:\d+ \w+, )*[1-9]\d* passed\b.* in [\d.]+s/mu],
    whole: [],
    names: /^(?:FAILED|ERROR) (\S+)/gmu,
  },
  {
    command: /^(?:python[\d.]* -m unittest|python[\d.]* (?:\S+ )?manage\.py test)\b/u,
    failed: [/^FAILED \((?:failures|errors)=/mu],
    passed: [/^Ran [1-9]\d* tests? in /mu, /^OK(?: \(|$)/mu],
    whole: [],
    names: /^(?:FAIL|ERROR): (.+)$/gmu,
  },
  {
    // Ends with a line FAIL if any package failed.
    command: /^(?:go (?:-C \S+ )?test|gotestsum)\b/u,
    failed: [/^\s*--- FAIL: /mu, /^FAIL\b/mu],
    passed: [/^ok\s+\S+\s+(?:[\d.]+s|\(cached\))(?!.*no tests to run)/mu],
    whole: [],
    names: /^\s*--- FAIL: (\S+)/gmu,
  },
  {
    command: /^cargo (?:\+\S+ )?(?:test|t|nextest)\b/u,
    failed: [
      /^test result: FAILED\b/mu,
      /^error: (?:test|\d+ targets?) failed\b/mu,
      /^\s*Summary \[.*\b[1-9]\d* failed\b/mu,
    ],
    passed: [/^test result: ok\. [1-9]\d* passed|^\s*Summary \[.*run: [1-9]\d* passed/mu],
    whole: [],
    names: /^(?:test (\S+) \.\.\. FAILED|\s*FAIL \[.*\] (.+))$/gmu,
  },
  {
    command: /^mvnw? (?:\S+ )*?(?:test|verify|package|install|integration-test)\b/u,
    failed: [/\bTests run: \d+, Failures: (?:[1-9]|0, Errors: [1-9])/u],
    passed: [/\bTests run: [1-9]\d*, Failures: 0, Errors: 0/u],
    whole: [/\bBUILD SUCCESS\b/u],
    names: /^\[ERROR\]\s+(\w[\w.$]*[.:]\w+)/gmu,
  },
  {
    command: /^gradlew? (?:\S+ )*?(?:\S*:)?(?:test|check|build)\b/u,
    failed: [/^\d+ tests? completed, [1-9]\d* failed/mu],
    passed: [/^> Task :(?:\S+:)?\w*[tT]est$/mu, /^BUILD SUCCESSFUL\b/mu],
    names: /^(\S+ > .+) FAILED$/gmu,
  },
  {
    command: /^dotnet test\b/u,
    failed: [/^\s*Failed!\s+- Failed:\s+[1-9]/mu, /^\s*Test summary: total: \d+, failed: [1-9]/mu],
    passed: [
      /^\s*Passed!\s+- Failed:\s+0, Passed:\s+[1-9]|^\s*Test summary: total: \d+, failed: 0, succeeded: [1-9]/mu,
    ],
    names: /^\s+Failed (\S+)/gmu,
  },
  {
    command: /^(?:rspec|rake spec)\b/u,
    failed: [/^\d+ examples?, (?:[1-9]\d* failures?|.*[1-9]\d* errors? occurred)/mu],
    passed: [/^[1-9]\d* examples?, 0 failures/mu],
    whole: [],
    names: /^rspec (\S+)/gmu,
  },
  {
    command: /^(?:rails test|rake test|minitest)\b/u,
    failed: [/^\d+ (?:runs|tests), \d+ assertions, (?:[1-9]\d* failures|0 failures, [1-9]\d* errors)/mu],
    passed: [/^[1-9]\d* (?:runs|tests), \d+ assertions, 0 failures, 0 errors/mu],
    whole: [],
    names: /^(?:rails test|bin\/rails test) (\S+)$/gmu,
  },
  {
    command: /^(?:phpunit|pest|paratest|php (?:\S+ )?artisan test)\b/u,
    failed: [/^(?:FAILURES|ERRORS)!$/mu, /^Tests: \d+, Assertions: \d+.*\b(?:Failures|Errors): [1-9]/mu],
    passed: [/^OK \([1-9]\d* tests?, \d+ assertions?\)/mu],
    whole: [],
    names: /^\d+\) (\S+::\S+)/gmu,
  },
  {
    command: /^(?:deno|bun) test\b/u,
    failed: [/^(?:FAILED|ok) \| \d+ passed.* \| [1-9]\d* failed/mu, /^\s*[1-9]\d* fail$/mu],
    passed: [/^ok \| [1-9]\d* passed|^\s*[1-9]\d* pass$/mu],
    whole: [/^ok \| .* 0 failed|^\s*0 fail$/mu],
    names: /^(?:\(fail\) )(.+?)(?: \[[\d.]+m?s\])?$/gmu,
  },
  {
    command: /^ctest\b/u,
    failed: [/^\d+% tests passed, [1-9]\d* tests failed out of/mu],
    passed: [/^100% tests passed, 0 tests failed out of [1-9]/mu],
    whole: [],
    names: /^\s*\d+ - (\S+) \((?:Failed|Timeout|SEGFAULT)\)/gmu,
  },
  {
    // The number of failed tests stands above that of passed ones.
    command: /^playwright test\b/u,
    failed: [/^\s+[1-9]\d* failed$/mu],
    passed: [/^\s+[1-9]\d* passed \([\d.]+\w+\)$/mu],
    names: /^\s+\d+\) (?:\[\S+\] › )?(.+?)[ ─]*$/gmu,
  },
  {
    command: /^mix test\b/u,
    failed: [/^(?:\d+ doctests?, )?\d+ tests?, [1-9]\d* failures?/mu],
    passed: [/^(?:\d+ doctests?, )?[1-9]\d* tests?, 0 failures/mu],
    whole: [],
    names: /^\s+\d+\) (.+)$/gmu,
  },
  {
    command: /^(?:swift test|xcodebuild (?:\S+ )*?test)\b/u,
    failed: [/^\s*Executed \d+ tests?, with [1-9]\d* failures?/mu],
    passed: [/^\s*Executed [1-9]\d* tests?, with 0 failures/mu],
    names: /^.*error: -\[(.+)\] :/gmu,
  },
];

/** Commands that run the tests of a project with a runner that they do not name. */
const ANY_RUNNER =
  /^(?:(?:npm|pnpm|yarn|bun) (?:-\S+ (?:[^\s-]\S* )??|workspace \S+ )*?(?:(?:run|run-script) (?:-\S+ )*)?(?:test|t|tst)(?:[:.-]\S+)?(?: |$)|(?:make|just|task|rake|composer|invoke|nx|turbo|lerna|moon) (?:\S+ )*?(?:run )?(?:test|check)(?:[:.-]\S+)?(?: |$))/u;

/** @returns the runners whose words decide about a command; an empty list if it runs no tests */
export function runnersOf(words: readonly string[]): readonly Runner[] {
  const line = words.join(' ');
  const named = RUNNERS.filter(({ command }) => command.test(line));
  return named.length > 0 ? named : ANY_RUNNER.test(line) ? RUNNERS : [];
}
