/**
 * Opens a file the server made, by its address, in a new tab. A browser lets a page open one only soon after somebody did something:
 * later it comes as a download of this tab, which stays where it is.
 */
export function openFile(url: string): void {
  // not every browser tells
  if (navigator.userActivation?.isActive !== false) {
    window.open(url, '_blank', 'noopener');
    return;
  }
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
