/** In the page that is measured: when a track and its chart were drawn. */
{
  let drawnAt = 0;
  const { stroke } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.stroke = function (...args) {
    drawnAt = performance.now();
    return stroke.apply(this, args);
  };
  /** Both are there, and so long nothing was drawn any more, ms. */
  const QUIET_MS = 300;

  /** From a navigation within the console until the last line of track and chart was painted, ms by the page's clock. */
  globalThis.benchTrackDrawn = async ({ path, limit }) => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const start = performance.now();
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
    const isThere = () => document.querySelector('section[aria-busy=false]') && document.querySelector('[role=img] > canvas');
    // the end of the frame in which something was drawn last
    let painted = 0;
    for (let last = 0; !(isThere() && painted > 0 && performance.now() - painted > QUIET_MS); ) {
      if (performance.now() - start > limit) throw new Error('no track is drawn');
      await frame();
      await new Promise((done) => setTimeout(done));
      if (!isThere() || drawnAt === last || drawnAt < start) continue;
      last = drawnAt;
      painted = performance.now();
    }
    return painted - start;
  };
}
