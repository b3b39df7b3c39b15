import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { clientAddress } from './clientAddress.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** See `clientNetwork`; set by `limitClients`. */
    clientKey: string | undefined
  }
}

/** The client's address; undefined for a call from within the process. */
export function addressOf(c: Context, trustedProxies: number): string | undefined {
  const { incoming }: Partial<HttpBindings> = c.env ?? {}
  return incoming && clientAddress(incoming, trustedProxies)
}

/** The client's key in limits, set by `limitClients`; undefined for a call from within the process. */
export const clientKeyOf = (c: Context): string | undefined => c.get('clientKey')
