import { ShieldCheck } from 'lucide-react'
import type { ReactElement } from 'react'
import { homeMessages } from '../messages/home.ts'
import { useMessages } from '../messages/useMessages.ts'

/** That nothing leaves the browser, and how to check it oneself. */
export function PrivacyNote(): ReactElement {
  const messages = useMessages(homeMessages)
  return (
    <section className="home__privacy">
      <h2><ShieldCheck aria-hidden="true" />{messages.privacyTitle}</h2>
      <p className="small muted">{messages.privacyText}</p>
      <details className="small">
        <summary>{messages.privacyCheckTitle}</summary>
        <ol>{messages.privacyChecks.map((check) => <li key={check}>{check}</li>)}</ol>
      </details>
    </section>
  )
}
