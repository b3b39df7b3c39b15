import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { ServiceError } from '../../http/errors.ts'
import { readBytes } from '../../http/readBytes.ts'
import { isPublicAddress } from './publicAddress.ts'
import { hostOf, readSource, readWebAddress, type SourceRules } from './readSource.ts'

const WAIT_MS = 10_000
const REDIRECTS_MAX = 3
const REDIRECTS: readonly unknown[] = [301, 302, 303, 307, 308]

export interface PublicFetchOptions extends SourceRules {
  /** For all of it: looking up, connecting, redirects, and the last byte. */
  readonly waitMs?: number
  /** For tests, which have no public address to ask. */
  readonly isAllowed?: (ip: string) => boolean
  /** All addresses of a host; the system's own way unless told otherwise. */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>
}

interface Wanted {
  readonly accept: string
  readonly maxBytes: number
  /** Instead of the usual time. */
  readonly waitMs?: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Fetches what a stranger has named.
 * @throws ServiceError `request.invalid` for an address that is not asked
 * @throws Error when nothing of use came in time
 */
export type PublicFetch = (address: string, wanted: Wanted) => Promise<Uint8Array<ArrayBuffer>>

const notAsked = () =>
  new ServiceError('request.invalid', {
    reason: 'url: must be an address of the public web (ports 80 and 443, no credentials), ipfs: or data:',
  })

/**
 * The service stands in a network that strangers cannot reach, so that what they name is looked at at each step: its form,
 * and the IP address that the socket is about to connect to. That is asked for once for each connection, and the connection
 * goes to what was looked at: a name that means something else a moment later changes nothing.
 */
export function createPublicFetch(options: PublicFetchOptions): PublicFetch {
  const { waitMs = WAIT_MS, isAllowed = isPublicAddress, morePorts } = options
  const { resolve = (host: string) => lookup(host, { all: true }) } = options

  const guarded: LookupFunction = (host, { all }, callback) => {
    const look = async () => {
      const found = await resolve(host)
      // Who has a private address among others has no business here.
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
    // What is an IP address already is not looked up.
    if (!isTrusted && isIP(host) && !isAllowed(host)) throw notAsked()
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest
    return new Promise((resolve, reject) => {
      request(url, {
        // A connection of its own, so that none is used for which the address was not looked at.
        agent: false,
        signal,
        ...(isTrusted ? {} : { lookup: guarded }),
        // What is compressed may become any size.
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
