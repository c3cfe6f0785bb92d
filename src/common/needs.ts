import { Extensions } from '@nestjs/graphql';
import type { Role } from './roles.js';

/** A role, or a function that derives it from the arguments of the field. */
export type Needed = Role | ((args: Readonly<Record<string, unknown>>) => Role);

/**
 * States which role the caller's API key needs for a query, mutation or subscription. `src/server/field-roles.ts`
 * checks it before the method runs, and refuses to start with a method that states none.
 */
export const Needs = (needed: Needed): MethodDecorator => Extensions({ needed });
