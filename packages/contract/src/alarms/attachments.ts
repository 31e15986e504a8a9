/** States of the request for the files of an alarm. */
export const EVIDENCE_STATE = { waiting: 0, requested: 1, complete: 2, failed: 3, skipped: 4 } as const;
export type EvidenceState = (typeof EVIDENCE_STATE)[keyof typeof EVIDENCE_STATE];

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
