/** The start ends by something its operator can mend. The message is all there is to print: one line, without secrets. */
export class StartError extends Error {}
