import type { ComponentProps, ReactElement } from 'react'
import { type Destination, formatAddress } from '../../state/address.ts'
import './button.css'

/** primary: the one thing this screen is for. danger: destroys something. quiet: no frame, for rows and toolbars. */
export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger'

interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: ButtonKind
  readonly small?: boolean
}

export function Button({ kind = 'plain', small = false, className = '', type = 'button', ...rest }: ButtonProps): ReactElement {
  return <button {...rest} type={type} className={`button button--${kind} ${small ? 'button--small' : ''} ${className}`} />
}

interface LinkButtonProps extends ComponentProps<'a'> {
  readonly to: Destination
  readonly kind?: ButtonKind
  readonly small?: boolean
}

/** A link that looks like a button: it goes somewhere, so it can be opened in another tab. */
export function LinkButton({ to, kind = 'plain', small = false, className = '', children, ...rest }: LinkButtonProps): ReactElement {
  return (
    <a {...rest} href={formatAddress(to)} className={`button button--${kind} ${small ? 'button--small' : ''} ${className}`}>
      {children}
    </a>
  )
}
