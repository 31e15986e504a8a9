/**
 * In the page that is measured: whose pop-up was painted when. `benchPopups()` gives what it saw since the last call: the pop-up's
 * heading, when it was painted (epoch ms).
 */
{
  let seen = [];
  let last = '';
  const look = () => {
    const heading = document.querySelector('[role=alert] h2')?.textContent ?? '';
    if (heading === last) return;
    last = heading;
    if (heading === '') return;
    // the task after a frame begins when that was handed to the compositor
    requestAnimationFrame(() => setTimeout(() => seen.push(heading, performance.timeOrigin + performance.now())));
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });

  globalThis.benchPopups = () => {
    const told = seen;
    seen = [];
    return told;
  };
}
