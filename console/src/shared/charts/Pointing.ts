/** Called with the index of the hovered place of a chart; null: none. */
export type Pointed = (at: number | null) => void;
