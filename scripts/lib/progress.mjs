// Shows the progress of long steps: on a terminal in one line that is updated, elsewhere in plain lines at the start,
// occasionally, and at the end.
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
const PLAIN_MS = 10_000;

/** Writes progress to a stream; with stderr, logs on stdout are not affected. */
function createProgress(output = process.stderr) {
  return {
    step: (title) => (output.isTTY ? terminalStep(output, title) : plainStep(output, title)),
    // On a terminal it takes the place of a step's line, which the step draws again below it.
    line: (text) => void output.write(output.isTTY ? `\r\x1b[K${text}\n` : `${text}\n`),
  };
}

export const progress = createProgress();

function terminalStep(output, title) {
  const begun = Date.now();
  let state = {};
  let frame = 0;
  const draw = () => {
    frame = (frame + 1) % FRAMES.length;
    const text = [FRAMES[frame], title, bar(state), state.remark, elapsed(begun)].filter(Boolean).join(' ');
    output.write(`\r\x1b[K${text.slice(0, (output.columns || 80) - 1)}`);
  };
  const timer = setInterval(draw, FRAME_MS);
  timer.unref();
  draw();
  const finish = (mark, remark) => {
    clearInterval(timer);
    output.write(`\r\x1b[K${[mark, title, remark, `(${elapsed(begun)})`].filter(Boolean).join(' ')}\n`);
  };
  return {
    update: (next) => void (state = { ...state, ...next }),
    succeed: (remark) => finish('✔', remark),
    fail: () => finish('✖'),
  };
}

function plainStep(output, title) {
  const begun = Date.now();
  let state = {};
  output.write(`${title} ...\n`);
  const timer = setInterval(() => {
    output.write(`  ${[title, percent(state), state.remark, elapsed(begun)].filter(Boolean).join(', ')}\n`);
  }, PLAIN_MS);
  timer.unref();
  const finish = (word, remark) => {
    clearInterval(timer);
    output.write(`${[`${title}: ${word}`, remark].filter(Boolean).join(', ')} (${elapsed(begun)})\n`);
  };
  return {
    update: (next) => void (state = { ...state, ...next }),
    succeed: (remark) => finish('done', remark),
    fail: () => finish('failed'),
  };
}

function bar(state) {
  if (!state.total) return percent(state);
  const filled = Math.round(Math.min(1, (state.done ?? 0) / state.total) * 20);
  return `${'█'.repeat(filled)}${'░'.repeat(20 - filled)} ${percent(state)}`;
}

function percent({ done, total }) {
  if (done === undefined) return '';
  return total ? `${Math.floor(Math.min(1, done / total) * 100)} %` : String(done);
}

function elapsed(begun) {
  const seconds = (Date.now() - begun) / 1000;
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}
