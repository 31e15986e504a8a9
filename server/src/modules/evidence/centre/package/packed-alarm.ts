import type { AlarmRow, CaseEvent } from '@fleetwarden/contract/alarms/alarm-row';
import type { PdfPicture } from '../../../../platform/files/pdf/document.ts';
import type { PackFile } from './pack-files.ts';

export type PackedAlarm = {
  readonly row: AlarmRow;
  readonly info: Readonly<Record<string, unknown>>;
  /** Its place by name, in the language of the package; null: unknown. */
  readonly address: string | null;
  readonly note: string;
  readonly lockReason: string;
  readonly history: () => Promise<readonly CaseEvent[]>;
  readonly files: readonly PackFile[];
};

export type PackageMeta = {
  readonly platform: string;
  readonly company: string;
  readonly username: string;
  readonly createdAt: number;
};

/** `check`: the stored bytes compared with those that were received. `picture`: what the PDF shows of it. */
export type WrittenFile = {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly check: 'same' | 'different' | 'missing';
  readonly picture?: Omit<PdfPicture, 'caption'> | undefined;
};
export type WrittenAlarm = Pick<PackedAlarm, 'row' | 'address' | 'note' | 'lockReason'> & {
  readonly files: readonly WrittenFile[];
};
