import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { ServiceError } from '../../../http/errors.ts'
import type { Log } from '../../../log.ts'
import { tryJson } from '../../askJson.ts'
import type { MeldOptions } from '../environment.ts'

/** Each has its own keys: https://docs.meld.io/docs/stablecoins/white-label-api-integration/whitelabel-quickstart */
const SITES = { production: 'https://api.meld.io', sandbox: 'https://api-sb.meld.io' } as const

/** Requests a fixed version of the API, so that its fields do not change. */
const VERSION = '2023-12-19'

interface MeldQuestion {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** If present, the request is a POST. */
  readonly body?: unknown
}

/** @throws ServiceError `onramp.noQuote` if Meld rejects the request, `onramp.unavailable` for every other failure */
export type AskMeld = <Schema extends GenericSchema>(
  question: MeldQuestion,
  schema: Schema,
  signal: AbortSignal,
) => Promise<InferOutput<Schema>>

/** Sends the key only in a header. No redirect is followed, because the key would be sent along. */
export function createAskMeld(
  { site, key, url = new URL(SITES[site]) }: MeldOptions,
  log: Log,
  waitMs?: number,
): AskMeld {
  const base = url.href.replace(/\/$/, '')

  return async ({ path, query, body }, schema, signal) => {
    const headers = { authorization: `BASIC ${key}`, 'meld-version': VERSION }
    const address = new URL(`${base}${path}?${new URLSearchParams(query)}`)
    const answer = await tryJson(address, { headers, body, signal, waitMs })
    if (answer?.status === 400) throw new ServiceError('onramp.noQuote')
    const read = safeParse(schema, answer?.body)
    if (answer?.status === 200 && read.success) return read.output
    log.warn('no answer of Meld', { path, status: answer?.status ?? 'none' })
    throw new ServiceError('onramp.unavailable')
  }
}
