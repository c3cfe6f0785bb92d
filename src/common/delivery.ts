/** How the text of a receipt reached the agent; NO if it did not, or if that is not known. */
export enum Delivery {
  HOOK = 'HOOK',
  TOOL = 'TOOL',
  HTTP = 'HTTP',
  NO = 'NO',
}
