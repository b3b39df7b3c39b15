import type { Visit } from './visit.ts'

/** A page that signs visitors in with `DefaultSIWX` and these options. */
export const signInShop = (siwx: object = {}, more: Readonly<Record<string, unknown>> = {}) => ({
  query: { fixture: 'siwx', siwx, ...more },
})

export const signButton = ({ page }: Visit) => page.getByTestId('w3m-connecting-siwe-sign')
export const cancelButton = ({ page }: Visit) => page.getByTestId('w3m-connecting-siwe-cancel')

/** Waits until the site asks for a signature. */
export const isAsked = (visitor: Visit): Promise<void> => visitor.view('SIWXSignMessage').waitFor()

/** Chooses a wallet from the list, and waits until the site asks for a signature. */
export async function connectAndBeAsked(visitor: Visit, wallet = visitor.devWallet): Promise<void> {
  await visitor.open()
  await wallet.click()
  await isAsked(visitor)
}

/** Signs, and waits until the window has closed. */
export async function signIn(visitor: Visit): Promise<void> {
  await signButton(visitor).click()
  await visitor.dialog.waitFor({ state: 'detached' })
}

/** The accounts (CAIP-10) with a session in `DefaultSIWX`, in signing order. */
export const signedIn = ({ page }: Visit): Promise<string[]> =>
  page.evaluate(() => {
    const { data = [] } = JSON.parse(localStorage.getItem('@portico/siwx') ?? '{}')
    return data.map(
      ({ data: { chainId, accountAddress } }: { data: { chainId: string; accountAddress: string } }) =>
        `${chainId}:${accountAddress}`,
    )
  })

/** Whether the plug-in, which verifies every signature, accepts the active account. */
export const isLetIn = (visitor: Visit): Promise<boolean> =>
  visitor.onPage(async (modal) => {
    const siwx = modal.getSIWX() as { getSessions(chainId: unknown, address: unknown): Promise<unknown[]> } | undefined
    const sessions = await siwx?.getSessions(modal.getCaipNetworkId(), modal.getAddress())
    return sessions?.length === 1
  })

/** Waits until the page is disconnected, and checks that no session is left. */
export async function isSignedOut(visitor: Visit): Promise<void> {
  await visitor.reads('status', 'disconnected')
  await visitor.page.waitForFunction(() => {
    const { data = [] } = JSON.parse(localStorage.getItem('@portico/siwx') ?? '{}')
    return data.length === 0
  })
}
