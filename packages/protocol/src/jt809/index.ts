export { Channel, type ChannelEvents, type ChannelOptions, type Heard, type Sent } from './channel.ts';
export { type CipherKeys, cipher } from './cipher.ts';
export { type BadFrameReason, decodeFrame, encodeFrame, type Frame, type Wire } from './frame.ts';
export { Framer, type OnBad, type OnFrame } from './framer.ts';
export type { Header, HeaderInput } from './header.ts';
export { type Content, decodeMessage, encodeBody, encodeMessage, type KnownMessage, type Message } from './message.ts';
export { type BodyOf, type MessageType, messageId } from './messages/table.ts';
export type { Position2011, Position2019 } from './messages/vehicles.ts';
export type { Revision } from './revision.ts';
