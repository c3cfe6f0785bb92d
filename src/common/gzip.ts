/** Whether a caller takes gzip, by its Accept-Encoding. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  return /(?:^|,) *(?:gzip|\*) *(?:$|,|;(?! *q=0(?:\.0*)? *(?:$|,)))/.test(String(header ?? ''));
}
