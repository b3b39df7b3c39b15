import { ModalError, type Network } from '@portico/contracts'

const TIMEOUT_MS = 8_000

/**
 * Asks the Esplora servers of a network in turn until one answers. Bitcoin's `rpcUrls` are the base URLs of their REST
 * interface, and each network has its own.
 * @param read returns undefined for an unreadable answer
 * @throws ModalError `service.unreachable`, `service.invalidAnswer`
 */
export async function askEsplora<T>(
  { rpcUrls }: Pick<Network, 'rpcUrls'>,
  path: string,
  read: (response: Response) => Promise<T | undefined>,
  init?: RequestInit,
): Promise<T> {
  let problem = new ModalError('service.unreachable')
  for (const url of rpcUrls) {
    let response: Response
    try {
      response = await fetch(`${url.replace(/\/$/, '')}${path}`, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    } catch (cause) {
      problem = new ModalError('service.unreachable', { cause })
      continue
    }
    const answer = await read(response).catch(() => undefined)
    if (answer !== undefined) return answer
    problem = new ModalError(response.ok ? 'service.invalidAnswer' : 'service.unreachable', {
      details: { status: response.status },
    })
  }
  throw problem
}
