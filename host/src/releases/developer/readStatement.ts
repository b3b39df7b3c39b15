import { ModalError, RELEASE_INDEX_MAX_BYTES } from '@portico/contracts'
import {
  type DeveloperRequest,
  DeveloperStatement,
  STATEMENT_FILE,
} from '@portico/contracts/services/developerOverride'
import { safeParse } from 'valibot'

const TIMEOUT_MS = 8_000
const SCHEME = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
const fromBase64url = (text: string) => bytesOf(text.replaceAll('-', '+').replaceAll('_', '/'))

async function fetchStatement(origin: string): Promise<string> {
  try {
    const response = await fetch(`${origin}/${STATEMENT_FILE}`, {
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new ModalError('service.status', { details: { status: response.status } })
    return await response.text()
  } catch (cause) {
    throw new ModalError('override.unreachable', { details: { origin }, cause })
  }
}

async function isSigned(text: string, key: string): Promise<boolean> {
  const end = text.indexOf('\n')
  try {
    const verifying = await crypto.subtle.importKey('raw', fromBase64url(key), SCHEME, false, ['verify'])
    const document = new TextEncoder().encode(text.slice(end + 1))
    return await crypto.subtle.verify(SCHEME, verifying, bytesOf(text.slice(0, end)), document)
  } catch {
    return false
  }
}

/**
 * What the developer's command says about its newest build, signed with the key of the link. The release's URL is
 * absolute afterwards.
 * @throws ModalError `override.unreachable`, `override.changed` if it is signed with another key, about another remote,
 *   or names files elsewhere
 */
export async function readStatement({ id, origin, key }: DeveloperRequest): Promise<DeveloperStatement> {
  const text = await fetchStatement(origin)
  const changed = (cause?: unknown) => new ModalError('override.changed', { details: { origin }, cause })
  if (text.length > RELEASE_INDEX_MAX_BYTES || !(await isSigned(text, key))) throw changed()
  let document: unknown
  try {
    document = JSON.parse(text.slice(text.indexOf('\n') + 1))
  } catch (cause) {
    throw changed(cause)
  }
  const read = safeParse(DeveloperStatement, document)
  if (!read.success || read.output.id !== id) throw changed()
  const { release } = read.output
  const url = URL.canParse(release.url, `${origin}/`) ? new URL(release.url, `${origin}/`) : undefined
  if (url?.origin !== origin || !url.pathname.endsWith('/')) throw changed()
  return { ...read.output, release: { ...release, url: url.href } }
}
