import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import { isInputClass, validateInput } from '../common/validation.js';

/**
 * Validates every argument whose class is declared with the decorators of `common/validation`, both `@ArgsType` and
 * `@InputType` classes. Paths in its errors are relative to that class (`task`, `actions.3.toolName`), on every
 * transport.
 */
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    // For Nest, the arguments of a GraphQL field have type 'body'; parents, callers and other parameters are 'custom'.
    if (type !== 'body' || !isInputClass(metatype) || value === undefined || value === null) return value;
    return validateInput(metatype as Type<object>, value);
  }
}
