import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { clientAddress } from './clientAddress.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The key of `clientNetwork`, set by `limitClients`. */
    clientKey: string | undefined
  }
}

/** The address of the client; undefined for a call from within the process. */
export function addressOf(c: Context, trustedProxies: number): string | undefined {
  const { incoming }: Partial<HttpBindings> = c.env ?? {}
  return incoming && clientAddress(incoming, trustedProxies)
}

/** The key of the client in limits, set by `limitClients`; undefined for a call from within the process. */
export const clientKeyOf = (c: Context): string | undefined => c.get('clientKey')
