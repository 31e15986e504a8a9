import { columns } from './column.ts';

export const passengersRecorderWaybillMediaVideoColumns = columns({
  onPsg: { type: 'integer', unit: 'people' },
  offPsg: { type: 'integer', unit: 'people' },
  loadPsg: { type: 'integer', unit: 'people' },
  seats: { type: 'integer', unit: 'seats' },
  loadRate: { type: 'percent', unit: 'percent' },
  recCmd: { type: 'enum', values: 'RECORDER' },
  recText: { type: 'wide' },
  waybillNo: { type: 'text' },
  waybillText: { type: 'wide' },
  mediaKind: { type: 'enum', values: 'MEDIA_KIND' },
  mediaEvent: { type: 'enum', values: 'MEDIA_EVENT' },
  viewKind: { type: 'enum', values: 'VIDEO_KIND' },
  viewSec: { type: 'seconds' },
  flowMb: { type: 'decimal2', unit: 'megabytes' },
  viewResult: { type: 'enum', values: 'VIEW_RESULT' },
});
