import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { Instant, withinDays } from '../values/instant.ts';
import { RecordId } from '../values/record-id.ts';
import { Channel } from './fields.ts';
import { uploadReasons } from './upload-states.ts';

/** A download is of one day. */
const MAX_UPLOAD_DAYS = 1;
const TASK_LIST_DAYS = 31;
const Bits = z.int().min(0).max(4_294_967_295);
/** WiFi, LAN, mobile network: bits 0 to 2. */
const ANY_NETWORK = 7;

/** UPLOAD_STATE. */
const State = z.literal([0, 1, 2, 3, 4, 5]);
/** 0 audio and video, 1 audio, 2 video, 3 audio or video. */
const MediaType = z.literal([0, 1, 2, 3]);
/** 0 any, 1 main, 2 sub. */
const StreamType = z.literal([0, 1, 2]);
/** 0 any, 1 main, 2 backup. */
const Storage = z.literal([0, 1, 2]);

const UploadedFile = z.object({
  fileId: z.string(),
  size: z.number(),
  /** Browsers can play it; otherwise it can only be downloaded. */
  isPlayable: z.boolean(),
});

const UploadTask = z.object({
  seqId: z.string(),
  targId: z.string(),
  carNo: z.string(),
  color: z.number(),
  channel: z.number(),
  /** Epoch ms. */
  startTime: z.number(),
  endTime: z.number(),
  mediaType: MediaType,
  streamType: StreamType,
  storage: Storage,
  state: State,
  /** As the terminal listed it; null: unknown. */
  sizeBytes: z.number().nullable(),
  receivedBytes: z.number(),
  /** 0 to 100; null: the size is unknown. */
  percent: z.number().nullable(),
  /** Why it failed, or why it waits; null: neither. */
  reason: z.enum(Object.keys(uploadReasons) as [keyof typeof uploadReasons, ...(keyof typeof uploadReasons)[]]).nullable(),
  attempts: z.number(),
  username: z.string(),
  createdAt: z.number(),
  endedAt: z.number().nullable(),
  files: z.array(UploadedFile),
});
export type UploadTask = z.infer<typeof UploadTask>;

export const uploadSchemas = {
  fileUpload: {
    summary:
      'Requests recordings of a terminal as files. Tasks of a vehicle run one after another; an offline terminal uploads later.',
    data: withinDays(
      z.strictObject({
        targId: RecordId,
        channel: Channel,
        startTime: Instant,
        endTime: Instant,
        mediaType: MediaType.default(0),
        streamType: StreamType.default(0),
        storage: Storage.default(0),
        /** Alarms of JT/T 1078, and those of JT/T 808; 0: recordings with and without alarms. */
        videoAlarmBits: Bits.default(0),
        alarmBits: Bits.default(0),
        /** As listed, for the progress. */
        sizeBytes: z.int().min(0).max(4_294_967_295).optional(),
        /** The networks that the terminal may use: bit 0 WiFi, 1 LAN, 2 mobile. */
        conditionBits: z.int().min(1).max(ANY_NETWORK).default(ANY_NETWORK),
      }),
      MAX_UPLOAD_DAYS,
    ),
    reply: z.object({ seqId: z.string() }),
  },
  fileUploadReply: {
    summary: 'Returns the state and progress of a task.',
    data: z.object({ seqId: RecordId }),
    reply: UploadTask,
  },
  fileDownload: {
    summary:
      'Returns the signed address of an uploaded file, for this session. Without `fileId`, returns the address of the first file of the task.',
    data: z.object({ seqId: RecordId, fileId: RecordId.optional() }),
    reply: z.object({ url: z.string(), name: z.string() }),
  },
  controlUpload: {
    summary: 'Pauses (0), resumes (1) or cancels (2) a task. A task that is not uploading can only be cancelled.',
    data: z.strictObject({ seqId: RecordId, control: z.literal([0, 1, 2]) }),
    reply: z.object({ state: State }),
  },
  listUploadTask: {
    summary: 'Lists the tasks of the vehicles in the scope, newest first.',
    data: withinDays(
      z.strictObject({
        targId: RecordId.optional(),
        states: z.array(State).max(6).optional(),
        startTime: Instant.optional(),
        endTime: Instant.optional(),
      }),
      TASK_LIST_DAYS,
    ),
    reply: z.object({ list: z.array(UploadTask) }),
  },
} satisfies Record<string, CallSchemas>;
