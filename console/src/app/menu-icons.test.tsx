import { consoleRoutes } from '@fleetwarden/contract/console-routes';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MenuIcon } from './menu-icons.tsx';

it('no icon adds its own style tag, which the content security policy would block', () => {
  const { container } = render(consoleRoutes.map(({ path }) => <MenuIcon key={path} path={path} />));
  expect(container.querySelectorAll('svg').length).toBe(consoleRoutes.length);
  expect(container.querySelectorAll('style')).toHaveLength(0);
});
