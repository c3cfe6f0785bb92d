import { SeededTime } from './seeded-time.js';

/** The service's time, injected so that tests can set it. Milliseconds are the finest unit anywhere. */
export abstract class Clock {
  abstract now(): Date;
}

/** The system's clock, or the time of demo data while that is loaded ({@link SeededTime}). */
export class SystemClock extends Clock {
  now(): Date {
    return SeededTime.current()?.now() ?? new Date();
  }
}
