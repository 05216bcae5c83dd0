import type { ReactElement } from 'react'
import { homeMessages } from '../messages/home.ts'
import { useMessages } from '../messages/useMessages.ts'
import { LinkButton } from '../parts/Button.tsx'
import { ExampleMatrix } from '../matrix/ExampleMatrix.tsx'
import { PrivacyNote } from './PrivacyNote.tsx'
import { Recent } from './Recent.tsx'
import { SampleTrial } from './SampleTrial.tsx'
import './home.css'

/** The first screen: what this is, how to try it, that nothing leaves the machine, and what was done here lately. */
export function HomeScreen(): ReactElement {
  const messages = useMessages(homeMessages)
  return (
    <div className="screen">
      <div className="home__top">
        <div className="home__intro">
          <div className="section">
            <h1 className="home__sentence">{messages.sentence}</h1>
            <p className="muted">{messages.explanation}</p>
          </div>
          <SampleTrial>
            <LinkButton to={{ screen: 'data' }}>{messages.ownData}</LinkButton>
          </SampleTrial>
          <PrivacyNote />
        </div>
        <ExampleMatrix caption={messages.matrixCaption} />
      </div>
      <Recent />
    </div>
  )
}
