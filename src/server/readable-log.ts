import type { DestinationStream } from 'pino';
import { z } from 'zod';

const Line = z.object({
  level: z.number(),
  context: z.string().optional(),
  msg: z.string().default(''),
  err: z.object({ message: z.string().optional(), stack: z.string().optional() }).optional(),
});

/** Pino's levels from which on a line is called a warning or an error. */
const WARNING = 40;
const ERROR = 50;

/**
 * Returns a stream that makes each line of the log a sentence for people who look at a terminal, where JSON would mix with the
 * progress of the start: `Warning: [Statements] search/rank took 2310 ms`. An error is followed by its stack.
 */
export function readableLog(write: (line: string) => void): DestinationStream {
  return {
    write: (json) => {
      const { level, context, msg, err } = Line.parse(JSON.parse(json));
      const word = level >= ERROR ? 'Error: ' : level >= WARNING ? 'Warning: ' : '';
      const cause = err?.stack ?? err?.message;
      write([`${word}${context === undefined ? '' : `[${context}] `}${msg}`, ...(cause ? [cause] : [])].join('\n'));
    },
  };
}
