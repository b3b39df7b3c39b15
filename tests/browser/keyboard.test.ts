import { closeBrowser, type Visit, visiting } from './support/visit.ts'

afterAll(closeBrowser)

/** Presses Tab, or Shift+Tab, until a control has the focus; fails when it is unreachable. */
async function tabTo(visitor: Visit, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = []
  for (let presses = 0; presses < 30; presses++) {
    await visitor.page.keyboard.press(key)
    const focused = await visitor.focused()
    if (focused.match(name)) return
    passed.push(focused)
  }
  throw new Error(`${key} never reaches ${name}: ${passed.join(', ')}`)
}

const press = (visitor: Visit, key: string) => visitor.page.keyboard.press(key)

/** From the page's button to a connected account, by keyboard only. */
async function connectByKeys(visitor: Visit): Promise<void> {
  await visitor.page.getByTestId('connect-button').focus()
  await press(visitor, 'Enter')
  await visitor.dialog.waitFor()
  await tabTo(visitor, 'wallet-selector-dev.portico.wallet')
  await press(visitor, 'Enter')
  await visitor.dialog.waitFor({ state: 'detached' })
  await visitor.reads('status', 'connected')
}

test(
  'connect, account, receive, back, networks, another network, close: all by keyboard, with correct focus',
  visiting({}, async (visitor) => {
    await connectByKeys(visitor)
    expect(await visitor.focused()).toBe('button connect-button')

    await press(visitor, 'Enter')
    await visitor.view('Account').waitFor()
    await tabTo(visitor, 'wallet-features-receive-button')
    await press(visitor, 'Enter')
    await visitor.view('WalletReceive').waitFor()
    await tabTo(visitor, 'receive-address-copy-button')
    await press(visitor, 'Space')
    await visitor.sees('Address copied')
    await tabTo(visitor, 'header-back', 'Shift+Tab')
    await press(visitor, 'Enter')

    await visitor.view('Account').waitFor()
    expect(await visitor.focused()).toBe('button wallet-features-receive-button')
    await tabTo(visitor, 'w3m-account-select-network', 'Shift+Tab')
    await press(visitor, 'Enter')
    await visitor.view('Networks').waitFor()
    await tabTo(visitor, 'w3m-network-switch-Portico Second')
    await press(visitor, 'Enter')
    await visitor.view('Account').waitFor()
    await visitor.reads('chain-id', '31338')

    await press(visitor, 'Escape')
    await visitor.dialog.waitFor({ state: 'detached' })
    expect(await visitor.focused()).toBe('button connect-button')
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'the focus enters the window when it opens and cycles inside it, both ways',
  visiting({}, async (visitor) => {
    await visitor.open()
    expect(await visitor.focused()).toBe('div w3m-modal-card')
    await visitor.page.getByTestId('all-wallets').waitFor()
    const stops: string[] = []
    do {
      await press(visitor, 'Tab')
      stops.push(await visitor.focused())
    } while (stops.length < 20 && (stops.length === 1 || stops.at(-1) !== stops[0]))
    expect(stops.slice(0, 4)).toEqual([
      'button help-button',
      'button w3m-header-close',
      'button wallet-selector-walletconnect',
      'button wallet-selector-dev.portico.wallet',
    ])
    expect(stops.slice(-2)).toEqual(['button all-wallets', 'button help-button'])
    await press(visitor, 'Shift+Tab')
    expect(await visitor.focused()).toBe('button all-wallets')
  }),
)

test(
  'Shift+Tab goes from a newly opened window to its last control',
  visiting({}, async (visitor) => {
    await visitor.open()
    await visitor.page.getByTestId('all-wallets').waitFor()
    await press(visitor, 'Shift+Tab')
    expect(await visitor.focused()).toBe('button all-wallets')
  }),
)

test(
  'a view without controls keeps the focus in the window',
  visiting({ query: { wallet: 'hang' } }, async (visitor) => {
    await visitor.open()
    await tabTo(visitor, 'wallet-selector-dev.portico.wallet')
    await press(visitor, 'Enter')
    await visitor.sees('Continue in Portico Dev Wallet')
    await press(visitor, 'Tab')
    expect(await visitor.focused()).toBe('button header-back')
    await press(visitor, 'Enter')
    await visitor.devWallet.waitFor()
    expect(await visitor.focused()).toBe('button wallet-selector-dev.portico.wallet')
  }),
)

test(
  "after Back from the help, the focus is on the header's question mark again",
  visiting({}, async (visitor) => {
    await visitor.open()
    await tabTo(visitor, 'help-button')
    await press(visitor, 'Enter')
    await visitor.page.getByTestId('get-a-wallet-button').waitFor()
    await press(visitor, 'Tab')
    expect(await visitor.focused()).toBe('button get-a-wallet-button')
    await tabTo(visitor, 'header-back')
    await press(visitor, 'Enter')
    await visitor.devWallet.waitFor()
    expect(await visitor.focused()).toBe('button help-button')
  }),
)

test(
  'after Back, the focus is on the control that opened the view',
  visiting({}, async (visitor) => {
    await visitor.connect()
    await visitor.openAccount()
    await tabTo(visitor, 'w3m-account-select-network')
    await press(visitor, 'Enter')
    await visitor.view('Networks').waitFor()
    await tabTo(visitor, 'network-help-button')
    await press(visitor, 'Enter')
    await visitor.view('WhatIsANetwork').waitFor()
    await tabTo(visitor, 'header-back')
    await press(visitor, 'Enter')
    await visitor.view('Networks').waitFor()
    expect(await visitor.focused()).toBe('button network-help-button')
    await tabTo(visitor, 'header-back', 'Shift+Tab')
    await press(visitor, 'Enter')
    await visitor.view('Account').waitFor()
    expect(await visitor.focused()).toBe('button w3m-account-select-network')
  }),
)

test(
  'when the focused control disappears, the focus stays in the window',
  visiting({ query: { wallet: 'reject' } }, async (visitor) => {
    await visitor.open()
    await tabTo(visitor, 'wallet-selector-dev.portico.wallet')
    await press(visitor, 'Enter')
    await visitor.sees('Connection rejected')
    await tabTo(visitor, 'w3m-connecting-widget-secondary-button')
    await visitor.inWallet((wallet) => wallet.setBehaviour('hang'))
    await press(visitor, 'Enter')
    await visitor.sees('Continue in Portico Dev Wallet')
    await tabTo(visitor, 'header-back', 'Shift+Tab')
    await press(visitor, 'Escape')
    await visitor.dialog.waitFor({ state: 'detached' })
    expect(await visitor.focused()).toBe('button connect-button')
  }),
)

test(
  'a page cannot take the focus while the window is open',
  visiting({}, async (visitor) => {
    await visitor.open()
    await visitor.page.getByTestId('sign-message-button').focus()
    expect(await visitor.focused()).toBe('div w3m-modal-card')
  }),
)

test(
  'the focus returns to where it was when the page itself opened the window',
  visiting({}, async (visitor) => {
    await visitor.page.getByTestId('theme-button').focus()
    await visitor.onPage((modal) => modal.open())
    await visitor.dialog.waitFor()
    await press(visitor, 'Escape')
    await visitor.dialog.waitFor({ state: 'detached' })
    expect(await visitor.focused()).toBe('button theme-button')
  }),
)

test(
  'the keyboard focus is visible; a mouse press draws no ring',
  visiting({}, async (visitor) => {
    const ring = () =>
      visitor.page.evaluate(() => {
        const active = document.querySelector('portico-modal')?.shadowRoot?.activeElement
        const { outlineStyle, outlineWidth } = getComputedStyle(active as Element)
        return `${outlineStyle} ${outlineWidth}`
      })
    await visitor.open()
    await press(visitor, 'Tab')
    expect(await ring()).toBe('solid 2px')
    await visitor.page.getByTestId('help-button').click()
    await visitor.view('WhatIsAWallet').waitFor()
    expect(await ring()).toMatch(/^none/)
  }),
)
