import { columns } from './column.ts';

export const evidenceColumns = columns({
  evidCount: { type: 'integer', unit: 'pieces' },
  evidImg: { type: 'integer', unit: 'pieces' },
  evidVideo: { type: 'integer', unit: 'pieces' },
  evidExpected: { type: 'integer', unit: 'pieces' },
  evidReceived: { type: 'integer', unit: 'pieces' },
  evidFailed: { type: 'integer', unit: 'pieces' },
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
