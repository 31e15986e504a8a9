const two = (n: number) => String(n).padStart(2, '0');

/** 'yyyy-MM' of a time, by this machine's clock and zone. */
export function monthOf(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}`;
}

/** The month so many months after (before, if negative) a month. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const count = year * 12 + number - 1 + months;
  return `${Math.floor(count / 12)}-${two((count % 12) + 1)}`;
}

/** Its days as 'yyyy-MM-dd'. */
export function daysOf(month: string): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length }, (_, i) => `${month}-${two(i + 1)}`);
}

/** The day so many days before that of `at`, by this machine's zone: 'yyyy-MM-dd', and its bounds in epoch ms (end not included). */
export function dayBack(at: number, days: number): { readonly key: string; readonly startAt: number; readonly endAt: number } {
  const now = new Date(at);
  const midnight = (back: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - back);
  const start = midnight(days);
  const key = `${monthOf(start.getTime())}-${two(start.getDate())}`;
  return { key, startAt: start.getTime(), endAt: midnight(days - 1).getTime() };
}
