/**
 * What an edge hands over with its locations to learn their fate, exactly once. While the database is away nothing is called:
 * the terminal keeps its data and sends it again.
 */
export type Receipt = {
  /** They are committed (now, or by an earlier delivery of the same): acknowledge. */
  stored(): void;
  /** The database refuses at least one of them and always will: the rest is committed. */
  refused(): void;
};
