import { DomainError } from '../common/errors.js';
import type { Config } from '../config/config.js';

/** The service cannot listen on its address. The message names the setting to change. */
export class CannotListenError extends Error {}

/** Explains a failure to listen; any other error is returned unchanged. */
export function explainedListening(error: unknown, { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): unknown {
  if (!(error instanceof Error) || error instanceof DomainError) return error;
  const message = messageFor((error as NodeJS.ErrnoException).code, HOST, PORT);
  return message === undefined ? error : new CannotListenError(message, { cause: error });
}

function messageFor(code: string | undefined, host: string, port: number): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `The address ${host}:${port} is taken; set PORT to another one`;
    case 'EACCES':
      return `Cannot listen on port ${port}: it needs more rights; set PORT to 1024 or higher`;
    case 'EADDRNOTAVAIL':
      return `This machine has no address ${host}; set HOST to one of its addresses, such as 127.0.0.1 or 0.0.0.0`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The name HOST="${host}" does not resolve to an address (${code}); set HOST to an address of this machine, such as 127.0.0.1 or 0.0.0.0`;
    default:
      return undefined;
  }
}
