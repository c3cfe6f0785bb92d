import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { GqlContextType } from '@nestjs/graphql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { statusOf, toPublicError } from './errors.js';
import { logFailure } from './graphql-service.js';

/**
 * Answers failures of plain HTTP routes as `{ "errors": [{ message, extensions }] }`, the same form as GraphQL errors.
 */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const cause = error instanceof HttpException ? withStatus(error) : error;
  const known = toPublicError(cause, request.id);
  logFailure(known, cause, request.log);
  if (reply.sent || reply.raw.headersSent) return;
  const failed = reply.code(statusOf(known.extensions.code, cause)).type('application/json; charset=utf-8');
  void failed.send({ errors: [known] });
}

/** Handles errors of controllers; errors of Fastify hooks and routes reach `answerFailure` directly. */
@Catch()
export class HttpErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): unknown {
    // GraphQL's own formatter handles this error, because it knows its path and location.
    if (host.getType<GqlContextType>() === 'graphql') return error;
    const http = host.switchToHttp();
    return answerFailure(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}

function withStatus(error: HttpException): Error {
  return Object.assign(new Error(error.message, { cause: error }), { statusCode: error.getStatus() });
}
