/** The time that map, timeline and players share, epoch ms. `onTime` notifies in each frame, outside React. */
export type TimeSource = {
  readonly time: number;
  onTime(listener: (time: number) => void): () => void;
  seek(at: number): void;
};
