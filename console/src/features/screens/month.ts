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
