import { Component, type ReactNode } from 'react';

interface Props {
  /** What failed, for the message. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Shows a message where a part of the page has failed; the rest goes on. */
export class ErrorBoundary extends Component<Props, { readonly error: Error | undefined }> {
  override state: { readonly error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: Error): { readonly error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div className="panel-message" role="alert">
        <strong>{this.props.label} stopped.</strong>
        <span>{error.message}</span>
        <button type="button" className="button" onClick={() => this.setState({ error: undefined })}>
          Try again
        </button>
      </div>
    );
  }
}
