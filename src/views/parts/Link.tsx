import type { ComponentProps, ReactElement } from 'react'
import { type Destination, formatAddress } from '../../state/address.ts'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: Destination
}

/** A plain link to a place in the program. */
export function Link({ to, children, ...rest }: LinkProps): ReactElement {
  return <a {...rest} href={formatAddress(to)}>{children}</a>
}
