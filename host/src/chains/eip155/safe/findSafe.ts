import type { Connector } from '@portico/contracts'
import type { Eip1193Provider } from '../provider.ts'
import { type Answer, openChannel } from './channel.ts'
import { createSafeProvider } from './createSafeProvider.ts'
import { readSafeInfo } from './readAnswers.ts'

/** How long the interface has to respond, and how often it is asked, because it may still be loading. */
const HANDSHAKE_MS = 2_500
const REPEAT_MS = 250

const SAFE_ID = 'safe'

const CONNECTOR: Connector = { id: SAFE_ID, name: 'Safe', type: 'EXTERNAL', namespace: 'eip155' }

export interface FoundSafe {
  readonly connector: Connector
  readonly provider: Eip1193Provider
}

/** Only the parent's origin, if the browser reveals it; older Firefox versions do not. */
function candidates(page: Window, origins: readonly string[]): readonly string[] {
  const nearest = (page.location.ancestorOrigins as DOMStringList | undefined)?.[0]
  return nearest === undefined ? origins : origins.filter((origin) => origin === nearest)
}

/**
 * The Safe whose interface frames this page: the parent window, if it has one of `origins` and responds in time.
 * Otherwise undefined. Afterwards only the origin that responded gets messages.
 * @param life ends with the modal
 */
export async function findSafe(
  page: Window,
  origins: readonly string[],
  life: AbortSignal,
): Promise<FoundSafe | undefined> {
  const possible = candidates(page, origins)
  if (page.parent === page || possible.length === 0) return undefined
  const handshake = new AbortController()
  let answer: Answer
  try {
    const channel = openChannel(page, possible, AbortSignal.any([life, handshake.signal]))
    answer = await channel.ask('getSafeInfo', undefined, { timeoutMs: HANDSHAKE_MS, repeatMs: REPEAT_MS })
  } catch {
    return undefined
  } finally {
    handshake.abort()
  }
  const info = readSafeInfo(answer.data)
  return info && { connector: CONNECTOR, provider: createSafeProvider(openChannel(page, [answer.origin], life), info) }
}
