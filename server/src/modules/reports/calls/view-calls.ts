import { CallError, fieldTexts } from '@fleetwarden/contract/errors';
import type { reportsCalls } from '@fleetwarden/contract/reports/routes';
import { getText } from '@fleetwarden/locale/languages';
import type { Db } from '../../../platform/db/database.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import { listFilters } from '../model/filters.ts';
import { MAX_SAVED_CHARACTERS } from '../model/limits.ts';
import { getReportPermission, maySee, type OpenReport } from '../model/report-permissions.ts';
import { formatPurpose, formatReportName, listPageColumns, toShownColumn } from '../model/template.ts';
import { BY_CODE, findMenuGroup } from './navigation.ts';
import { loadView, loadViews, saveColumns, saveFilters, saveLabel } from './view-store.ts';

type ViewCalls = Pick<
  Handlers<typeof reportsCalls>,
  | 'getCustomCols'
  | 'updateCustomCols'
  | 'getSavedConditions'
  | 'updateSavedConditions'
  | 'getReportNavigation'
  | 'upReportNavigationLabel'
>;

/** Creates the calls for a user's own columns, saved filters, labels and favourites. */
export function createViewHandlers({ db, openReport }: { readonly db: Db; readonly openReport: OpenReport }): ViewCalls {
  return {
    getCustomCols: async ({ reportId }, { user }) => {
      const report = openReport(user, reportId);
      const saved = (await loadView(db, user.accountId, reportId))?.columns ?? [];
      const own = listPageColumns(report);
      const known = saved.filter(({ colEName }) => own.some(({ key }) => key === colEName));
      // columns of a later release follow the chosen ones
      const added = own.filter(({ key }) => !known.some(({ colEName }) => colEName === key));
      return {
        list: [
          ...known,
          ...added.map(({ key, hidden }) => ({ colEName: key, isPageShow: hidden ? (0 as const) : (1 as const) })),
        ],
      };
    },
    updateCustomCols: async ({ reportId, list }, { user }) => {
      const own = openReport(user, reportId).columns.map((column) => toShownColumn(column).key);
      const isTwice = new Set(list.map(({ colEName }) => colEName)).size < list.length;
      if (isTwice || list.some(({ colEName }) => !own.includes(colEName))) throw new CallError('recheckInput', 'columns');
      await saveColumns(db, user.accountId, reportId, list);
      return {};
    },
    getSavedConditions: async ({ reportId }, { user }) => {
      openReport(user, reportId);
      const saved = (await loadView(db, user.accountId, reportId))?.saved ?? {};
      return { list: Object.entries(saved).map(([name, conditions]) => ({ name, conditions: { ...conditions } })) };
    },
    updateSavedConditions: async ({ reportId, name, conditions }, { user }) => {
      const known = listFilters(openReport(user, reportId).filters).map((condition) => condition.name);
      const strange = Object.keys(conditions ?? {}).find((key) => !known.includes(key));
      if (strange !== undefined) throw new CallError('recheckInput', `condition ${strange}`);
      const texts = conditions && Object.fromEntries(Object.entries(conditions).map(([key, value]) => [key, String(value)]));
      if (JSON.stringify(texts ?? {}).length > MAX_SAVED_CHARACTERS) {
        const fault = { path: 'conditions', key: fieldTexts.tooLong, params: { max: MAX_SAVED_CHARACTERS } };
        throw new CallError('validation', 'saved conditions', [fault]);
      }
      if (!(await saveFilters(db, user.accountId, reportId, name, texts))) throw new CallError('tooMany', 'saved conditions');
      return {};
    },
    getReportNavigation: async (_data, { user, language }) => {
      const views = await loadViews(db, user.accountId);
      const list = BY_CODE.filter((report) => maySee(user, report)).map((report) => {
        const family = findMenuGroup(report);
        const view = views.get(report.id);
        return {
          reportId: report.id,
          code: getReportPermission(report),
          path: report.page,
          reportName: formatReportName(report, language),
          purpose: formatPurpose(report, language),
          family: family.key,
          familyName: getText(language, family.title),
          label: view?.label ?? '',
          favourite: view?.favourite ?? false,
        };
      });
      return { list };
    },
    upReportNavigationLabel: async ({ reportId, label, favourite }, { user }) => {
      openReport(user, reportId);
      await saveLabel(db, user.accountId, reportId, { label, favourite });
      return {};
    },
  };
}
