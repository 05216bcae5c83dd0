import { Languages, Monitor, Moon, Sun } from 'lucide-react'
import type { ReactElement } from 'react'
import { useActiveRunState } from '../../state/run/activeRun.ts'
import { type Address, formatAddress } from '../../state/address.ts'
import { setLanguage, useLanguage } from '../../state/language.ts'
import { lastDraft } from '../../state/plan/keptDraft.ts'
import { setTheme, type Theme, useTheme } from '../../state/theme.ts'
import { shellMessages } from '../messages/shell.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'

const screens = ['data', 'model', 'plan', 'run', 'results', 'about'] as const
const themeIcons = { system: Monitor, light: Sun, dark: Moon }
const nextTheme: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' }

/** Name, screens, language and theme. */
export function Header({ current }: { readonly current: Address['screen'] }): ReactElement {
  const messages = useMessages(shellMessages)
  const language = useLanguage()
  const theme = useTheme()
  const running = useActiveRunState().kind === 'active'
  const ThemeIcon = themeIcons[theme]
  return (
    <header className="header">
      <div className="header__inside">
        <a className="header__name" href={formatAddress({ screen: 'home' })} aria-current={current === 'home' ? 'page' : undefined}>
          <img src="./icon.svg" alt="" width="20" height="20" />
          {messages.name}
          <span className="header__latin" lang="zh-Latn">Xianwai</span>
        </a>
        <nav className="header__nav" aria-label={messages.screens}>
          {screens.map((screen) => (
            <a key={screen} href={formatAddress(screen === 'plan' ? lastDraft() : { screen })} aria-current={current === screen || (current === 'answers' && screen === 'results') || (current === 'prompts' && screen === 'plan') ? 'page' : undefined}>
              {messages[screen]}
              {screen === 'run' && running && <span className="header__running" title={messages.running}><span className="visually-hidden">{messages.running}</span></span>}
            </a>
          ))}
        </nav>
        <div className="header__choices">
          <Button kind="quiet" small lang={language === 'zh' ? 'en' : 'zh-Hans'} onClick={() => setLanguage(language === 'zh' ? 'en' : 'zh')}>
            <Languages aria-hidden="true" />
            {messages.otherLanguage}
          </Button>
          <Button kind="quiet" small aria-label={messages.theme[theme]} title={messages.theme[theme]} onClick={() => setTheme(nextTheme[theme])}>
            <ThemeIcon aria-hidden="true" />
          </Button>
        </div>
      </div>
    </header>
  )
}
