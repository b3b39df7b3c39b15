import { type RequestName, requests } from '@portico/contracts/embeddedWallet/requests'
import type { Asking, Handlers } from '../messages/channel.ts'

type Handle = (payload: unknown, asking: Asking) => Promise<unknown>

/**
 * Handlers that are fetched when the page has been told that the frame is there: what it asks in between waits for them.
 * @param onAsked hears of each request before it is worked on
 */
export function lateHandlers(load: () => Promise<Handlers>, onAsked: (asking: Asking) => void): Handlers {
  const handle =
    (name: RequestName): Handle =>
    async (payload, asking) => {
      onAsked(asking)
      const work = (await load())[name] as Handle
      return work(payload, asking)
    }
  const names = Object.keys(requests) as RequestName[]
  return Object.fromEntries(names.map((name) => [name, handle(name)])) as unknown as Handlers
}
