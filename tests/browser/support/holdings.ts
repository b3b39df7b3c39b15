import { balancePath } from '@portico/contracts/services/balances'
import { LOCAL_PROJECT_ID } from '../../../scripts/local.mjs'
import { stack } from './stack.ts'

/** The services cache an account's balance for half a minute. After this call they return the current balance. */
export async function looksAnew(caipNetworkId: string, address: string): Promise<void> {
  const url = new URL(balancePath(address), stack.urls.services)
  url.search = new URLSearchParams({
    projectId: LOCAL_PROJECT_ID,
    st: 'appkit',
    sv: 'html-ethers-1.7.19',
    chainId: caipNetworkId,
    forceUpdate: `${caipNetworkId}:${address}`,
  }).toString()
  const { origin } = new URL(stack.urls.playground)
  const response = await fetch(url, { headers: { origin } })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
}
