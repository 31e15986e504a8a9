import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { type ErrorName, errors } from '../errors.ts';
import { RecordId } from '../values/record-id.ts';
import { MAX_CHANNEL, StreamType } from './channels.ts';
import { type ViewKind, type ViewState, viewKinds, viewStates } from './live-video.ts';
import { OpenedView } from './opened-view.ts';
import { DEFAULT_PTZ_SPEED, MAX_PTZ_SPEED, type PtzAction, ptzActions } from './ptz.ts';

/** Vehicles of one broadcast. */
export const MAX_BROADCAST_VEHICLES = 50;
/** Layouts of one account, and the channels of one. */
export const MAX_PRESETS = 30;
const MAX_PRESET_TILES = 64;
const TRAFFIC_MONTHS = 12;

const channel = z.int().min(1).max(MAX_CHANNEL);
const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>) => Object.keys(table) as [K, ...K[]];

/** A command to a terminal, as commands answer. */
const SentCommand = z.object({ seqId: z.string(), state: z.number(), resultCode: z.number().nullable() });

/** 0x1003. Codecs are payload types of JT/T 1078-2016, table 12. */
const AvAttributes = z.object({
  audioCodec: z.number(),
  audioChannels: z.number(),
  sampleRateHz: z.number(),
  sampleBits: z.number(),
  audioFrameBytes: z.number(),
  /** The terminal can play sound: it supports talk. */
  hasAudioOutput: z.boolean(),
  videoCodec: z.number(),
  maxAudioChannels: z.number(),
  maxVideoChannels: z.number(),
  /** Epoch ms. */
  readAt: z.number(),
});
export type AvAttributes = z.infer<typeof AvAttributes>;

const Preset = z.object({
  id: z.string(),
  name: z.string(),
  layout: z.number(),
  rotateSeconds: z.number().nullable(),
  /** null: an empty tile, or a vehicle outside the scope. */
  tiles: z.array(z.object({ targId: z.string(), channel: z.number(), carNo: z.string() }).nullable()),
});
export type Preset = z.infer<typeof Preset>;

const Session = z.object({
  sessionId: z.string(),
  kind: z.enum(keysOf<ViewKind>(viewKinds)),
  targId: z.string(),
  carNo: z.string(),
  channel: z.number(),
  streamType: StreamType,
  username: z.string(),
  peerIp: z.string(),
  /** Epoch ms. */
  startedAt: z.number(),
  state: z.enum(keysOf<ViewState>(viewStates)),
  bytes: z.number(),
});
export type Session = z.infer<typeof Session>;

/** Talk, PTZ, layouts of the wall, traffic. */
export const talkSchemas = {
  startTalk: {
    summary:
      'Starts two-way talk with a vehicle, one talker at a time. The client opens a WebSocket to `url` and sends its microphone audio there. The talk ends when the WebSocket closes.',
    data: z.strictObject({ targId: RecordId, channel: channel.default(1) }),
    reply: OpenedView,
  },
  startBroadcast: {
    summary: 'Starts a broadcast to several vehicles over one WebSocket. `failed` lists the vehicles that are not reached.',
    data: z.strictObject({
      targIds: z.array(RecordId).min(1).max(MAX_BROADCAST_VEHICLES),
      channel: channel.default(1),
    }),
    reply: OpenedView.extend({
      /** `error`: a key of the error catalogue, with the values of its text. */
      failed: z.array(
        z.object({
          targId: z.string(),
          error: z.enum(keysOf<ErrorName>(errors)),
          values: z.record(z.string(), z.union([z.string(), z.number()])),
        }),
      ),
    }),
  },
  stopTalk: {
    summary:
      'Ends a talk or a broadcast of the caller, by the `sessionId` of its start. One that has already ended does not change.',
    data: z.strictObject({ sessionId: z.string().min(1).max(64) }),
    reply: z.object({}),
  },
  controlPtz: {
    summary: 'Moves a camera, or sets its focus, iris, zoom, wiper or light. A movement continues until `stop`.',
    data: z.strictObject({
      targId: RecordId,
      channel,
      action: z.enum(keysOf<PtzAction>(ptzActions)),
      speed: z.int().min(0).max(MAX_PTZ_SPEED).default(DEFAULT_PTZ_SPEED),
    }),
    reply: z.object({ list: z.array(SentCommand) }),
  },
  queryAvAttr: {
    summary:
      'Queries the codecs and channels of a terminal. `attributes` contains this answer or the last one; null if there was no answer.',
    data: z.strictObject({ targId: RecordId }),
    reply: SentCommand.extend({ attributes: AvAttributes.nullable() }),
  },
  savePreset: {
    summary: 'Saves a layout of the caller’s video wall. With `id`, replaces that layout.',
    data: z.strictObject({
      id: RecordId.optional(),
      name: z.string().trim().min(1).max(30),
      layout: z.literal([1, 4, 6, 9, 16]),
      /** Shows the tiles page by page, each for so long. */
      rotateSeconds: z.int().min(10).max(300).nullable().default(null),
      tiles: z.array(z.strictObject({ targId: RecordId, channel }).nullable()).max(MAX_PRESET_TILES),
    }),
    reply: z.object({ id: z.string() }),
  },
  listPreset: {
    summary: 'Lists the saved layouts of the caller’s video wall, by name.',
    data: z.strictObject({}),
    reply: z.object({ list: z.array(Preset) }),
  },
  delPreset: {
    summary: 'Deletes a saved layout of the caller.',
    data: z.strictObject({ id: RecordId }),
    reply: z.object({}),
  },
  listSession: {
    summary:
      'Lists the users who now watch, listen or talk, within the caller’s scope. With a vehicle, lists only the sessions of that vehicle.',
    data: z.strictObject({ targId: RecordId.optional() }),
    reply: z.object({ list: z.array(Session) }),
  },
  listTraffic: {
    summary: `Lists the video traffic of a vehicle by month, newest first, at most ${TRAFFIC_MONTHS} months. \`limitBytes\` is null if there is no budget.`,
    data: z.strictObject({ targId: RecordId }),
    reply: z.object({
      limitBytes: z.number().nullable(),
      /** `month`: YYYY-MM of business time. */
      list: z.array(z.object({ month: z.string(), bytes: z.number() })),
    }),
  },
} satisfies Record<string, CallSchemas>;
