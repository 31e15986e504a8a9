/** A start error that the operator can fix. The message is printed as one line and contains no secrets. */
export class StartError extends Error {}
