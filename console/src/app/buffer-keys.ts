/** Collects typed characters, so that none is lost before their field is there. Returns the function that stops and tells them. */
export function bufferKeys(): () => string {
  let text = '';
  const take = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    if (key.length === 1) text += key;
    else if (key === 'Backspace') text = text.slice(0, -1);
    else if (key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('keydown', take, true);
  return () => {
    removeEventListener('keydown', take, true);
    return text;
  };
}
