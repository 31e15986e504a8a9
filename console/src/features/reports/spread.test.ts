import { describe, expect, it } from 'vitest';
import { arranged } from './columns.ts';
import { isSpread, spreadColumns, spreadTemplate } from './spread.ts';
import { column, template } from './testing.ts';

const made = template({
  colCfgList: [column('carNo', 'vehicle', { isfixed: 1 }), column('typeCols', 'several'), column('note')],
  sumColCfgList: [{ colEName: 'typeCols', agg: 'sum' }],
  reportRedirector: [{ colEName: 'typeCols', reportId: 404001, reportName: '报警明细' }],
});
const heads = new Map([['typeCols', [column('t1', 'integer'), column('t2', 'integer')]]]);
const names = (columns: readonly { readonly colEName: string }[]) => columns.map(({ colEName }) => colEName);

describe('columns that depend on what is asked for', () => {
  it('stand where the one stands that they are for, wherever the user put it', () => {
    expect(names(spreadColumns(arranged(made.colCfgList, []), heads))).toEqual(['carNo', 't1', 't2', 'note']);
    const kept = [
      { colEName: 'note', isPageShow: 1 as const },
      { colEName: 'typeCols', isPageShow: 0 as const },
    ];
    const own = spreadColumns(arranged(made.colCfgList, kept), heads);
    expect(own.map(({ colEName, hidden }) => `${colEName} ${hidden}`)).toEqual([
      'carNo false',
      'note false',
      't1 true',
      't2 true',
    ]);
  });

  it('have its sum and lead where it leads', () => {
    const spread = spreadTemplate(made, heads);
    expect(names(spread.colCfgList)).toEqual(['carNo', 't1', 't2', 'note']);
    expect(spread.sumColCfgList).toEqual([
      { colEName: 't1', agg: 'sum' },
      { colEName: 't2', agg: 'sum' },
    ]);
    expect(names(spread.reportRedirector)).toEqual(['t1', 't2']);
  });

  it('are not shown until they are known, and asked for by no report without', () => {
    expect(names(spreadColumns(arranged(made.colCfgList, []), new Map()))).toEqual(['carNo', 'note']);
    expect([isSpread(made), isSpread(template())]).toEqual([true, false]);
  });
});
