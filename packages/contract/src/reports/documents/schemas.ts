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
      'The address of a file, which opens it for some minutes; that it was asked for is counted and recorded. Whoever may not see all of its reports is made a copy without those: where that takes longer, `url` is the page that follows the task.',
    data: File,
    /** `taskId`: a task makes a copy; '': `url` is the stored file. */
    reply: z.object({ url: z.string(), taskId: z.string() }),
  },
  regenerateDocument: {
    summary: 'Makes a file anew, in the language of the caller, of what is known by now.',
    data: File,
    reply: z.object({}),
  },
  removeDocument: {
    summary: 'Deletes a file; that is recorded, and the timetable does not make it again.',
    data: File,
    reply: z.object({}),
  },
  getDocumentReceivers: {
    summary: 'Whom documents of the company of a file were sent to last, and whether this server can mail.',
    data: File,
    reply: z.object({ receivers: z.array(z.string()), mail: z.boolean() }),
  },
  sendDocument: {
    summary: 'Mails a file to addresses, which become the list of its company.',
    data: z.object({ id: Id, receivers: z.array(MailReceiver).min(1).max(MAX_RECEIVERS) }),
    reply: z.object({ sent: z.number() }),
  },
} satisfies Record<string, CallSchemas>;
