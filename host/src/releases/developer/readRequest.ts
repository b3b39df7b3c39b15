import { ModalError } from '@portico/contracts'
import { DEVELOPER_PARAMETER } from '@portico/contracts/developerParameter'
import { DeveloperRequest } from '@portico/contracts/services/developerOverride'
import { safeParse } from 'valibot'

const IN_ADDRESS = new RegExp(`([#&])${DEVELOPER_PARAMETER}=([^&]*)`)

/** @throws ModalError `override.invalid` */
function parse(given: unknown): DeveloperRequest {
  const read = safeParse(DeveloperRequest, given)
  if (read.success) return read.output
  throw new ModalError('override.invalid', { details: { reason: read.issues[0].message } })
}

/**
 * Reads a developer's link: `<id>,<origin>,<integrity>,<key>`.
 * @throws ModalError `override.invalid`
 */
export function parseLink(text: string): DeveloperRequest {
  let parts: string[]
  try {
    parts = decodeURIComponent(text).split(',')
  } catch (cause) {
    throw new ModalError('override.invalid', { details: { reason: 'the encoding is wrong' }, cause })
  }
  if (parts.length !== 4) throw new ModalError('override.invalid', { details: { reason: 'it has not four parts' } })
  const [id, origin, integrity, key] = parts
  return parse({ id, origin, integrity, key })
}

/**
 * Takes a developer's link out of the page's address, so that neither a reload nor a bookmark asks again.
 * @returns undefined if there is none
 * @throws ModalError `override.invalid`
 */
export function takeLink(): DeveloperRequest | undefined {
  const [found, sign = '', text = ''] = IN_ADDRESS.exec(location.hash) ?? []
  if (found === undefined) return
  const rest = location.hash.replace(found, '').replace(/^&/, sign)
  history.replaceState(history.state, '', location.pathname + location.search + rest)
  return parseLink(text)
}

/**
 * What this tab was allowed to run. Scripts of the page can write it, too, but those can run anything anyway (decision
 * 0008).
 * @throws ModalError `override.invalid`
 */
export function keptRequest(): DeveloperRequest | undefined {
  const text = sessionStorage.getItem(DEVELOPER_PARAMETER)
  if (text === null) return
  try {
    return parse(JSON.parse(text))
  } catch (cause) {
    throw new ModalError('override.invalid', { details: { reason: 'what this tab remembers is damaged' }, cause })
  }
}

export const keepRequest = (request: DeveloperRequest): void =>
  sessionStorage.setItem(DEVELOPER_PARAMETER, JSON.stringify(request))

export function forgetRequest(): void {
  try {
    sessionStorage.removeItem(DEVELOPER_PARAMETER)
  } catch {
    // Blocked storage remembers nothing.
  }
}
