/** epoch ms as an input of kind datetime-local has it, by the browser's clock: 2026-11-21T16:05 */
export function localInput(at: number): string {
  const date = new Date(at);
  const two = (n: number) => String(n).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** And back; null for what is no time. */
export function readLocalInput(text: string): number | null {
  const at = new Date(text).getTime();
  return text === '' || Number.isNaN(at) ? null : at;
}
