/** Ends the command with only this message, without a stack trace. */
export class CommandFailure extends Error {}
