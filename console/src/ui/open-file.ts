/**
 * Opens a file of the server in a new tab. Browsers allow that only shortly after a user action; otherwise the file is downloaded
 * in this tab.
 */
export function openFile(url: string): void {
  // not every browser supports it
  if (navigator.userActivation?.isActive !== false) {
    window.open(url, '_blank', 'noopener');
    return;
  }
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
