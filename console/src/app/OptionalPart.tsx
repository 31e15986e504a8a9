import { Component, type ErrorInfo, type ReactNode } from 'react';
import { logError } from '../api/error-log.ts';

/** An error boundary that leaves out what failed, so that the pages stay. */
export class OptionalPart extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    logError(error, componentStack ?? '');
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
