import { describe, expect, it } from 'vitest';
import { arrangeColumns } from './columns.ts';
import { expandColumns, expandTemplate, hasDynamicColumns } from './dynamic-columns.ts';
import { column, template } from './testing.ts';

const REPORT = template({
  colCfgList: [column('carNo', 'vehicle', { isfixed: 1 }), column('typeCols', 'several'), column('note')],
  sumColCfgList: [{ colEName: 'typeCols', agg: 'sum' }],
  reportRedirector: [{ colEName: 'typeCols', reportId: 404001, reportName: '报警明细' }],
});
const dynamic = new Map([['typeCols', [column('t1', 'integer'), column('t2', 'integer')]]]);
const names = (columns: readonly { readonly colEName: string }[]) => columns.map(({ colEName }) => colEName);

describe('dynamic columns', () => {
  it('replace their placeholder where the user put it', () => {
    expect(names(expandColumns(arrangeColumns(REPORT.colCfgList, []), dynamic))).toEqual(['carNo', 't1', 't2', 'note']);
    const saved = [
      { colEName: 'note', isPageShow: 1 as const },
      { colEName: 'typeCols', isPageShow: 0 as const },
    ];
    const own = expandColumns(arrangeColumns(REPORT.colCfgList, saved), dynamic);
    expect(own.map(({ colEName, hidden }) => `${colEName} ${hidden}`)).toEqual([
      'carNo false',
      'note false',
      't1 true',
      't2 true',
    ]);
  });

  it('inherit the total and the drill-down of their placeholder', () => {
    const expanded = expandTemplate(REPORT, dynamic);
    expect(names(expanded.colCfgList)).toEqual(['carNo', 't1', 't2', 'note']);
    expect(expanded.sumColCfgList).toEqual([
      { colEName: 't1', agg: 'sum' },
      { colEName: 't2', agg: 'sum' },
    ]);
    expect(names(expanded.reportRedirector)).toEqual(['t1', 't2']);
  });

  it('are left out until they are loaded, and exist only in reports with a placeholder', () => {
    expect(names(expandColumns(arrangeColumns(REPORT.colCfgList, []), new Map()))).toEqual(['carNo', 'note']);
    expect([hasDynamicColumns(REPORT), hasDynamicColumns(template())]).toEqual([true, false]);
  });
});
