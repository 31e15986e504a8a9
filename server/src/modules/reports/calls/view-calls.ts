import { CallError, fieldTexts } from '@fleetwarden/contract/errors';
import type { reportsCalls } from '@fleetwarden/contract/reports/routes';
import { textOf } from '@fleetwarden/locale/languages';
import type { Db } from '../../../platform/db/database.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import { askedFor } from '../model/filters.ts';
import { SAVED_CHARACTERS } from '../model/limits.ts';
import { codeOf, maySee } from '../model/report-permissions.ts';
import { nameOf, purposeOf, shownOf } from '../model/template.ts';
import type { Questions } from '../query/questions.ts';
import { BY_CODE, familyOf } from './navigation.ts';
import { keepColumns, keepConditions, keepLabel, viewOf, viewsOf } from './views.ts';

type ViewCalls = Pick<
  Handlers<typeof reportsCalls>,
  | 'getCustomCols'
  | 'updateCustomCols'
  | 'getSavedConditions'
  | 'updateSavedConditions'
  | 'getReportNavigation'
  | 'upReportNavigationLabel'
>;

/** How a person has reports: their columns, conditions that are kept, and labels and favourites in their list. */
export function viewHandlers({ db, openedBy }: { readonly db: Db; readonly openedBy: Questions['openedBy'] }): ViewCalls {
  return {
    getCustomCols: async ({ reportId }, { user }) => {
      const report = openedBy(user, reportId);
      const kept = (await viewOf(db, user.accountId, reportId))?.columns ?? [];
      const own = report.columns.map(shownOf);
      const known = kept.filter(({ colEName }) => own.some(({ key }) => key === colEName));
      // what a release added stands behind what was chosen before it
      const added = own.filter(({ key }) => !known.some(({ colEName }) => colEName === key));
      return {
        list: [
          ...known,
          ...added.map(({ key, hidden }) => ({ colEName: key, isPageShow: hidden ? (0 as const) : (1 as const) })),
        ],
      };
    },
    updateCustomCols: async ({ reportId, list }, { user }) => {
      const own = openedBy(user, reportId).columns.map((column) => shownOf(column).key);
      const isTwice = new Set(list.map(({ colEName }) => colEName)).size < list.length;
      if (isTwice || list.some(({ colEName }) => !own.includes(colEName))) throw new CallError('recheckInput', 'columns');
      await keepColumns(db, user.accountId, reportId, list);
      return {};
    },
    getSavedConditions: async ({ reportId }, { user }) => {
      openedBy(user, reportId);
      const saved = (await viewOf(db, user.accountId, reportId))?.saved ?? {};
      return { list: Object.entries(saved).map(([name, conditions]) => ({ name, conditions: { ...conditions } })) };
    },
    updateSavedConditions: async ({ reportId, name, conditions }, { user }) => {
      const known = askedFor(openedBy(user, reportId).conditions).map((condition) => condition.name);
      const strange = Object.keys(conditions ?? {}).find((key) => !known.includes(key));
      if (strange !== undefined) throw new CallError('recheckInput', `condition ${strange}`);
      const texts = conditions && Object.fromEntries(Object.entries(conditions).map(([key, value]) => [key, String(value)]));
      if (JSON.stringify(texts ?? {}).length > SAVED_CHARACTERS) {
        const fault = { path: 'conditions', key: fieldTexts.tooLong, params: { max: SAVED_CHARACTERS } };
        throw new CallError('validation', 'saved conditions', [fault]);
      }
      if (!(await keepConditions(db, user.accountId, reportId, name, texts))) throw new CallError('tooMany', 'saved conditions');
      return {};
    },
    getReportNavigation: async (_data, { user, language }) => {
      const views = await viewsOf(db, user.accountId);
      const list = BY_CODE.filter((report) => maySee(user, report)).map((report) => {
        const family = familyOf(report);
        const view = views.get(report.id);
        return {
          reportId: report.id,
          code: codeOf(report),
          path: report.page,
          reportName: nameOf(report, language),
          purpose: purposeOf(report, language),
          family: family.key,
          familyName: textOf(language, family.title),
          label: view?.label ?? '',
          favourite: view?.favourite ?? false,
        };
      });
      return { list };
    },
    upReportNavigationLabel: async ({ reportId, label, favourite }, { user }) => {
      openedBy(user, reportId);
      await keepLabel(db, user.accountId, reportId, { label, favourite });
      return {};
    },
  };
}
