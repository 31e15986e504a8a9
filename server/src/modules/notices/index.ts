import { CallError } from '@fleetwarden/contract/errors';
import type { noticesCalls } from '@fleetwarden/contract/notices/routes';
import { enumerationRow } from '@fleetwarden/domain/enumerations';
import { getText, type Language } from '@fleetwarden/locale/languages';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { filled } from '../../platform/http/replies.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Scopes } from '../identity/index.ts';
import * as store from './store.ts';

export { createNoticeRecords, type NoticeRecords } from './records.ts';
export { insertNotice, insertReminders, type NoticeEvent, type Reminder } from './store.ts';

export type Notices = {
  readonly handlers: Handlers<typeof noticesCalls>;
  /** Stores a notice and informs its consoles once it is due; resolves to its id. */
  publish(notice: store.NewNotice): Promise<number>;
  /** Informs consoles of newly due notices; repeated by a job. */
  tellDue(): Promise<void>;
  /** Tells affected consoles to reload. */
  tell(notices: readonly store.Reached[]): Promise<void>;
};

const MAX_NOTICES = 200;
/** Beyond it is no id of the table. */
const MAX_ID = 2 ** 31 - 1;

/** Notices to the people of a department and everything below it. */
export function createNotices(deps: {
  readonly db: Db;
  readonly hub: Hub;
  readonly scopes: Scopes;
  readonly now?: () => number;
}): Notices {
  const { db, hub, scopes, now = Date.now } = deps;
  const tell: Notices['tell'] = async (notices) => {
    for (const { id, department_id, account_id } of notices) {
      const departments = await scopes.of(department_id);
      // the content is read by a call, which checks the reader
      await hub.publish(
        account_id === null ? { who: ({ departmentId }) => departments.has(departmentId) } : { accountId: account_id },
        { type: 'notice', data: { noticeId: String(id) } },
      );
    }
  };
  const tellDue = async () => tell(await store.takeUntold(db, now()));
  return {
    handlers: {
      listByUserIdAndDeptId: async ({ userId, deptId }, { user, language }) => {
        // another user's id is reported as not found
        if (userId !== undefined && Number(userId) !== user.accountId) throw new CallError('notFound', `user ${userId}`);
        if (deptId !== undefined && Number(deptId) !== user.departmentId) throw new CallError('notFound', `department ${deptId}`);
        const rows = await store.noticesOf(db, user, now(), MAX_NOTICES);
        return {
          list: rows.map((row) => ({
            noticeId: String(row.id),
            ...wordsOf(row, language),
            updateTime: row.published_at,
            readStatus: row.read ? 1 : 0,
          })),
        };
      },
      read: async ({ noticeId }, { user }) => {
        const id = Number(noticeId);
        if (id > MAX_ID || !(await store.markRead(db, id, user, now()))) throw new CallError('notFound', `notice ${noticeId}`);
        return {};
      },
    },
    publish: async (notice) => {
      const id = await store.insertNotice(db, notice);
      await tellDue();
      return id;
    },
    tellDue,
    tell,
  };
}

function wordsOf({ title, content, reminder, event }: store.NoticeRow, language: Language) {
  if (reminder) return inWords(reminder, language);
  return event ? eventInWords(event, language) : { noticeTitle: title, noticeContent: content };
}

/** The text of an event in the reader's language. */
function eventInWords(event: store.NoticeEvent, language: Language) {
  if (event.kind === 'scheduleFailed') {
    const params = { name: event.name, error: filled(getText(language, event.error), event.params) };
    return {
      noticeTitle: filled(getText(language, 'schedules.failedTitle'), params),
      noticeContent: filled(getText(language, 'schedules.failedNotice'), params),
    };
  }
  const say = (key: string) => filled(getText(language, key), { ...event });
  if (event.kind === 'scheduleDone')
    return { noticeTitle: say('schedules.doneTitle'), noticeContent: say('schedules.doneNotice') };
  if (event.kind === 'overdue')
    return { noticeTitle: say('regulators.overdueTitle'), noticeContent: say('regulators.overdueNotice') };
  if (event.kind === 'linkUp')
    return { noticeTitle: say('regulators.linkUpTitle'), noticeContent: say('regulators.linkUpNotice') };
  return { noticeTitle: say('alarm.linkDown'), noticeContent: say('regulators.linkDownNotice') };
}

/** A reminder as its reader sees it. */
function inWords({ items, more }: store.Reminder, language: Language) {
  const lines = items.map(({ kind, object, dueDate, daysLeft }) => {
    const key = enumerationRow('EXPIRY_KIND', kind)?.key;
    const params = { kind: key ? getText(language, key) : String(kind), object, dueDate, days: Math.abs(daysLeft) };
    return filled(getText(language, daysLeft < 0 ? 'expiry.lineOver' : 'expiry.line'), params);
  });
  if (more > 0) lines.push(filled(getText(language, 'expiry.lineMore'), { count: more }));
  return {
    noticeTitle: filled(getText(language, 'expiry.reminder'), { count: items.length + more }),
    noticeContent: lines.join('\n'),
  };
}
