import wallets from '../../services/data/wallets.json' with { type: 'json' }
import { closeBrowser, type Visit, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

/** Names and symbols are not translated. */
const NAMES =
  /Portico (Dev Wallet|Local|Second)|0x[0-9a-fA-F]+|\b(Ether|ETH|Dai Stablecoin|DAI|USD Coin|USDC|US\$)(?!\w)/g
const WALLET_NAMES = new Set(['WalletConnect', ...wallets.map(({ name }) => name)])

/** Every text and label of the window. */
const texts = (visitor: Visit): Promise<string[]> =>
  visitor.page.evaluate(() => {
    const card = document.querySelector('portico-modal')?.shadowRoot?.querySelector('[data-testid="w3m-modal-card"]')
    // Elements with a direction of their own are addresses.
    const elements = [...(card?.querySelectorAll('*') ?? [])].filter((element) => !element.closest('bdi[dir="ltr"]'))
    const written = elements.flatMap(({ childNodes }) =>
      [...childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map((node) => node.textContent ?? ''),
    )
    const labels = elements.flatMap((element) =>
      ['aria-label', 'data-tooltip', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    )
    return [...written, ...labels].filter((text) => text.trim())
  })

/** Texts that are not from the locale's catalogue. The pseudo-locale puts the `marks` into each of its own texts. */
const untranslated = async (visitor: Visit, marks: RegExp) =>
  (await texts(visitor)).filter(
    (text) => !WALLET_NAMES.has(text) && /\p{L}{2}/u.test(text.replace(NAMES, '')) && !marks.test(text),
  )

const MIRRORED = /\u202e/
const LENGTHENED = /^\[.*\]$/s

/** Visits every reachable view, and checks each. */
async function walk(visitor: Visit, look: (view: string) => Promise<void>): Promise<void> {
  await visitor.open()
  await look('Connect')
  await visitor.page.getByTestId('help-button').click()
  await look('WhatIsAWallet')
  await visitor.back()
  await visitor.inWallet((wallet) => wallet.setBehaviour('hang'))
  await visitor.devWallet.click()
  await look('ConnectingExternal')
  await visitor.back()
  await visitor.inWallet((wallet) => wallet.setBehaviour('reject'))
  await visitor.devWallet.click()
  await visitor.dialog.getByRole('alert').waitFor()
  await look('ConnectingExternal')
  await visitor.inWallet((wallet) => wallet.setBehaviour('ok'))
  await visitor.retry()
  await visitor.dialog.waitFor({ state: 'detached' })

  await visitor.openAccount()
  await visitor.page.getByTestId('account-balance').waitFor()
  await look('Account')
  await visitor.page.getByTestId('wallet-features-receive-button').click()
  await visitor.page.getByTestId('receive-address-copy-button').click()
  await visitor.page.getByTestId('wui-snackbar-message').waitFor()
  await look('WalletReceive')
  await visitor.page.getByTestId('receive-networks-button').click()
  await look('WalletCompatibleNetworks')
  await visitor.back()
  await visitor.back()

  await visitor.page.getByTestId('w3m-account-select-network').click()
  await look('Networks')
  await visitor.page.getByTestId('network-help-button').click()
  await look('WhatIsANetwork')
  await visitor.back()
  for (const behaviour of ['hang', 'reject', 'pending', 'switch-error:4902,add-error:-32603']) {
    await visitor.inWallet((wallet, text) => wallet.setBehaviour(text), behaviour)
    await visitor.choose('Portico Second')
    await visitor.dialog
      .getByRole(behaviour === 'hang' ? 'status' : 'alert')
      .filter({ hasText: /\p{L}/u })
      .first()
      .waitFor()
    await look('SwitchNetwork')
    await visitor.back()
  }
  await visitor.inWallet((wallet) => wallet.setChain(1))
  await look('UnsupportedChain')
}

test(
  'in a right-to-left language every view is mirrored and every text is of that language',
  visiting({ query: { locale: 'ar-XB' } }, async (visitor) => {
    await walk(visitor, async (view) => {
      await visitor.view(view).waitFor()
      expect({ view, left: await untranslated(visitor, MIRRORED) }).toEqual({ view, left: [] })
      expect(await visitor.dialog.evaluate((card) => getComputedStyle(card).direction)).toBe('rtl')
    })
    expect(visitor.requests.some((url) => url.endsWith('/messages/ar-XB.json'))).toBe(true)
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'in a language with longer texts every text is of that language too',
  visiting({ query: { locale: 'en-XA' } }, async (visitor) => {
    await walk(visitor, async (view) => {
      await visitor.view(view).waitFor()
      expect({ view, left: await untranslated(visitor, LENGTHENED) }).toEqual({ view, left: [] })
    })
  }),
)

test(
  'Back is on the right and points right, Close is on the left, and rows run to the left',
  visiting({ query: { locale: 'ar-XB' } }, async (visitor) => {
    const middle = async (testId: string) => {
      const box = await visitor.page.getByTestId(testId).boundingBox()
      return (box?.x ?? 0) + (box?.width ?? 0) / 2
    }
    await visitor.open()
    await visitor.page.getByTestId('help-button').click()
    await visitor.page.getByTestId('header-back').waitFor()
    expect(await middle('header-back')).toBeGreaterThan(740)
    expect(await middle('w3m-header-close')).toBeLessThan(540)
    const mirrored = await visitor.page
      .getByTestId('header-back')
      .locator('svg')
      .evaluate((icon) => new DOMMatrix(getComputedStyle(icon).transform).a)
    expect(mirrored).toBe(-1)
    await visitor.back()

    const row = visitor.devWallet
    const [logo, label] = await Promise.all([
      row.locator('img').boundingBox(),
      row.getByText('Portico Dev Wallet').boundingBox(),
    ])
    expect(logo?.x).toBeGreaterThan(label?.x ?? 0)
  }),
)

test(
  'an address stays from left to right and in one piece',
  visiting({ query: { locale: 'ar-XB' } }, async (visitor) => {
    await visitor.connect()
    await visitor.openReceive()
    const groups = visitor.dialog.locator('bdi[dir="ltr"] > span')
    const boxes = await Promise.all((await groups.all()).map((group) => group.boundingBox()))
    expect(await groups.first().textContent()).toBe('0xf3')
    expect(boxes[0]?.x).toBeLessThan(boxes[1]?.x ?? 0)
  }),
)

test(
  'an untranslated language is shown in English, from left to right',
  visiting({ query: { locale: 'he' } }, async (visitor) => {
    await visitor.open()
    expect(await visitor.title.textContent()).toBe('Connect wallet')
    expect(await visitor.dialog.evaluate((card) => getComputedStyle(card).direction)).toBe('ltr')
  }),
)

test(
  'messages that are unavailable, or differ from the release, are shown in English',
  visiting(
    {
      query: { locale: 'ar-XB' },
      prepare: (context) =>
        context.route('**/messages/ar-XB.json', (route) =>
          route.fulfill({ body: '{"host.title.connect":"Hacked"}', headers: { 'access-control-allow-origin': '*' } }),
        ),
    },
    async (visitor) => {
      await visitor.open()
      await visitor.devWallet.waitFor()
      await visitor.settled()
      expect(await visitor.title.textContent()).toBe('Connect wallet')
    },
  ),
)
