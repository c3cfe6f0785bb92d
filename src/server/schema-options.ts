import type { BuildSchemaOptions } from '@nestjs/graphql';
import { DateTime } from '../common/scalars.js';

/** How the schema is built from classes; the same for the service and for the printed file. */
export const schemaOptions: BuildSchemaOptions = {
  scalarsMap: [{ type: Date, scalar: DateTime }],
};
