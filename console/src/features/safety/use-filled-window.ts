import { useCallback, useEffect, useState } from 'react';

/** Whether a page fills the window, in full-screen mode where the browser allows it, and the function that toggles it. Esc ends it. */
export function useFilledWindow(): readonly [filled: boolean, toggle: () => void] {
  const [filled, setFilled] = useState(false);
  useEffect(() => {
    if (!filled) return;
    const ended = () => document.fullscreenElement === null && setFilled(false);
    const pressed = ({ key }: KeyboardEvent) => key === 'Escape' && setFilled(false);
    document.addEventListener('fullscreenchange', ended);
    document.addEventListener('keydown', pressed);
    return () => {
      document.removeEventListener('fullscreenchange', ended);
      document.removeEventListener('keydown', pressed);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, [filled]);
  const toggle = useCallback(() => {
    // without permission the page still fills the window
    if (!filled && document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => undefined);
    setFilled(!filled);
  }, [filled]);
  return [filled, toggle];
}
