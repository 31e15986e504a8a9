/** Tells alarms on the desktop while nobody looks at the console: one notice at a time, a newer one takes its place. */
export function showDesktopNotice(title: string, body: string): void {
  if (!document.hidden || !mayNotify()) return;
  const notice = new Notification(title, { body, tag: 'fleetwarden-alarms' });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

const mayNotify = (): boolean => typeof Notification !== 'undefined' && Notification.permission === 'granted';

/** Asks the browser's user; resolves to whether notices may be shown. */
export async function askToNotify(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false;
  return (await Notification.requestPermission()) === 'granted';
}
