/**
 * In the page that is measured: when the tree counts all vehicles, and when the frame was through that drew the complete view. `benchSignedIn()`
 * resolves to both, epoch ms.
 */
{
  let listEnded = false;
  let viewComplete = false;
  /** Something came that is not drawn yet. */
  let isWaiting = true;
  let drawnAt = 0;
  const epochNow = () => performance.timeOrigin + performance.now();

  const Plain = window.Worker;
  window.Worker = class extends Plain {
    set onmessage(listener) {
      super.onmessage = (event) => {
        const { kind, batch } = event.data;
        if (kind === 'initEnd') listEnded = true;
        if (kind === 'init' || kind === 'gps') isWaiting ||= batch.count > 0 || Boolean(batch.cells);
        // the snapshot of the view: single vehicles or clusters
        if (kind === 'gps' && batch.view !== undefined) viewComplete = true;
        listener.call(this, event);
      };
    }
  };

  // markers and clusters are instances of a few quads, the base map draws none
  const { drawArraysInstanced } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.drawArraysInstanced = function (...args) {
    drawArraysInstanced.apply(this, args);
    if (!isWaiting) return;
    isWaiting = false;
    // the task after a frame begins when that was handed to the compositor
    setTimeout(() => {
      drawnAt = epochNow();
    });
  };

  globalThis.benchSignedIn = async ({ listed, limit }) => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const start = performance.now();
    const isDrawn = () => listEnded && viewComplete && !isWaiting && drawnAt > 0;
    let countedAt = 0;
    while (countedAt === 0 || !isDrawn()) {
      if (performance.now() - start > limit)
        throw new Error(JSON.stringify({ countedAt, listEnded, viewComplete, isWaiting, drawnAt }));
      await frame();
      if (countedAt === 0 && document.querySelector('[role=treeitem]')?.textContent.includes(listed)) countedAt = epochNow();
    }
    return { countedAt, drawnAt };
  };
}
