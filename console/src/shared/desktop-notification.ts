/** Shows a desktop notification while the page is hidden; a new one replaces the last. */
export function showDesktopNotice(title: string, body: string): void {
  if (!document.hidden || !mayNotify()) return;
  const notice = new Notification(title, { body, tag: 'fleetwarden-alarms' });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

const mayNotify = (): boolean => typeof Notification !== 'undefined' && Notification.permission === 'granted';

/** Requests the notification permission; resolves with whether it is granted. */
export async function askToNotify(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false;
  return (await Notification.requestPermission()) === 'granted';
}
