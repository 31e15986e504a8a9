/** SQLSTATE codes of PostgreSQL that callers handle. */
const CODES = {
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  insufficientPrivilege: '42501',
  undefinedTable: '42P01',
  /** A statement timeout, too. */
  queryCanceled: '57014',
} as const;

/** Whether an error has this SQLSTATE; its causes do not count. */
export function hasSqlState(error: unknown, state: keyof typeof CODES): boolean {
  return error instanceof Error && 'code' in error && error.code === CODES[state];
}
