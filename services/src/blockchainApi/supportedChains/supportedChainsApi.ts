import type { CaipNetworkId } from '@portico/contracts'
import { SUPPORTED_CHAINS_PATH, type SupportedChains } from '@portico/contracts/services/supportedChains'
import { Hono } from 'hono'
import { cached } from '../../http/cached.ts'
import type { Parts } from '../parts.ts'

export interface SupportedChainsOptions {
  /** The chains that are served without a node, for example by an explorer. */
  readonly more?: readonly CaipNetworkId[]
  /** The chains with routes for `/v1/convert`, in addition to those that every client knows. */
  readonly swap?: readonly CaipNetworkId[]
}

/** services.md §7.2: the list is the same for all projects, so requests name none. No chain is served by WebSocket. */
export function supportedChainsApi(
  { chains }: Pick<Parts, 'chains'>,
  { more = [], swap = [] }: SupportedChainsOptions = {},
) {
  const supported: SupportedChains = { http: [...new Set([...chains.ids, ...more])], ws: [], swap: [...swap] }
  return new Hono().get(SUPPORTED_CHAINS_PATH, cached('public, max-age=86400'), (c) => c.json(supported))
}
