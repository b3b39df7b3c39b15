import type { ViewName } from '@portico/contracts'

/** What the views of a change hand on to one another. */
export interface EmailChange {
  /** The address of now. */
  readonly email: string
  readonly newEmail: string
  /** Where to go afterwards; absent: the window closes. */
  readonly redirectView?: ViewName
}

/** A page may ask for any view, without what belongs to it. */
export const NO_CHANGE: EmailChange = { email: '', newEmail: '' }
