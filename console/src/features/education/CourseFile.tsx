import { COURSE_FILES, COVER_FILES } from '@fleetwarden/contract/education/education-limits';
import { educationCalls } from '@fleetwarden/contract/education/routes';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call, upload } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { createRecordDialog } from '../../shared/resource/record-dialog.ts';
import type { PageTools } from '../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';

const useDialog = createRecordDialog<'upload' | 'cover'>();

/** Asks for the file of a course, or for its cover. */
export const askFile = (record: ResourceRecord, { refresh }: PageTools, action: 'upload' | 'cover'): void =>
  useDialog.setState({ dialog: { action, record, refresh } });

/** Opens the file of a course, or its cover, in a new tab. */
export async function openFile(record: ResourceRecord, cover = false): Promise<void> {
  const { url } = await call(educationCalls.getCourseFile, { id: record.id, cover });
  window.open(url, '_blank', 'noopener,noreferrer');
}

/** The file picker of courses: it opens for the record that was asked for, and uploads what is chosen. */
export function CourseFile() {
  const { t } = useTranslation();
  const dialog = useDialog(({ dialog }) => dialog);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (dialog) input.current?.click();
  }, [dialog]);

  async function take(file: File | undefined) {
    // allows choosing the same file again after it was corrected
    if (input.current) input.current.value = '';
    if (!file || !dialog) return;
    const { record, refresh, action } = dialog;
    useDialog.setState({ dialog: null });
    await upload(educationCalls.uploadCourseFile, { id: record.id, cover: action === 'cover' }, file);
    notify('success', t(action === 'cover' ? 'education.coverUploaded' : 'education.uploaded'));
    refresh();
  }
  const types = dialog?.action === 'cover' ? COVER_FILES : (COURSE_FILES[Number(dialog?.record['kind'])] ?? []);
  const accept = types.map((type) => `.${type}`).join();
  return (
    <input
      ref={input}
      type="file"
      hidden
      accept={accept}
      aria-label={t('education.upload')}
      onChange={({ target }) => void take(target.files?.[0]).catch(() => undefined)}
    />
  );
}
