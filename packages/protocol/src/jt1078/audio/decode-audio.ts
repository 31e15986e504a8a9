/** Decodes one frame to 16-bit mono samples. */
export type DecodeAudio = (data: Uint8Array) => Int16Array;
/** Encodes 16-bit mono samples to one frame. */
export type EncodeAudio = (samples: Int16Array) => Uint8Array;
