/**
 * The last line of a test run. A file that failed without a failed test (import, hook) counts as one failure, and so
 * does a run that failed without any failed file (no report, an unhandled rejection).
 */
export function summarize(report, exitCode) {
  const files = report?.testResults ?? [];
  const brokenFiles = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((result) => result.status === 'failed'),
  ).length;
  const counted = (report?.numFailedTests ?? 0) + brokenFiles;
  const failed = counted === 0 && exitCode !== 0 ? 1 : counted;
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  return {
    line: `${report?.numPassedTests ?? 0} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
    failed,
  };
}

/** The report and exit code of two runs with different files, as of one. A run without any test has failed. */
export function together(one, other) {
  const total = (key) => (one.report?.[key] ?? 0) + (other.report?.[key] ?? 0);
  const report = {
    testResults: [...(one.report?.testResults ?? []), ...(other.report?.testResults ?? [])],
    numPassedTests: total('numPassedTests'),
    numFailedTests: total('numFailedTests'),
    numPendingTests: total('numPendingTests'),
    numTodoTests: total('numTodoTests'),
  };
  return { report, exitCode: one.exitCode || other.exitCode || (report.testResults.length === 0 ? 1 : 0) };
}

/** If more files than this fail, they are not considered flaky. */
const FEW = 3;

/** Paths of the failed files in a report; empty if there are too many. */
export function filesToRunAgain(report) {
  const failed = (report?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name);
  return failed.length > FEW ? [] : failed;
}

/**
 * The summary of a run whose failed files were run again, and the full names of tests that failed first and then
 * passed. Only the second run decides about failure.
 */
export function afterSecondRun(first, second, exitCode) {
  const again = summarize(second, exitCode);
  const passed = new Set(named(second, 'passed'));
  const unsteady = named(first, 'failed').filter((name) => passed.has(name));
  const ran = new Set((second?.testResults ?? []).map(({ name }) => name));
  const kept = first.testResults
    .filter(({ name }) => !ran.has(name))
    .flatMap(({ assertionResults }) => assertionResults);
  const count = (state) => kept.filter(({ status }) => state.includes(status)).length;
  const total = count(['passed']) + (second?.numPassedTests ?? 0);
  const skipped = count(['pending', 'skipped', 'todo']) + (second?.numPendingTests ?? 0) + (second?.numTodoTests ?? 0);
  return {
    unsteady,
    summary: {
      failed: again.failed,
      line: `${total} passed, ${again.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
    },
  };
}

function named(report, wanted) {
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === wanted).map(({ fullName }) => `${name} > ${fullName}`),
  );
}
