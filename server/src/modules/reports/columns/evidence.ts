import { columns } from './column.ts';

export const evidenceColumns = columns({
  evidCount: { type: 'integer', unit: 'files' },
  evidImg: { type: 'integer', unit: 'files' },
  evidVideo: { type: 'integer', unit: 'files' },
  evidExpected: { type: 'integer', unit: 'files' },
  evidReceived: { type: 'integer', unit: 'files' },
  evidFailed: { type: 'integer', unit: 'files' },
  evidRate: { type: 'percent', unit: 'percent' },
  fileName: { type: 'text' },
  fileKind: { type: 'enum', values: 'FILE_KIND' },
  fileSize: { type: 'decimal2', unit: 'megabytes' },
  channelNo: { type: 'integer' },
  failReason: { type: 'enum', values: 'ATT_FAIL' },
  retryCount: { type: 'integer', unit: 'times' },
  reqTime: { type: 'instant' },
  evidUrl: { type: 'file' },
});
