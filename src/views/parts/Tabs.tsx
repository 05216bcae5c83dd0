import { type ReactElement, useEffect, useRef } from 'react'
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

/** Parts of a screen. They are links, because the address bar owns the selection. Where the bar is too narrow for all, the open one is in sight. */
export function Tabs({ label, tabs, current }: TabsProps): ReactElement {
  const bar = useRef<HTMLElement>(null)
  const name = tabs.find(({ id }) => id === current)?.label
  useEffect(() => {
    const tab = bar.current?.querySelector('[aria-current]')
    if (!bar.current || !tab) return
    // only the bar is moved: scrollIntoView would move the page, too
    const [frame, open] = [bar.current.getBoundingClientRect(), tab.getBoundingClientRect()]
    if (open.left < frame.left) bar.current.scrollLeft += open.left - frame.left
    else if (open.right > frame.right) bar.current.scrollLeft += open.right - frame.right
  }, [current, name])
  return (
    <nav ref={bar} className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.id} className="tabs__tab" href={formatAddress(tab.to)} aria-current={tab.id === current ? 'page' : undefined}>
          {tab.label}
          {tab.count !== undefined && <span className="tabs__count">{tab.count}</span>}
        </a>
      ))}
    </nav>
  )
}
