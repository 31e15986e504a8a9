/** SQLSTATE of a server that shuts down, starts, crashed or has no free connection: class 08, 57P01 to 57P03, 53300. */
const STATE = /^(08...|57P0[123]|53300)$/;
/** Error codes of sockets. */
const SOCKET: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);
/** System calls of sockets. */
const SYSCALLS: ReadonlySet<string> = new Set(['connect', 'read', 'write']);
/** Errors of the driver without a code. */
const DRIVER = /^(timeout exceeded when trying to connect|Connection terminated)/;
/** Depth of the search through causes. */
const DEEP = 5;

/** Whether the database was temporarily unavailable: a retry may succeed. */
export function isDatabaseUnavailable(error: unknown, deep = DEEP): boolean {
  if (!(error instanceof Error) || deep === 0) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && STATE.test(code)) return true;
  // File errors use the same codes.
  if (typeof code === 'string' && SOCKET.has(code) && SYSCALLS.has(String((error as NodeJS.ErrnoException).syscall))) return true;
  return DRIVER.test(error.message) || isDatabaseUnavailable(error.cause, deep - 1);
}
