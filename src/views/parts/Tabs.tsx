import type { ReactElement } from 'react'
import { type Destination, formatAddress } from '../../state/address.ts'
import './tabs.css'

export interface Tab {
  readonly id: string
  readonly label: string
  /** How many things are behind it, formatted. */
  readonly count?: string
  readonly to: Destination
}

interface TabsProps {
  /** What the tabs are parts of, for screen readers. */
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly current: string
}

/** Parts of a screen. They are links, because the address bar owns the selection. */
export function Tabs({ label, tabs, current }: TabsProps): ReactElement {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.id} className="tabs__tab" href={formatAddress(tab.to)} aria-current={tab.id === current ? 'page' : undefined}>
          {tab.label}
          {tab.count !== undefined && <span className="tabs__count">{tab.count}</span>}
        </a>
      ))}
    </nav>
  )
}
