import type { ReactElement, ReactNode } from 'react'
import { useLanguage } from '../../state/language.ts'
import { useStorageEstimate } from '../../state/storageUse.ts'
import { ExampleMatrix } from '../matrix/ExampleMatrix.tsx'
import { aboutMessages } from '../messages/about.ts'
import { useMessages } from '../messages/useMessages.ts'
import { formatBytes } from '../parts/numbers.ts'
import { FormulaTable } from './FormulaTable.tsx'
import { LabelTables } from './LabelTables.tsx'
import { MethodTable } from './MethodTable.tsx'
import { VersionTable } from './VersionTable.tsx'
import './about.css'

/** What the program measures and how, in words; what it does with data; what it is made of. */
export default function AboutScreen(): ReactElement {
  const messages = useMessages(aboutMessages)
  return (
    <div className="screen about">
      <h1>{messages.title}</h1>
      <Part title={messages.what}>
        <div className="prose">{messages.whatText.map((text) => <p key={text}>{text}</p>)}</div>
      </Part>
      <Part title={messages.matrix}>
        <p className="prose">{messages.matrixText}</p>
        <ExampleMatrix caption={messages.matrixCaption} />
        <LabelTables />
      </Part>
      <Part title={messages.methods}>
        <p className="prose">{messages.methodsText}</p>
        <MethodTable />
      </Part>
      <Part title={messages.formulas}>
        <FormulaTable />
        <p className="prose small muted">{messages.same}</p>
      </Part>
      <Part title={messages.privacy}>
        <div className="prose">{messages.privacyText.map((text) => <p key={text}>{text}</p>)}</div>
        <StorageUse />
      </Part>
      <Part title={messages.limits}>
        <p className="prose">{messages.limitsText}</p>
      </Part>
      <Part title={messages.versions}>
        <VersionTable />
      </Part>
    </div>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <section className="section">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function StorageUse(): ReactElement | null {
  const messages = useMessages(aboutMessages)
  const language = useLanguage()
  const estimate = useStorageEstimate()
  if (estimate.status !== 'ready' || estimate.value === null) return null
  const { used, quota, persistent } = estimate.value
  const gap = language === 'zh' ? '' : ' '
  return (
    <p className="prose small muted">
      {messages.storageText(formatBytes(used), formatBytes(quota))}{gap}{persistent ? messages.persistent : messages.notPersistent}
    </p>
  )
}
