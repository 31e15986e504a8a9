/**
 * In the page that is measured: which positions came and when the frame was through that drew them. `benchDrawn()` gives what it saw
 * since the last call, by position: vehicle, time of the fix, when it was drawn (both epoch ms).
 */
{
  const ids = [];
  /** Came, and not yet drawn: vehicle and time of the fix in turns. */
  let waiting = [];
  let drawn = [];
  const epochNow = () => performance.timeOrigin + performance.now();

  const read = ({ kind, batch }) => {
    if (kind !== 'init' && kind !== 'gps') return;
    batch.newIds.forEach((id, i) => {
      ids[batch.firstNewSlot + i] = id;
    });
    if (kind === 'gps') for (let i = 0; i < batch.count; i++) waiting.push(ids[batch.columns.slot[i]], batch.columns.time[i]);
  };

  const Plain = window.Worker;
  window.Worker = class extends Plain {
    set onmessage(listener) {
      super.onmessage = (event) => {
        // before the console does: what it has read it gives back to the worker
        read(event.data);
        listener.call(this, event);
      };
    }
  };

  // Markers are instances of a few quads: their buffers are filled in the frame that draws them, the base map draws none.
  const uploaded = new WeakSet();
  const { bufferData, bufferSubData, drawArraysInstanced } = WebGL2RenderingContext.prototype;
  const gl = WebGL2RenderingContext.prototype;
  gl.bufferData = function (...args) {
    uploaded.add(this);
    return bufferData.apply(this, args);
  };
  gl.bufferSubData = function (...args) {
    uploaded.add(this);
    return bufferSubData.apply(this, args);
  };
  gl.drawArraysInstanced = function (...args) {
    drawArraysInstanced.apply(this, args);
    if (!uploaded.delete(this) || waiting.length === 0) return;
    const shown = waiting;
    waiting = [];
    // the task after a frame begins when that was handed to the compositor
    setTimeout(() => {
      const at = epochNow();
      for (let i = 0; i < shown.length; i += 2) drawn.push(shown[i], shown[i + 1], at);
    });
  };

  globalThis.benchDrawn = () => {
    const told = drawn;
    drawn = [];
    return told;
  };
}
