export function withTools(
  page: string,
  tools: readonly { readonly name: string; readonly description: string }[],
  profiles: Readonly<Record<string, readonly string[]>>,
): string;
