import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import { isInputClass, validateInput } from '../common/validation.js';

/**
 * Validates every argument whose class is declared with the decorators of `common/validation`: `@ArgsType` classes and
 * `@InputType` classes alike. Paths in its errors are relative to that class (`task`, `actions.3.toolName`), the same at
 * every door.
 */
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    // Nest calls the arguments of a GraphQL field its body; parents, callers and the like are 'custom'.
    if (type !== 'body' || !isInputClass(metatype) || value === undefined || value === null) return value;
    return validateInput(metatype as Type<object>, value);
  }
}
