import type { RecordReason } from '@fleetwarden/contract/video/recording';
import type { UploadReason } from '@fleetwarden/contract/video/upload-states';
import type { Metrics } from '../../platform/observe/metrics.ts';

export type VideoMetrics = ReturnType<typeof videoMetrics>;

/** Metrics of recordings and of their way to the user. */
export function videoMetrics(metrics: Metrics) {
  const uploads = metrics.counter('video_uploads_total', 'Ended uploads of recordings from terminals by result', ['result']);
  const recordings = metrics.counter('video_recordings_total', 'Ended files of recordings on the server by result', ['result']);
  const missing = metrics.counter('video_files_missing_total', 'Requested video files that are not in the file store');
  return {
    /** `done`, `cancelled`, or why it failed. */
    countUpload: (result: 'done' | 'cancelled' | UploadReason) => uploads.inc({ result }),
    /** `reason` null: a user stopped it. */
    countRecording: (reason: RecordReason | null) => recordings.inc({ result: reason ?? 'stopped' }),
    countMissing: () => missing.inc(),
  };
}
