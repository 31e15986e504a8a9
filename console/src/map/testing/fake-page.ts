/** A page whose map scripts come from here: what was asked for, and what happens when it is. */
export type FakePage = {
  /** Addresses of the scripts asked for, in order. */
  readonly asked: string[];
  restore(): void;
};

/**
 * Answers each script the page loads by `serve`: it puts into the page what the script would, and says what became of it. Without
 * an answer nothing comes.
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

/** A container as large as a map on a page; happy-dom lays nothing out. */
export function sizedContainer(width: number, height: number): HTMLElement & { size: { width: number; height: number } } {
  const size = { width, height };
  const container = document.createElement('div');
  Object.defineProperty(container, 'clientWidth', { get: () => size.width });
  Object.defineProperty(container, 'clientHeight', { get: () => size.height });
  document.body.append(container);
  return Object.assign(container, { size });
}
