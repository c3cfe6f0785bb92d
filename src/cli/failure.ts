/** Ends the command with a message that says all there is to say; no stack. */
export class CommandFailure extends Error {}
