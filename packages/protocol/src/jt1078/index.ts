export {
  AAC_FRAME_SAMPLES,
  type AacConfig,
  aacConfigBits,
  readAacConfig,
  readAdts,
  silentAacFrame,
} from './audio/adts.ts';
export type { DecodeAudio, EncodeAudio } from './audio/decode-audio.ts';
export { AUDIO_RATE_HZ, createAudioDecoder, stripHisiliconHeader } from './audio/decoder.ts';
export { addHisiliconHeader, createAudioEncoder } from './audio/encoder.ts';
export { FrameAssembler, MAX_FRAME_BYTES, type MediaFrame } from './frame-assembler.ts';
export { type BadPacketReason, type OnBadPacket, type OnPacket, PacketFramer } from './framer.ts';
export { H264_NAL, H265_NAL, h264NalType, h265NalType, isKeyFrame, splitNals } from './nal.ts';
export {
  type DataType,
  MAX_PACKET_BYTES,
  type Part,
  readPacket,
  type SimBytes,
  type StreamPacket,
  writePacket,
} from './packet.ts';
export { type OutgoingFrame, packetize, STANDARD_BODY_BYTES } from './packetize.ts';
export { type Codec, type MediaKind, PAYLOAD_TYPES } from './payload-types.ts';
export { REORDER_WINDOW } from './sequencer.ts';
export { readSps, type SpsInfo } from './sps.ts';
