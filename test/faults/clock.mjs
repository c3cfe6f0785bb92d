// Imported before a service whose clock a test changes (process.ts): the parent sends the offset in ms.
const Real = Date;
let offsetMs = 0;
globalThis.Date = class extends Real {
  constructor(...values) {
    if (values.length === 0) super(Real.now() + offsetMs);
    else super(...values);
  }
  static now() {
    return Real.now() + offsetMs;
  }
};
// The processes in which the service runs tasks get this import, too. Their channel is for tasks, and keeps them running.
if (process.env.HEARTWOOD_TASKS === undefined) {
  process.on('message', (message) => {
    offsetMs = message.offsetMs;
  });
  process.channel?.unref();
}
