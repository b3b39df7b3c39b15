import { WalletQuery } from '@portico/contracts/services/walletQuery'
import { Hono } from 'hono'
import { cached } from '../http/cached.ts'
import { type EtaggedAnswer, etagged, sendEtagged } from '../http/etagged.ts'
import { check } from '../http/readBody.ts'
import { findWallets } from './findWallets.ts'
import { LeastRecentlyUsed } from './leastRecentlyUsed.ts'
import { registryWallets } from './registryWallets.ts'

/** A list changes only with a release of the services. The modal may show the previous list while it revalidates. */
const forFiveMinutes = cached('public, max-age=300, stale-while-revalidate=86400')

/** Enough, because sites repeat the same few requests. */
const ANSWERS_MAX_BYTES = 16_000_000

/** services.md §2: clients send an empty value, or omit the parameter. */
const filled = (query: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))

function createAnswer(query: WalletQuery): EtaggedAnswer {
  const { wallets, count } = findWallets(registryWallets, query)
  return etagged({ data: wallets, count })
}

/**
 * `GET /getWallets` (services.md §4.1). The answer is the same for all projects, so that requests need not name one.
 * Unknown facts about a wallet are omitted.
 */
export function walletsApi() {
  const answers = new LeastRecentlyUsed<EtaggedAnswer>(ANSWERS_MAX_BYTES, ({ body }) => body.length * 2)

  return new Hono().get('/getWallets', forFiveMinutes, (c) => {
    const query = check(WalletQuery, filled(c.req.query()))
    const key = JSON.stringify(query)
    const answer = answers.get(key) ?? createAnswer(query)
    answers.set(key, answer)
    return sendEtagged(c, answer)
  })
}
