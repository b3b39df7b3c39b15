import type { Connector } from '@portico/contracts'
import type { Eip1193Provider } from '../provider.ts'
import { type Answer, openChannel } from './channel.ts'
import { createSafeProvider } from './createSafeProvider.ts'
import { readSafeInfo } from './readAnswers.ts'

/** So long the interface has to say that it is one, and so often it is asked: it may be loading as well. */
const HANDSHAKE_MS = 2_500
const REPEAT_MS = 250

const SAFE_ID = 'safe'

const CONNECTOR: Connector = { id: SAFE_ID, name: 'Safe', type: 'EXTERNAL', namespace: 'eip155' }

export interface FoundSafe {
  readonly connector: Connector
  readonly provider: Eip1193Provider
}

/** Where the browser tells who frames this page, nobody has to be asked in vain. Firefox long did not. */
function candidates(page: Window, origins: readonly string[]): readonly string[] {
  const nearest = (page.location.ancestorOrigins as DOMStringList | undefined)?.[0]
  return nearest === undefined ? origins : origins.filter((origin) => origin === nearest)
}

/**
 * The Safe whose interface this page is framed by: the one window above it, if it is of one of `origins` and answers in
 * time. Undefined otherwise. From then on only the origin that answered is spoken to.
 * @param life ends with the modal
 */
export async function findSafe(
  page: Window,
  origins: readonly string[],
  life: AbortSignal,
): Promise<FoundSafe | undefined> {
  const asked = candidates(page, origins)
  if (page.parent === page || asked.length === 0) return undefined
  const handshake = new AbortController()
  let answer: Answer
  try {
    const channel = openChannel(page, asked, AbortSignal.any([life, handshake.signal]))
    answer = await channel.ask('getSafeInfo', undefined, { timeoutMs: HANDSHAKE_MS, repeatMs: REPEAT_MS })
  } catch {
    return undefined
  } finally {
    handshake.abort()
  }
  const info = readSafeInfo(answer.data)
  return info && { connector: CONNECTOR, provider: createSafeProvider(openChannel(page, [answer.origin], life), info) }
}
