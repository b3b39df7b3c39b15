import type { Context } from 'hono'
import { ServiceError } from '../http/errors.ts'
import { parseRpcChain, type RpcChain } from './upstreamList.ts'

/** @throws ServiceError `chain.malformed` */
export function readChain(text: string): RpcChain {
  const chain = parseRpcChain(text)
  if (!chain) throw new ServiceError('chain.malformed')
  return chain
}

/** The chain that the query names. @throws ServiceError `chain.missing`, `chain.malformed` */
export function chainOf(c: Context): RpcChain {
  const text = c.req.query('chainId')
  if (!text) throw new ServiceError('chain.missing')
  return readChain(text)
}
