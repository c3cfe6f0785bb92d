// Uses only old syntax, because the versions of Node.js that this file rejects must be able to parse it.
const NEEDED = [20, 19];

/** Whether a version, such as `20.19.0` or `v22.1.0`, is supported. */
export function isSupportedNode(version) {
  const parts = version.replace(/^v/, '').split('.').map(Number);
  return parts[0] > NEEDED[0] || (parts[0] === NEEDED[0] && parts[1] >= NEEDED[1]);
}

/** Exits with a message if Node.js is too old. */
export function requireNode() {
  if (isSupportedNode(process.version)) return;
  console.error(`Heartwood needs Node ${NEEDED.join('.')} or later; this is ${process.version} (${process.execPath}).`);
  process.exit(1);
}
