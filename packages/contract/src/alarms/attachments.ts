import { z } from 'zod';

/** States of the request for the files of an alarm. */
export const EVIDENCE_STATE = { waiting: 0, requested: 1, complete: 2, failed: 3, skipped: 4 } as const;
export type EvidenceState = (typeof EVIDENCE_STATE)[keyof typeof EVIDENCE_STATE];

export const EVIDENCE_STATES = [0, 1, 2, 3, 4] as const;

/** 0 picture, 1 sound, 2 film, 3 text, 4 other (console.md 3). */
export const AttachmentKind = z.literal([0, 1, 2, 3, 4]);
export type AttachmentKind = z.infer<typeof AttachmentKind>;

/** A file of an alarm. */
export const Attachment = z.object({
  attachmentType: AttachmentKind,
  attachmentPath: z.string(),
  bytes: z.int(),
  /** Number of an evidence file; '' for a photo of 0x0801. */
  fileId: z.string(),
  /** The terminal's name of it. */
  name: z.string(),
  /** Address of a picture for lists: its views do not count as looked at. '' for other kinds. */
  thumbPath: z.string(),
});
export type Attachment = z.infer<typeof Attachment>;

/** Why files of an alarm are missing. */
export const EVIDENCE_REASONS = [
  ...(['type', 'level', 'speed', 'monthlyLimit'] as const),
  ...(['offline', 'refused', 'noAnswer', 'noUpload', 'incomplete'] as const),
  ...(['gaps', 'fragmented', 'tooLarge', 'tooManyFiles', 'silent', 'storage', 'closed', 'stopping'] as const),
  ...(['deleted', 'expired'] as const),
] as const;

/** Files of an alarm that a user had looked at when deciding it; stored with the decision in the case history. */
export type ViewedFiles = {
  /** Files that had come by then. */
  readonly files: number;
  readonly viewed: readonly { readonly name: string; readonly kind: AttachmentKind }[];
};

/** Push `asAttachment`: a file of an alarm arrived, or the state of its request changed. */
export type AttachmentNews = {
  readonly alarmGid: string;
  readonly targId: string;
  /** null: the files came without a request, as photos of 0x0801 do. */
  readonly state: EvidenceState | null;
  /** Why files are missing; '' if none are. */
  readonly reason: string;
  readonly expected: number;
  readonly received: number;
};
