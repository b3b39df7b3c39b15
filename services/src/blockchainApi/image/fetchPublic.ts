import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { invalidRequest } from '../../http/errors.ts'
import { readBytes } from '../../http/readBytes.ts'
import { isPublicAddress } from './publicAddress.ts'
import { hostOf, readSource, readWebAddress, type SourceRules } from './readSource.ts'

const WAIT_MS = 10_000
const REDIRECTS_MAX = 3
const REDIRECTS: readonly unknown[] = [301, 302, 303, 307, 308]

export interface PublicFetchOptions extends SourceRules {
  /** The limit for the whole request, from the lookup to the last byte, including redirects. */
  readonly waitMs?: number
  /** Replaces the check of IP addresses in tests, because their servers have no public address. */
  readonly isAllowed?: (ip: string) => boolean
  /** Finds all addresses of a host; by default with the system's lookup. */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>
}

interface Wanted {
  readonly accept: string
  readonly maxBytes: number
  /** Overrides the default time limit. */
  readonly waitMs?: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Fetches from an untrusted address.
 * @throws ServiceError `request.invalid` if the address is refused
 * @throws Error if there is no acceptable response in time
 */
export type PublicFetch = (address: string, wanted: Wanted) => Promise<Uint8Array<ArrayBuffer>>

const notAsked = () =>
  invalidRequest('url: must be an address of the public web (ports 80 and 443, no credentials), ipfs: or data:')

/**
 * The service can reach networks that strangers cannot, so every address is checked at each step: its form, and the IP
 * address to which the socket connects. Each connection does a single lookup and uses the address that was checked, so
 * it does not matter if the name resolves to something else a moment later.
 */
export function createPublicFetch(options: PublicFetchOptions): PublicFetch {
  const { waitMs = WAIT_MS, isAllowed = isPublicAddress, morePorts } = options
  const { resolve = (host: string) => lookup(host, { all: true }) } = options

  const guarded: LookupFunction = (host, { all }, callback) => {
    const look = async () => {
      const found = await resolve(host)
      // If one of several addresses is private, the host is refused.
      if (!found.every(({ address }) => isAllowed(address))) throw notAsked()
      return found
    }
    look().then(
      (found) => {
        const [first] = found
        if (!first) callback(new Error('The host has no address'), '')
        else if (all) callback(null, [...found])
        else callback(null, first.address, first.family)
      },
      (error: Error) => callback(error as NodeJS.ErrnoException, ''),
    )
  }

  function open(url: URL, isTrusted: boolean, { accept }: Wanted, signal: AbortSignal): Promise<IncomingMessage> {
    const host = hostOf(url)
    // A literal IP address causes no lookup, so it is checked here.
    if (!isTrusted && isIP(host) && !isAllowed(host)) throw notAsked()
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest
    return new Promise((resolve, reject) => {
      request(url, {
        // Without keep-alive, because the address has to be checked for every connection.
        agent: false,
        signal,
        ...(isTrusted ? {} : { lookup: guarded }),
        // Without compression, because compressed content could expand to any size.
        headers: { Accept: accept, 'Accept-Encoding': 'identity', 'User-Agent': 'portico-services' },
      })
        .once('response', resolve)
        .on('error', reject)
        .end()
    })
  }

  async function follow(first: URL, isFirstTrusted: boolean, wanted: Wanted, signal: AbortSignal) {
    let url = first
    for (let redirects = 0; ; redirects++) {
      const answer = await open(url, isFirstTrusted && redirects === 0, wanted, signal)
      const { statusCode, headers } = answer
      if (!REDIRECTS.includes(statusCode)) return answer
      answer.destroy()
      if (redirects === REDIRECTS_MAX || !headers.location) throw new Error('The address leads nowhere')
      const next = readWebAddress(headers.location, url, morePorts)
      if (!next) throw notAsked()
      url = next
    }
  }

  return async (address, wanted) => {
    const source = readSource(address, options)
    if (!source) throw notAsked()
    if ('bytes' in source) {
      if (source.bytes.length > wanted.maxBytes) throw new Error('The answer is too large')
      return source.bytes
    }
    const waits = [AbortSignal.timeout(wanted.waitMs ?? waitMs), ...(wanted.signal ? [wanted.signal] : [])]
    const signal = AbortSignal.any(waits)
    const answer = await follow(source.url, source.isTrusted, wanted, signal)
    try {
      const { statusCode, headers } = answer
      if (statusCode !== 200) throw new Error(`The address answers ${statusCode}`)
      if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new Error('The answer is compressed')
      if (Number(headers['content-length']) > wanted.maxBytes) throw new Error('The answer is too large')
      return await readBytes(answer, wanted.maxBytes)
    } finally {
      answer.destroy()
    }
  }
}
