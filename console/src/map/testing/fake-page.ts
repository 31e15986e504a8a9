/** A fake page for map scripts: records requests and answers them. */
export type FakePage = {
  /** Requested script URLs, in order. */
  readonly asked: string[];
  restore(): void;
};

/**
 * Answers each requested script by `serve`, which defines the script's globals and returns the outcome. Without an outcome the
 * request hangs.
 */
export function fakePage(serve: (url: URL) => 'loaded' | 'blocked' | 'silent'): FakePage {
  const asked: string[] = [];
  const { head } = document;
  const append = head.append;
  head.append = (...nodes: (Node | string)[]) => {
    for (const node of nodes) {
      if (!(node instanceof HTMLScriptElement)) throw new Error('only scripts are loaded by the page');
      asked.push(node.src);
      const url = new URL(node.src);
      const outcome = serve(url);
      queueMicrotask(() => {
        if (outcome === 'blocked') node.dispatchEvent(new Event('error'));
        const callback = url.searchParams.get('callback') ?? '';
        if (outcome === 'loaded') (window as unknown as Record<string, () => void>)[callback]?.();
      });
    }
  };
  return {
    asked,
    restore: () => {
      head.append = append;
    },
  };
}

/** A container with the size of a map; happy-dom has no layout. */
export function sizedContainer(width: number, height: number): HTMLElement & { size: { width: number; height: number } } {
  const size = { width, height };
  const container = document.createElement('div');
  Object.defineProperty(container, 'clientWidth', { get: () => size.width });
  Object.defineProperty(container, 'clientHeight', { get: () => size.height });
  document.body.append(container);
  return Object.assign(container, { size });
}
