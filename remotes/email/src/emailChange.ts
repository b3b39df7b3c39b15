import type { ViewName } from '@portico/contracts'

/** State passed between the views of an address change. */
export interface EmailChange {
  /** The current address. */
  readonly email: string
  readonly newEmail: string
  /** View to open afterwards; if absent, the modal closes. */
  readonly redirectView?: ViewName
}

/** A page can open any view without its parameters. */
export const NO_CHANGE: EmailChange = { email: '', newEmail: '' }
