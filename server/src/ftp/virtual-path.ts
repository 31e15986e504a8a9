/**
 * Resolves a path of a client in its virtual folder; null if it leaves the root. No file is named by it: see upload-folder.ts.
 */
export function resolveVirtual(folder: string, path: string): string | null {
  const parts: string[] = [];
  for (const part of `${path.startsWith('/') ? '' : folder}/${path}`.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return `/${parts.join('/')}`;
}
