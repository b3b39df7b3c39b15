import type { CDPSession, Page } from 'playwright-core'
import type { FoundMail } from '../../../services/testing/readMail.ts'
import { mailTo } from './embeddedWallet.ts'
import { stack } from './stack.ts'
import type { Visit } from './visit.ts'
import { askForCodeThere, isOpen, typeCodeThere, walletPageUrl } from './walletPage.ts'

/** A built-in authenticator that always confirms its owner. It lasts as long as the tab. */
export interface VirtualAuthenticator {
  /** How many requests the authenticator has answered. */
  asked(): number
  /** From now on, the authenticator fails to recognise its owner. */
  refuse(): Promise<unknown>
}

/** CTAP 2.1 with `hmac-secret`, on which the browser builds the PRF extension. */
export async function giveAuthenticator({ context, page }: Visit): Promise<VirtualAuthenticator> {
  const cdp: CDPSession = await context.newCDPSession(page)
  let asked = 0
  cdp.on('WebAuthn.credentialAsserted', () => {
    asked += 1
  })
  await cdp.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    asked: () => asked,
    refuse: () => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
  }
}

/** Signs in on "Your wallet" in the visit's tab, and adds a passkey there. @returns the mail with the code */
export async function addPasskey({ page }: Visit, email: string, after: FoundMail, name: string): Promise<FoundMail> {
  await page.goto(walletPageUrl())
  const mail = await askForCodeThere(page, email, after)
  await typeCodeThere(page, mail.code ?? '')
  await isOpen(page)
  await page.getByLabel('Passkey name').fill(name)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('Passkey added.').waitFor()
  return mail
}

/**
 * Deletes everything that both sites have stored, as on a new browser. The tab stays where it is: navigating to an
 * empty page would remove its authenticator.
 */
export async function becomeNewDevice({ context, page }: Visit): Promise<void> {
  const cdp = await context.newCDPSession(page)
  for (const origin of [stack.urls.playground, stack.urls.secureSite]) {
    await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  }
}

/** Number of device shares that the secure site has stored, on its own page or in a frame. */
export const storedShares = (place: Pick<Page, 'evaluate'>): Promise<number> =>
  place.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await settled(indexedDB.open('portico-keys'))
    const records = await settled(database.transaction('shares').objectStore('shares').getAll())
    database.close()
    return records.reduce((sum: number, { shares }: { shares: readonly unknown[] }) => sum + shares.length, 0)
  })

/** Number of links that the recovery store has mailed to an address. */
export async function linksMailedTo(address: string): Promise<number> {
  const answer = await fetch(`${stack.urls.mailbox}/messages?${new URLSearchParams({ to: address })}`)
  const { messages } = (await answer.json()) as { messages: readonly { readonly text: string }[] }
  return messages.filter(({ text }) => text.includes('#recovery=')).length
}

/** The mailed link, even after a failed passkey request. */
export async function linkAfter(address: string, mail: FoundMail): Promise<string> {
  for (;;) {
    const { link } = await mailTo(address, mail).catch(() => mail)
    if (link?.includes('#recovery=')) return link
  }
}
