import { type ReactElement, Suspense, useEffect, useRef } from 'react'
import { useAddress } from '../../state/address.ts'
import { shellMessages } from '../messages/shell.ts'
import { useMessages } from '../messages/useMessages.ts'
import { CrashBarrier } from './CrashBarrier.tsx'
import { Header } from './Header.tsx'
import { Screen } from './Screen.tsx'
import './tokens.css'
import './base.css'
import './shell.css'

/** Header and the screen that the address names. A new screen takes the focus and begins at its top. */
export function Shell(): ReactElement {
  const address = useAddress()
  const messages = useMessages(shellMessages)
  const main = useRef<HTMLElement>(null)
  const shown = useRef(address.screen)
  useEffect(() => {
    if (shown.current === address.screen) return
    shown.current = address.screen
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [address.screen])

  return (
    <>
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault() // the address bar holds the screen
          main.current?.focus()
        }}
      >
        {messages.skip}
      </a>
      <Header current={address.screen} />
      <main id="main" ref={main} tabIndex={-1}>
        <CrashBarrier key={address.screen}>
          <Suspense fallback={<p className="screen muted">{messages.loading}</p>}>
            <Screen address={address} />
          </Suspense>
        </CrashBarrier>
      </main>
    </>
  )
}
