import type { ReactElement } from 'react'
import { shellMessages } from '../messages/shell.ts'
import { useMessages } from '../messages/useMessages.ts'
import { LinkButton } from '../parts/Button.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'

/** For an address that names no screen. */
export function UnknownScreen({ path }: { readonly path: string }): ReactElement {
  const messages = useMessages(shellMessages)
  return (
    <div className="screen">
      <h1>{messages.unknownTitle}</h1>
      <EmptyState
        title={messages.unknownText(path)}
        actions={
          <>
            <LinkButton kind="primary" to={{ screen: 'home' }}>{messages.goHome}</LinkButton>
            <LinkButton to={{ screen: 'data' }}>{messages.goData}</LinkButton>
          </>
        }
      />
    </div>
  )
}
