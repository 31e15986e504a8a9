/**
 * Makes scrolling antd table rows reachable by Tab: through focusable content or, without any, as a whole. `table`: the root or
 * an ancestor.
 */
export function keepReachable(table: HTMLElement | null): void {
  const body = table?.querySelector<HTMLElement>('.ant-table-body, .ant-table-content[style*="overflow"]');
  if (!body) return;
  // antd repeats the headings in a hidden row to measure them
  if (body.querySelector('tbody tr:not(.ant-table-measure-row) :is(button, a[href], input):not(:disabled)'))
    body.removeAttribute('tabindex');
  else body.tabIndex = 0;
}
