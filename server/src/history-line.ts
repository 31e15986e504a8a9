const WIDTH = 30;

/** One line of a terminal with the progress of the demo history; the next one is written over it, until it is complete. */
export function historyLine(share: number, positions: number): string {
  const full = Math.round(share * WIDTH);
  const bar = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`;
  return `\r  Demo history ${bar} ${Math.floor(share * 100)} %  ${positions} positions${share >= 1 ? '\n\n' : ''}`;
}
