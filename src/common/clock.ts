import { SeededTime } from './seeded-time.js';

/** The service's time, injected so that tests can set it. All times have millisecond precision. */
export abstract class Clock {
  abstract now(): Date;
}

/** The system's clock. While demo data is being loaded, it is the simulated time of this data ({@link SeededTime}). */
export class SystemClock extends Clock {
  now(): Date {
    return SeededTime.current()?.now() ?? new Date();
  }
}
