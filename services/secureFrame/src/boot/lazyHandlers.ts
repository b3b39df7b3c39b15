import { type RequestName, requests } from '@portico/contracts/embeddedWallet/requests'
import type { Asking, Handlers } from '../messages/channel.ts'

type Handle = (payload: unknown, asking: Asking) => Promise<unknown>

/** Handlers that load after the page knows that the frame is there. @param onAsked called first with each request */
export function lazyHandlers(load: () => Promise<Handlers>, onAsked: (asking: Asking) => void): Handlers {
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
