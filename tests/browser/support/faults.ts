import { stack } from './stack.ts'
import type { Family } from './succeedsNow.ts'
import { VISITOR, type Visit, type VisitOptions } from './visit.ts'
import { BITCOIN_VISITOR, SOLANA_VISITOR } from './wallets.ts'

/** A shop with one chain family, and a visitor whose wallet is of that family and behaves like this. */
export const shopOf = (family: Family, behaviour = 'ok'): Readonly<Record<string, unknown>> => ({
  families: family,
  [{ eip155: 'wallet', solana: 'solana', bip122: 'xverse' }[family]]: behaviour,
})

export const FAMILIES: readonly Family[] = ['eip155', 'solana', 'bip122']

/** The visitor's address in each family. */
export const ADDRESSES: Readonly<Record<Family, string>> = {
  eip155: VISITOR,
  solana: SOLANA_VISITOR,
  bip122: BITCOIN_VISITOR.payment,
}

/** Checks that no trace of a connection is left, on the page or in storage. */
export async function isForgotten(visitor: Visit): Promise<void> {
  await visitor.reads('status', 'disconnected')
  await visitor.reads('address', '–')
  if (await visitor.storedConnection()) throw new Error('a connection is still stored')
}

/** A family's nodes, the site's own and the services', that can be switched off and on. */
export function breakableChain(family: Family) {
  const chain = { isDown: true }
  const own = { eip155: stack.urls.anvil, solana: stack.urls.solana, bip122: stack.urls.esplora }[family]
  const prepare: VisitOptions['prepare'] = async (context) => {
    for (const url of [`${own}/**`, `${stack.urls.services}/v1/?*`]) {
      await context.route(url, (route) => (chain.isDown ? route.abort() : route.continue()))
    }
  }
  return { chain, prepare }
}

/**
 * The page's storage rejects writes, or any access. The playground's wallets are not part of the page: they keep their
 * storage.
 */
export const breakStorage =
  (how: 'full' | 'blocked'): VisitOptions['prepare'] =>
  (context) =>
    context.addInitScript((kind) => {
      const { localStorage } = window
      const { setItem } = Storage.prototype
      const isWallet = () =>
        /allets?\.js$/.test((document.currentScript as HTMLScriptElement | null)?.src.split('?')[0] ?? '')
      if (kind === 'full') {
        Storage.prototype.setItem = function (key, value) {
          if (!key.includes('dev.portico')) throw new DOMException('storage is full', 'QuotaExceededError')
          setItem.call(this, key, value)
        }
        return
      }
      Object.defineProperty(window, 'localStorage', {
        get() {
          if (isWallet()) return localStorage
          throw new DOMException('storage is blocked', 'SecurityError')
        },
      })
    }, how)
