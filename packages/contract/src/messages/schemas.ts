import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { COMMAND_LIST_DAYS, CommandState, MAX_TARGETS } from '../commands/schemas.ts';
import { Instant, withinDays } from '../values/instant.ts';
import { RecordId } from '../values/record-id.ts';
import { MESSAGE_KINDS, MESSAGE_MAX } from './message-limits.ts';

const Text = z.string().trim().max(1_000);
/** console.md 3: the text, its display flags, its recipients. */
const payload = {
  /** 0 the template's text, 1 one of one's own; only that one is looked at. */
  flag: z.literal([0, 1]).default(1),
  message: Text.optional(),
  templateMsg: Text.optional(),
  /** TTS where it is not sent. */
  sendFlag: z.number().int().min(0).max(255).default(11),
  /** Saves the user's own text as a template. */
  isSetToTemplate: z.union([z.boolean(), z.literal([0, 1])]).default(false),
  /** The caller's own id, if sent. */
  userId: RecordId.optional(),
};
export const MessagePayload = z.object(payload);
const sent = z.object({
  list: z.array(z.object({ targId: z.string(), seqId: z.string(), state: CommandState, resultCode: z.number().nullable() })),
});

const ofVehicle = { targId: z.string(), carNo: z.string(), color: z.number(), deptName: z.string() };

const Message = z.object({
  ...ofVehicle,
  /** Unique over both directions. */
  id: z.string(),
  kind: z.literal(MESSAGE_KINDS),
  /** The command of a sent message; '' for a driver's. */
  seqId: z.string(),
  /** The text that was sent, or the name of the event, answer or information as last set; '' if it has none. */
  message: z.string(),
  /** Number of the event, answer or information; null: a text or question. */
  number: z.number().nullable(),
  /** The question that a driver answered; '' for others. */
  question: z.string(),
  /** Of a request for information: whether the driver subscribed. */
  subscribed: z.boolean().nullable(),
  sendFlag: z.number(),
  /** null: a driver's message. */
  state: CommandState.nullable(),
  resultCode: z.number().nullable(),
  username: z.string(),
  createdAt: z.number(),
  answeredAt: z.number().nullable(),
});
export type Message = z.infer<typeof Message>;

const setAt = z.number().nullable();
const Named = z.object({ number: z.number(), name: z.string() });
const Menu = z.object({
  ...ofVehicle,
  events: z.array(Named),
  eventsAt: setAt,
  infos: z.array(Named),
  infosAt: setAt,
  contacts: z.array(z.object({ callDirection: z.number(), phone: z.string(), contactName: z.string() })),
  contactsAt: setAt,
  /** The last question; `answer` is empty before the driver answered. */
  question: z.string(),
  answers: z.array(Named),
  answer: z.string(),
  questionAt: setAt,
});
export type Menu = z.infer<typeof Menu>;

const Subscription = z.object({ ...ofVehicle, infoType: z.number(), name: z.string(), since: z.number() });
export type Subscription = z.infer<typeof Subscription>;

/** `commonmsg` of type `driverMessage`: a driver sent an event, an answer or a request. Sent to users who may see it. */
export type DriverMessageNews = { readonly targId: string };

export const messagesSchemas = {
  sendMessage: {
    summary: 'Sends a text to vehicles (0x8300). For offline terminals, the text waits until they are online.',
    data: z.object({ ...payload, targetIds: z.array(RecordId).min(1).max(MAX_TARGETS) }),
    reply: sent,
  },
  sendMessageForDept: {
    summary:
      'Sends a text to all vehicles of departments and of the departments below them. `targetIds` contains the department ids.',
    data: z.object({ ...payload, targetIds: z.array(RecordId).min(1).max(500) }),
    reply: sent,
  },
  addTemplate: {
    summary: 'Saves a text as a template of the caller.',
    data: z.object({
      content: z.string().trim().min(1).max(MESSAGE_MAX),
      name: z.string().trim().min(1).max(50),
      desc: z.string().trim().max(200).default(''),
      userId: RecordId.optional(),
    }),
    reply: z.object({ id: z.string() }),
  },
  getTemplate: {
    summary: 'The caller’s templates, newest first.',
    data: z.object({ userId: RecordId.optional() }),
    reply: z.object({
      templates: z.array(z.object({ id: z.string(), name: z.string(), desc: z.string(), content: z.string() })),
    }),
  },
  delTemplate: {
    summary: 'Deletes templates of the caller.',
    data: z.object({ ids: z.array(RecordId).min(1).max(500) }),
    reply: z.object({ removed: z.number() }),
  },
  listMessage: {
    summary:
      'Lists messages of vehicles of the scope in both directions, newest first. Sent: texts, questions and information. From drivers: events, answers and requests. At most 31 days; the last 7 by default.',
    data: withinDays(
      z.object({
        kinds: z.array(z.literal(MESSAGE_KINDS)).min(1).max(MESSAGE_KINDS.length).default(['text']),
        targId: RecordId.optional(),
        carNo: z.string().trim().max(20).optional(),
        /** A part of a sent text; drivers' messages have none. */
        text: z.string().trim().max(50).optional(),
        /** Of sent messages. */
        state: CommandState.optional(),
        startTime: Instant.optional(),
        endTime: Instant.optional(),
      }),
      COMMAND_LIST_DAYS,
    ),
    reply: z.object({ list: z.array(Message) }),
  },
  listMenu: {
    summary:
      'Lists driver data stored in terminals of the scope, as last set: events, information menu, phone book, and the last question with its answer.',
    data: z.object({ targId: RecordId.optional(), carNo: z.string().trim().max(20).optional() }),
    reply: z.object({ list: z.array(Menu) }),
  },
  listSubscription: {
    summary: 'Lists drivers’ subscriptions to information on demand (0x0303), for vehicles of the scope, newest first.',
    data: z.object({
      targId: RecordId.optional(),
      carNo: z.string().trim().max(20).optional(),
      infoType: z.int().min(0).max(255).optional(),
    }),
    reply: z.object({ list: z.array(Subscription) }),
  },
} satisfies Record<string, CallSchemas>;
