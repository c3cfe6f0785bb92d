import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { GqlExecutionContext, type GqlContextType } from '@nestjs/graphql';
import type { Caller } from './caller.js';

const callers = new WeakMap<object, Caller>();

/** Called once a request, by the door it came through. */
export function rememberCaller(request: object, caller: Caller): void {
  callers.set(request, caller);
}

/**
 * Who made an HTTP request, in routes without GraphQL (`/context`, `/mcp`): its namespace and agent, checked against the
 * API key it came with.
 *
 * @param request Fastify's request
 */
export function callerOfRequest(request: object): Caller {
  const caller = callers.get(request);
  // Open routes have none; one that asks is a defect, and a default here would open a namespace to everybody.
  if (!caller) throw new Error('This route is open, so its caller is unknown');
  return caller;
}

/** What every resolver finds as its GraphQL context. One a request on HTTP, one an operation on a WebSocket. */
export interface GraphqlContext {
  readonly caller: Caller;
  readonly requestId: string;
}

/** The caller, as a parameter of a resolver or controller: `@CurrentCaller() caller: Caller`. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  if (context.getType<GqlContextType>() === 'graphql') {
    return GqlExecutionContext.create(context).getContext<GraphqlContext>().caller;
  }
  return callerOfRequest(context.switchToHttp().getRequest<object>());
});
