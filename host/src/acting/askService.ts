import { ModalError, type ServiceRequest } from '@portico/contracts'
import { wireParameters } from '../project/fetchConfig.ts'

const TIMEOUT_MS = 15_000
/** Ten times the size of a page of the longest list. */
const ANSWER_MAX_BYTES = 4_000_000

export interface ServicePlace {
  /** Ends with a slash. */
  readonly api: string
  readonly projectId: string
  readonly sdkVersion: string
}

const shortText = (value: unknown) => (typeof value === 'string' ? value.slice(0, 300) : undefined)

/** Why a service refuses: `reasons[0].description` (services.md §2), and the code that our own services add. */
function refusalIn(text: string): { readonly reason?: string | undefined; readonly code?: string | undefined } {
  try {
    const { reasons, error, code } = JSON.parse(text)
    return { reason: shortText(reasons?.[0]?.description), code: shortText(error?.code ?? code) }
  } catch {
    return {}
  }
}

/** One request to the project's services. See `ActingCommands.askService`. */
export async function askService(
  { api, projectId, sdkVersion }: ServicePlace,
  { path, query = {}, body }: ServiceRequest,
  signal?: AbortSignal,
): Promise<unknown> {
  signal?.throwIfAborted()
  const url = new URL(`${api}${path.replace(/^\//, '')}`)
  url.search = wireParameters(projectId, sdkVersion).toString()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
  const life = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])])
  let response: Response
  let text: string
  try {
    // Text, because JSON's own content type would cause a preflight.
    const post = body !== undefined && {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain' },
      // services.md §7.1: the body repeats the project id.
      body: JSON.stringify({ ...body, projectId }),
    }
    response = await fetch(url, { credentials: 'omit', signal: life, ...post })
    text = await response.text()
  } catch (cause) {
    signal?.throwIfAborted()
    throw new ModalError('service.unreachable', { cause })
  }
  if (!response.ok) {
    const { status } = response
    throw new ModalError('service.status', { details: { status, ...refusalIn(text) } })
  }
  if (text.length > ANSWER_MAX_BYTES) throw new ModalError('service.invalidAnswer', { details: { path } })
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ModalError('service.invalidAnswer', { details: { path }, cause })
  }
}
