/** Told which place of a chart somebody points at; null: none. */
export type Pointed = (at: number | null) => void;
