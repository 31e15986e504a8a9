import type { MediaLimits } from './limits.ts';
import type { Segment } from './remuxer.ts';

/** The last key frame of a stream and the frames after it: a viewer starts there. A group that grows too large is dropped. */
export class SegmentGroup {
  readonly #limits: Pick<MediaLimits, 'groupBytes' | 'groupFrames'>;
  #segments: Segment[] = [];
  #bytes = 0;

  constructor(limits: Pick<MediaLimits, 'groupBytes' | 'groupFrames'>) {
    this.#limits = limits;
  }

  get segments(): readonly Segment[] {
    return this.#segments;
  }

  push(segment: Segment): void {
    if (segment.isKey) this.clear();
    else if (this.#segments.length === 0) return;
    this.#segments.push(segment);
    this.#bytes += segment.bytes.length;
    if (this.#bytes > this.#limits.groupBytes || this.#segments.length > this.#limits.groupFrames) this.clear();
  }

  clear(): void {
    this.#segments = [];
    this.#bytes = 0;
  }
}
