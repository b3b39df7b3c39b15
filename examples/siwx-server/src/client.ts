import type { SIWXConfig } from '@portico/contracts'
import { createMessenger } from '@portico/siwx/messages'
import type { SignedIn } from './app.ts'

/** The plug-in for `createModal({ siwx })`. @param api the server's URL on the page's own origin */
export function serverSiwx(api: string): SIWXConfig {
  const ask = async (path: string, body?: object) => {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(`${api}/${path}`, body && post)
    if (!response.ok && response.status !== 401) throw new Error(`${path}: ${await response.text()}`)
    return response
  }
  const messenger = createMessenger({ getNonce: async () => (await (await ask('nonce')).json()).nonce })
  const signOut = async () => void (await ask('sign-out', {}))

  const addSession: SIWXConfig['addSession'] = async ({ message, signature }) => {
    const { ok } = await ask('verify', { message, signature })
    if (!ok) throw new Error('The signature is invalid')
  }
  const getSessions: SIWXConfig['getSessions'] = async (chainId, address) => {
    const response = await ask('me')
    if (!response.ok) return []
    const { address: accountAddress, ...rest }: SignedIn = await response.json()
    // Solana addresses and legacy Bitcoin addresses are case-sensitive.
    const spell = (text: string) => (chainId.startsWith('eip155:') ? text.toLowerCase() : text)
    if (rest.chainId !== chainId || spell(accountAddress) !== spell(address)) return []
    return [{ data: { ...rest, accountAddress, version: '1' }, message: '', signature: '' }]
  }
  return {
    createMessage: messenger.createMessage,
    addSession,
    getSessions,
    setSessions: async ([session]) => (session ? addSession(session) : signOut()),
    revokeSession: async (chainId, address) =>
      (await getSessions(chainId, address)).length > 0 ? signOut() : undefined,
  }
}
