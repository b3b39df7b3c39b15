import { setTimeout as wait } from 'node:timers/promises'
import type { Parts } from '@portico/services/blockchainApi/parts'
import { readJson } from '@portico/services/blockchainApi/readJson'
import {
  array,
  type GenericSchema,
  type InferOutput,
  nullish,
  object,
  parse,
  pipe,
  regex,
  string,
  unknown,
} from 'valibot'
import { DELIVERY_POLL_MS, DELIVERY_WAIT_MS } from '../onramp/limits.ts'
import type { Deliver } from './deliver.ts'

const Signature = pipe(string(), regex(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/))
const Statuses = object({
  value: array(nullish(object({ err: unknown(), confirmationStatus: nullish(string()) }))),
})

/** Requests an airdrop from one node only: a second node would pay again. */
export function deliverSolana({ signal }: Pick<Parts, 'signal'>, node: URL): Deliver {
  async function ask<Schema extends GenericSchema>(
    schema: Schema,
    method: string,
    ...params: unknown[]
  ): Promise<InferOutput<Schema>> {
    const answer = await fetch(node, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(DELIVERY_WAIT_MS),
    })
    const body = parse(object({ result: unknown() }), await readJson(answer))
    return parse(schema, body.result)
  }

  return {
    // The text alone shows whether it is an address, so the node has nothing to check.
    takes: async () => true,
    async send({ to, amount }, onSent) {
      if (amount > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error('More than JSON can say')
      const signature = await ask(Signature, 'requestAirdrop', to, Number(amount))
      onSent(signature)
      const until = performance.now() + DELIVERY_WAIT_MS
      while (performance.now() < until) {
        const [status] = (await ask(Statuses, 'getSignatureStatuses', [signature])).value
        if (status?.err) throw new Error('The transaction failed')
        if (status && status.confirmationStatus !== 'processed') return
        await wait(DELIVERY_POLL_MS, undefined, { signal })
      }
      throw new Error('The transaction is in no block')
    },
  }
}
