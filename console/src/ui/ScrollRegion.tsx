import type { ComponentProps } from 'react';

/** A named part that scrolls. Tab reaches it, so that the keyboard can scroll it even when it contains no control. */
export function ScrollRegion({
  label,
  ...rest
}: { label: string } & Pick<ComponentProps<'section'>, 'className' | 'ref' | 'children'>) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
  return <section {...rest} tabIndex={0} aria-label={label} />;
}
