import { parse, pipe, regex, string, trim } from 'valibot'
import { DELIVERY_WAIT_MS } from '../onramp/limits.ts'
import type { Deliver } from './deliver.ts'

const TransactionId = pipe(string(), trim(), regex(/^[0-9a-f]{64}$/))

const UNKNOWN_ADDRESS = 400

/**
 * Delivers from the faucet of the local chain, `POST /__faucet/<address>/<satoshis>`, which mines the confirming block.
 * `GET /address/<address>` is Esplora's: https://github.com/Blockstream/esplora/blob/master/API.md
 */
export function deliverBitcoin(esplora: URL): Deliver {
  const base = esplora.href.replace(/\/$/, '')
  const ask = (path: string, method: string) =>
    fetch(`${base}${path}`, { method, redirect: 'error', signal: AbortSignal.timeout(DELIVERY_WAIT_MS) })

  return {
    async takes(address) {
      const answer = await ask(`/address/${address}`, 'GET')
      await answer.body?.cancel()
      if (!answer.ok && answer.status !== UNKNOWN_ADDRESS) throw new Error(`The faucet answers ${answer.status}`)
      return answer.ok
    },
    async send({ to, amount }, onSent) {
      const answer = await ask(`/__faucet/${to}/${amount}`, 'POST')
      if (!answer.ok) throw new Error(`The faucet answers ${answer.status}`)
      onSent(parse(TransactionId, await answer.text()))
    },
  }
}
