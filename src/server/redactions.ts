import type { FastifyInstance } from 'fastify';
import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import { collectingRedactions } from '../secrets/door.js';
import type { Redaction } from '../secrets/redact.js';

// Tells callers what was cut out of their arguments (secrets/door.ts).

/** A secret that was cut out of an argument of an operation's field. */
interface ToldRedaction extends Redaction {
  /** Key of the field in the answer. */
  readonly field: string;
}

const ofOperations = new WeakMap<object, ToldRedaction[]>();

/** Collects what is cut out of the arguments of each root field. */
export function withRedactions(schema: GraphQLSchema): GraphQLSchema {
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      const { resolve = defaultFieldResolver } = field;
      field.resolve = async (parent, args, context: object, info): Promise<unknown> => {
        const redactions: Redaction[] = [];
        const answer: unknown = await collectingRedactions(redactions, () => resolve(parent, args, context, info));
        const told = ofOperations.get(context) ?? [];
        ofOperations.set(context, told);
        told.push(...redactions.map((each) => ({ field: String(info.path.key), ...each })));
        return answer;
      };
    }
  }
  return schema;
}

/** Maximum number of redactions in an answer. */
const MOST = 100;

/** What was cut out of the arguments of an operation; for `extensions.redacted`. */
export function redactionsOf(context: object): readonly ToldRedaction[] {
  return (ofOperations.get(context) ?? []).slice(0, MOST);
}

/** Routes without GraphQL, whose answers may be plain text, name the rules in a header. */
export function addRedactionHeader(fastify: FastifyInstance): void {
  const ofRequests = new WeakMap<object, Redaction[]>();
  fastify.addHook('preHandler', (request, _reply, done) => {
    if (request.routeOptions.url === '/graphql') return done(); // told by its fields
    const redactions: Redaction[] = [];
    ofRequests.set(request, redactions);
    collectingRedactions(redactions, done);
  });
  fastify.addHook('onSend', async (request, reply, payload) => {
    const rules = new Set(ofRequests.get(request)?.map(({ rule }) => rule));
    if (rules.size > 0) void reply.header('x-redacted', [...rules].join('; '));
    return payload;
  });
}
