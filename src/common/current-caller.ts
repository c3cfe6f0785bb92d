import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { GqlExecutionContext, type GqlContextType } from '@nestjs/graphql';
import type { Caller } from './caller.js';

const callers = new WeakMap<object, Caller>();

/** Stores the caller of a request. The transport that received the request (HTTP, MCP, WebSocket) calls it once. */
export function rememberCaller(request: object, caller: Caller): void {
  callers.set(request, caller);
}

/**
 * The caller of an HTTP request, in routes without GraphQL (`/context`, `/mcp`): its namespace and agent, checked
 * against the API key of the request.
 *
 * @param request Fastify's request
 */
export function callerOfRequest(request: object): Caller {
  const caller = callers.get(request);
  // Open routes have no caller. An open route that needs one is a defect. A default caller would make a namespace
  // accessible to everybody.
  if (!caller) throw new Error('This route is open, so its caller is unknown');
  return caller;
}

/** The GraphQL context of every resolver. There is one per HTTP request, or one per operation on a WebSocket. */
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
