import { Component, type ReactElement, type ReactNode } from 'react'
import { shellMessages } from '../messages/shell.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { Notice } from '../parts/Notice.tsx'

interface CrashBarrierProps {
  readonly children: ReactNode
}

interface CrashBarrierState {
  readonly error: Error | null
}

/** Keeps a fault in one screen from taking the whole page along. */
export class CrashBarrier extends Component<CrashBarrierProps, CrashBarrierState> {
  static getDerivedStateFromError(error: unknown): CrashBarrierState {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override state: CrashBarrierState = { error: null }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <CrashReport error={this.state.error} />
  }
}

function CrashReport({ error }: { readonly error: Error }): ReactElement {
  const messages = useMessages(shellMessages)
  return (
    <div className="screen">
      <Notice kind="error" title={messages.crashTitle} actions={<Button onClick={() => window.location.reload()}>{messages.reload}</Button>}>
        <p>{messages.crashText}</p>
        <details>
          <summary>{messages.crashDetail}</summary>
          <pre className="crash__detail">{error.stack ?? error.message}</pre>
        </details>
      </Notice>
    </div>
  )
}
