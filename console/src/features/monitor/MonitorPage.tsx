/** placeholder until the tree lands in the next commit */
export function MonitorPage() {
  return null;
}
