import { z } from 'zod';
import type { CallSchemas } from '../../call.ts';
import { MailReceiver } from '../mail-receiver.ts';
import { MAX_RECEIVERS } from '../schedules/schedule-periods.ts';

/** A file of a document. */
const Id = z.string().regex(/^[1-9]\d{0,17}$/);
const File = z.object({ id: Id });

export const companyDocumentsSchemas = {
  downloadDocument: {
    summary:
      'Returns the URL of a file, valid for some minutes. The request is counted and recorded. If the caller may not see all of its reports, a copy without those is made. If this takes longer, `url` is the page that follows the task.',
    data: File,
    /** `taskId`: a task makes a copy; '': `url` is the stored file. */
    reply: z.object({ url: z.string(), taskId: z.string() }),
  },
  regenerateDocument: {
    summary: 'Regenerates a file in the caller’s language from current data.',
    data: File,
    reply: z.object({}),
  },
  removeDocument: {
    summary: 'Deletes a file. The deletion is recorded, and the timetable does not create the file again.',
    data: File,
    reply: z.object({}),
  },
  getDocumentReceivers: {
    summary: 'Returns the last recipients of documents of the file’s company, and whether this server can send email.',
    data: File,
    reply: z.object({ receivers: z.array(z.string()), mail: z.boolean() }),
  },
  sendDocument: {
    summary: 'Sends a file by email to addresses, which become the recipient list of its company.',
    data: z.object({ id: Id, receivers: z.array(MailReceiver).min(1).max(MAX_RECEIVERS) }),
    reply: z.object({ sent: z.number() }),
  },
} satisfies Record<string, CallSchemas>;
