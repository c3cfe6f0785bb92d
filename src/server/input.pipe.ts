import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import { redactInput } from '../secrets/door.js';
import { isInputClass, validateInput } from '../common/validation.js';
import type { Workers } from '../common/workers/workers.js';

/**
 * Validates every argument whose class is declared with the decorators of `common/validation`, both `@ArgsType` and
 * `@InputType` classes, and cuts secrets out of it. Paths in its errors are relative to that class (`task`, `actions.3.toolName`), on every
 * transport.
 */
export class InputPipe implements PipeTransform {
  constructor(private readonly workers: Workers) {}

  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    // For Nest, the arguments of a GraphQL field have type 'body'; parents, callers and other parameters are 'custom'.
    if (type !== 'body' || !isInputClass(metatype) || value === undefined || value === null) return value;
    return redactInput(validateInput(metatype as Type<object>, value), this.workers);
  }
}
