/** SQLSTATE of a server that is shut down, starts, crashed, or has no connection to give: class 08, 57P01 to 57P03, 53300. */
const STATE = /^(08...|57P0[123]|53300)$/;
/** What sockets say. */
const SOCKET: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);
/** Where sockets say it. */
const SYSCALLS: ReadonlySet<string> = new Set(['connect', 'read', 'write']);
/** What the driver says of its own, without a code. */
const DRIVER = /^(timeout exceeded when trying to connect|Connection terminated)/;
/** Causes that are looked into. */
const DEEP = 5;

/** Whether it was the database that could not be reached for a while: the same may succeed later. */
export function isDatabaseUnavailable(error: unknown, deep = DEEP): boolean {
  if (!(error instanceof Error) || deep === 0) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && STATE.test(code)) return true;
  // files have codes of sockets, too
  if (typeof code === 'string' && SOCKET.has(code) && SYSCALLS.has(String((error as NodeJS.ErrnoException).syscall))) return true;
  return DRIVER.test(error.message) || isDatabaseUnavailable(error.cause, deep - 1);
}
