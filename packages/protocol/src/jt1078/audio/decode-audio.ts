/** Decodes one frame to 16-bit mono samples. */
export type DecodeAudio = (data: Uint8Array) => Int16Array;
