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
process.on('message', (message) => {
  offsetMs = message.offsetMs;
});
process.channel?.unref();
