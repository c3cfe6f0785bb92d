import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { Delivery } from '../common/delivery.js';
import { ForbiddenError } from '../common/errors.js';
import { Verification } from '../common/verification.js';
import { GraphService } from '../graph/graph.service.js';
import { type CapturedSession, openSession } from './hooks.statements.js';

/** Prompts of a session of which the first one about which something is known gets a context. */
const PROMPTS = 3;

/** A session that an event belongs to, and the caller in its project. */
export interface OpenSession extends CapturedSession {
  readonly caller: Caller & { readonly session: string };
  /** Whether the event is a prompt that may get a context. */
  readonly mayGive: boolean;
}

/** Keeps the sessions of connected agents. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly graph: GraphService,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens the session of an event. A session keeps the project of its first event.
   *
   * @param prompt hash of the prompt; null for another event
   * @throws ForbiddenError when the session belongs to another team, or to a project that the caller's key does not open
   */
  async open(from: Caller, client: string, id: string, prompt: string | null): Promise<OpenSession> {
    const { namespace, team, project, agent = client, projects = null } = from;
    const session = { client, team, project, agent };
    const now = this.clock.now();
    const [opened] = await this.graph.run(openSession, {
      ...{ namespace, id, session, prompt, prompts: PROMPTS, projects, now },
    });
    if (!opened) throw new ForbiddenError(`The session "${id}" belongs to another team or project`);
    const caller = {
      ...{ ...from, project: opened.session.project, agent: opened.session.agent, session: id },
      ...{ verification: Verification.TOOL, delivery: Delivery.NO },
    };
    return { ...opened.session, caller, mayGive: opened.mayGive };
  }
}
