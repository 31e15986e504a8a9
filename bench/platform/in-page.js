/** In the page that is measured: marks a button by its text, so that it can be clicked by a selector. */
globalThis.benchMark = (text, name) => {
  const button = [...document.querySelectorAll('button')].find((each) => each.textContent?.trim().endsWith(text));
  button?.setAttribute('data-bench', name);
};

/** From a click until what it opens was painted, ms by the page's clock. */
globalThis.benchOpened = async ({ click, shows, limit }) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  // nothing of before is still being drawn
  for (let n = 0; n < 30; n++) await frame();
  const element = document.querySelector(click);
  const start = performance.now();
  for (const kind of ['mousedown', 'mouseup'])
    element.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true, button: 0 }));
  element.click();
  while (!document.querySelector(shows)) {
    if (performance.now() - start > limit) throw new Error(`${click} shows no ${shows}`);
    await frame();
  }
  // the task after a frame begins when that was painted
  await frame();
  await new Promise((done) => setTimeout(done));
  return performance.now() - start;
};
