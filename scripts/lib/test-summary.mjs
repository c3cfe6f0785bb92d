/**
 * The last line of a test run. A file that failed without a failed test (an import, a hook) counts as one failure, and
 * so does a run that failed without any of both (no report, an unhandled rejection).
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
