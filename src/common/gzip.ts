/** Whether a client accepts gzip, according to its Accept-Encoding header. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  return /(?:^|,) *(?:gzip|\*) *(?:$|,|;(?! *q=0(?:\.0*)? *(?:$|,)))/.test(String(header ?? ''));
}
