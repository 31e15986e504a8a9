/**
 * Rows of an antd table that scroll are reached by the Tab key: by what is in them or, where nothing takes the focus, as a whole.
 * `table`: what it stands in, or its own root.
 */
export function keepReachable(table: HTMLElement | null): void {
  const body = table?.querySelector<HTMLElement>('.ant-table-body, .ant-table-content[style*="overflow"]');
  if (!body) return;
  if (body.querySelector('tbody :is(button, a[href], input):not(:disabled)')) body.removeAttribute('tabindex');
  else body.tabIndex = 0;
}
