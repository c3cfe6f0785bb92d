import type { BuildSchemaOptions } from '@nestjs/graphql';
import { DateTime } from '../common/scalars.js';

/** How classes become the schema; the same for the service and for the printed file. */
export const schemaOptions: BuildSchemaOptions = {
  scalarsMap: [{ type: Date, scalar: DateTime }],
};
