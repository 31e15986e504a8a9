import { gbk, list, optional, struct, u8, u16, when } from '../../codec/index.ts';

// JT/T 808-2013 8.28 to 8.36: texts that drivers choose from. 2019 dropped 0x8301 to 0x8304 and their answers.

/** 0x8301: deletes the events of these ids, without their texts. */
const DELETE_EVENTS = 4;

/** 0x8301. `action` 0 delete all, 1 replace, 2 append, 3 change, 4 delete the ids. Some send texts with 0 too. */
export const SetEvents = struct({
  action: u8,
  events: when((p) => p['action'] !== DELETE_EVENTS, optional(list(struct({ id: u8, text: gbk(u8) }), { stated: u8 }))),
  ids: when((p) => p['action'] === DELETE_EVENTS, list(u8, { stated: u8 })),
});

/** 0x0301: the driver reports an event. */
export const EventReport = struct({ eventId: u8 });

/** 0x8302. Bits of `flag`: 0 urgent, 3 TTS, 4 advertising screen. */
export const AskQuestion = struct({
  flag: u8,
  question: gbk(u8),
  answers: list(struct({ id: u8, text: gbk(u16) }), 'rest'),
});

/** 0x0302: `serial` is that of the question. */
export const QuestionAnswer = struct({ serial: u16, answerId: u8 });

/** 0x8303: the menu of information. `action` 0 delete all, 1 replace, 2 append, 3 change. */
export const SetInfoMenu = struct({
  action: u8,
  items: optional(list(struct({ kind: u8, name: gbk(u16) }), { stated: u8 })),
});

/** 0x0303. `action` 0 cancel, 1 subscribe. */
export const InfoDemand = struct({ kind: u8, action: u8 });

/** 0x8304. */
export const SendInfo = struct({ kind: u8, text: gbk(u16) });

/** 0x8401. `action` 0 delete all, 1 replace, 2 append, 3 change; `kind` 1 incoming, 2 outgoing, 3 both. */
export const SetPhoneBook = struct({
  action: u8,
  contacts: optional(list(struct({ kind: u8, phone: gbk(u8), name: gbk(u8) }), { stated: u8 })),
});
