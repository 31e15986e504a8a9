import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenForShortcuts, shortcutOf, shortcuts } from './shortcuts.ts';

const run = vi.fn((_command: string) => true);
let stop = () => {};
beforeEach(() => {
  run.mockClear();
  document.body.innerHTML = '';
  stop = listenForShortcuts(run);
});
afterEach(() => stop());

function press(key: string, more: KeyboardEventInit = {}, target: EventTarget = document.body): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  target.dispatchEvent(event);
  return event;
}
const ran = () => run.mock.calls.map(([command]) => command);

function put<T extends HTMLElement>(element: T): T {
  document.body.append(element);
  return element;
}

describe('shortcuts', () => {
  it('have these keys and commands', () => {
    expect(shortcuts.map(({ keys, command }) => [keys.join(' '), command])).toEqual([
      ['mod+k', 'palette.open'],
      ['/', 'search.open'],
      ['?', 'help.open'],
      ['g m', 'go.monitoring'],
      ['g h', 'go.home'],
      ['[', 'sidebar.toggle'],
      ['f', 'fullscreen.toggle'],
    ]);
    expect(shortcutOf('palette.open')).toEqual(['Ctrl + K']);
    expect(shortcutOf('go.home')).toEqual(['G', 'H']);
    expect(shortcutOf('nothing')).toEqual([]);
  });

  it('run their command and prevent the browser’s default action', () => {
    expect(press('k', { ctrlKey: true }).defaultPrevented).toBe(true);
    press('?', { shiftKey: true });
    press('/');
    press('[');
    press('f');
    expect(ran()).toEqual(['palette.open', 'help.open', 'search.open', 'sidebar.toggle', 'fullscreen.toggle']);
  });

  it('leave a key to the browser if no command uses it', () => {
    run.mockReturnValueOnce(false);
    expect(press('f').defaultPrevented).toBe(false);
    expect(press('q').defaultPrevented).toBe(false);
    expect(press('f', { ctrlKey: true }).defaultPrevented).toBe(false);
    expect(press('f', { altKey: true }).defaultPrevented).toBe(false);
    expect(run).toHaveBeenCalledOnce();
  });

  it('accept two keys in sequence, also after a wrong key', () => {
    press('g');
    press('m');
    press('x');
    press('g');
    press('g');
    press('h');
    expect(ran()).toEqual(['go.monitoring', 'go.home']);
  });

  it('discard a first key after one second', () => {
    vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValueOnce(5_000).mockReturnValueOnce(5_000).mockReturnValue(6_001);
    press('g');
    press('m');
    expect(ran()).toEqual([]);
    vi.restoreAllMocks();
  });

  it('are disabled while the user types, except combinations with Ctrl', () => {
    const inputs = [
      put(document.createElement('input')),
      put(document.createElement('textarea')),
      put(document.createElement('select')),
    ];
    for (const input of inputs) press('f', {}, input);
    expect(ran()).toEqual([]);
    press('k', { ctrlKey: true }, inputs[0]);
    expect(ran()).toEqual(['palette.open']);
    const box = put(document.createElement('input'));
    box.type = 'checkbox';
    press('f', {}, box);
    expect(ran()).toEqual(['palette.open', 'fullscreen.toggle']);
  });

  it('are disabled during input-method composition and while a modal dialog is open', () => {
    press('f', { isComposing: true });
    const dialog = put(document.createElement('div'));
    dialog.setAttribute('aria-modal', 'true');
    press('f');
    press('k', { ctrlKey: true });
    expect(ran()).toEqual([]);
  });

  it('use the physical key position for other alphabets', () => {
    press('Process', { code: 'KeyF' });
    press('ㅎ', { code: 'KeyG' });
    press('ㅡ', { code: 'KeyM' });
    press('、', { code: 'Slash' });
    expect(ran()).toEqual(['fullscreen.toggle', 'go.monitoring', 'search.open']);
  });

  it('ignore a key held down', () => {
    press('f', { repeat: true });
    expect(ran()).toEqual([]);
  });
});
