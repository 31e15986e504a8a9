/** In the page that is measured: when the tree shows what came, and what was searched for. */
{
  let listEndedAt = 0;
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    set onmessage(listener) {
      super.onmessage = (event) => {
        if (event.data.kind === 'initEnd') listEndedAt = performance.now();
        listener.call(this, event);
      };
    }
  };
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  /** The task after a frame begins when that was painted. */
  const painted = async () => {
    await frame();
    await new Promise((done) => setTimeout(done));
    return performance.now();
  };
  const until = async (isSo, start, limit, what) => {
    while (!isSo()) {
      if (performance.now() - start > limit) throw new Error(`${what} is not shown`);
      await frame();
    }
  };

  /** Until the first row of the tree counts all vehicles, ms: since the page was asked for, and since their list had ended. */
  globalThis.benchListed = async ({ listed, limit }) => {
    const row = () => document.querySelector('[role=treeitem]')?.textContent ?? '';
    await until(() => listEndedAt > 0 && row().includes(listed), performance.now(), limit, listed);
    const at = await painted();
    return { sinceOpen: at, sinceList: at - listEndedAt };
  };

  /** From the key that searches until what was found is painted, ms; -1: nothing was. The search is cleared before and after. */
  globalThis.benchSearched = async ({ panel, label, text, limit }) => {
    const input = document.querySelector(`input[aria-label="${label}"]`);
    const found = () => document.querySelector(`aside[aria-label="${panel}"] [role=tablist] + [role=status]`);
    const write = (value) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, value);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const press = (key) => input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    const clear = async () => {
      press('Escape');
      await until(() => !found(), performance.now(), limit, 'the whole tree');
      for (let n = 0; n < 5; n++) await frame();
    };
    await clear();
    write(text);
    // the box knows the text by then, and does not search by itself yet
    await new Promise(queueMicrotask);
    const start = performance.now();
    press('Enter');
    await until(found, start, limit, text);
    const any = Number(/\d+/.exec(found().textContent)?.[0] ?? 0) > 0;
    const ms = (await painted()) - start;
    await clear();
    return any ? ms : -1;
  };
}
