export { AnswerEncoder } from './answer-encoder.ts';
export {
  type CircleInput,
  encodeCircle,
  encodePolygon,
  encodeRectangle,
  encodeRoute,
  type PolygonInput,
  type RectangleInput,
  type RouteInput,
} from './area.ts';
export { DIALECTS, type Dialect, findDialect, STANDARD_WIRE, type Wire } from './dialects.ts';
export { type BadFrameReason, decodeFrame, encodeFrame, escapeFrame } from './frame.ts';
export { Framer, type FramerLimits, MAX_FRAME_BYTES, type OnBad, type OnFrame } from './framer.ts';
export {
  correctLength,
  type Header,
  type HeaderInput,
  headerFault,
  phoneKey,
  readHeader,
  shortHeaderPhone,
  sliceBody,
  wideHeaderPhone,
} from './header.ts';
export {
  LOCATION_BYTES,
  type LocationBatchReading,
  type LocationInput,
  type LocationReading,
  readLocation,
  readLocationBatch,
  writeLocation,
} from './location.ts';
export {
  type Content,
  decodeBody,
  type EncryptedMessage,
  encodeBody,
  encodeMessage,
  type KnownMessage,
  type Message,
  messageId,
  type Outgoing,
  type UnknownMessage,
} from './message.ts';
export { createMessageLink, type MessageLink } from './message-link.ts';
export { AREA_BITS, readAreas, SEGMENT_BITS, type TerminalArea } from './messages/areas.ts';
export { DOOR_LOCK, TEXT_BITS } from './messages/control.ts';
export { AreaCrossing, locationItems, OverspeedPlace, SegmentTime } from './messages/location.ts';
export { checkMinBody, MIN_BODY_BYTES } from './messages/min-body-bytes.ts';
export { parameterId, parameterItems, parameterNames, toParameterItem } from './messages/parameters.ts';
export { type BodyOf, type MessageId, type MessageType, messages } from './messages/table.ts';
export { type Accepted, Reassembler, type ReassemblerLimits, type Stalled } from './reassembler.ts';
export { asksForTime, type RecorderSpan, readRecorderRequest, recorderAnswer, recorderRequest } from './recorder-block.ts';
export { type RecorderPlace, type RecorderReading, type RecorderRecord, readRecorder } from './recorder-data.ts';
export { type RecorderSettingCommand, writeRecorderSetting } from './recorder-settings.ts';
export { digitsOfTime, timeOfBytes, timeOfDigits } from './time.ts';
export type { Version } from './version.ts';
