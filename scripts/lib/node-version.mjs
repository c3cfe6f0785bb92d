// Old syntax only: this file has to be understood by the versions it turns away.
const NEEDED = [20, 19];

/** True for versions such as `20.19.0` and `v22.1.0`. */
export function isSupportedNode(version) {
  const parts = version.replace(/^v/, '').split('.').map(Number);
  return parts[0] > NEEDED[0] || (parts[0] === NEEDED[0] && parts[1] >= NEEDED[1]);
}

/** Ends the process with one message when Node is too old. */
export function requireNode() {
  if (isSupportedNode(process.version)) return;
  console.error(`Heartwood needs Node ${NEEDED.join('.')} or later; this is ${process.version} (${process.execPath}).`);
  process.exit(1);
}
