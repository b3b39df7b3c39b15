/** @jest-environment jsdom */
import { fillBrowserGaps } from '@portico/contracts/testing'
import { defineElements } from './defineElements.ts'
import type { ElementsModal } from './modal.ts'

fillBrowserGaps()
Object.assign(globalThis, {
  CSSStyleSheet: class {
    replaceSync() {}
  },
})

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** A modal whose state the test controls. */
function fakeModal() {
  const listeners = new Set<() => void>()
  const subscribe = (onChange: () => void) => {
    listeners.add(onChange)
    return () => void listeners.delete(onChange)
  }
  const now = {
    account: { status: 'disconnected', isConnected: false, address: undefined as string | undefined },
    network: { name: 'Ethereum' } as { name: string } | undefined,
    isOpen: false,
    theme: 'dark' as 'dark' | 'light',
    balance: { balance: '1.234999', symbol: 'ETH' } as { balance: string; symbol: string } | Error | undefined,
    identity: {} as { name?: string; avatar?: string },
  }
  const calls: unknown[][] = []
  const modal: ElementsModal = {
    open: async (options) => void calls.push(['open', options]),
    close: async () => void calls.push(['close']),
    isOpen: () => now.isOpen,
    getAccount: () => now.account,
    getCaipNetwork: () => now.network,
    getCaipNetworkId: () => 'eip155:1',
    getThemeMode: () => now.theme,
    async fetchBalance(namespace) {
      calls.push(['balance', namespace])
      if (now.balance instanceof Error) throw now.balance
      return now.balance
    },
    fetchIdentity: async () => now.identity,
    subscribeState: subscribe,
    subscribeAccount: subscribe,
    subscribeNetwork: subscribe,
    subscribeTheme: subscribe,
  }
  async function becomes(change: Partial<typeof now>) {
    Object.assign(now, change)
    for (const listener of listeners) listener()
    await answered()
  }
  const connected = { status: 'connected', isConnected: true, address: ADDRESS }
  return { modal, calls, becomes, connected, listeners }
}

const answered = () => new Promise((done) => setTimeout(done))

let undo: () => void = () => {}
let known: ReturnType<typeof fakeModal>
beforeEach(() => {
  known = fakeModal()
  undo = defineElements(known.modal)
})
afterEach(() => {
  document.body.innerHTML = ''
  undo()
})

function show(html: string) {
  document.body.innerHTML = html
  const element = document.body.firstElementChild as HTMLElement
  const button = () => element.shadowRoot?.querySelector('button') as HTMLButtonElement
  const part = (name: string) => element.shadowRoot?.querySelector<HTMLElement>(`[part="${name}"]`)
  return { element, button, part, text: () => part('text')?.textContent }
}

test.each(['appkit', 'w3m'])('%s-button says “Connect Wallet”, and the loader opens the modal on a press', (prefix) => {
  const { button, text } = show(`<${prefix}-button></${prefix}-button>`)
  expect([text(), button().dataset.testid, button().dataset.portico]).toEqual([
    'Connect Wallet',
    'connect-button',
    'Connect',
  ])
})

test('a page sets its own labels for all buttons, or for a single one', () => {
  undo()
  undo = defineElements(known.modal, { labels: { connect: 'Verbinden' } })
  expect(show('<appkit-connect-button></appkit-connect-button>').text()).toBe('Verbinden')
  expect(show('<appkit-connect-button label="Los"></appkit-connect-button>').text()).toBe('Los')
})

test('while a wallet is connecting, the button says so and is disabled', async () => {
  const { button, text } = show('<appkit-connect-button loadingLabel="One moment"></appkit-connect-button>')
  await known.becomes({ account: { status: 'connecting', isConnected: false, address: undefined } })
  expect([text(), button().disabled, button().getAttribute('aria-busy')]).toEqual(['One moment', true, 'true'])
})

test('the account button shows the balance truncated to three decimals, and a short address', async () => {
  const { button, part, text } = show('<appkit-button></appkit-button>')
  await known.becomes({ account: known.connected })
  expect([part('balance')?.textContent, text(), button().dataset.testid, button().dataset.portico]).toEqual([
    '1.234 ETH',
    '0xf3…b92266',
    'account-button',
    'Account',
  ])
  await known.becomes({ account: { status: 'disconnected', isConnected: false, address: undefined } })
  expect(text()).toBe('Connect Wallet')
})

test('the account button shows a name and picture', async () => {
  const { part, text } = show('<appkit-account-button></appkit-account-button>')
  await known.becomes({ account: known.connected, identity: { name: 'vera.eth', avatar: 'data:image/png;base64,AA' } })
  expect(text()).toBe('vera.eth')
  expect(part('avatar')?.getAttribute('src')).toBe('data:image/png;base64,AA')
})

test('a hidden balance is not requested, and a balance that cannot be loaded is left out', async () => {
  const quiet = show('<appkit-account-button balance="hide" charsStart="6" charsEnd="2"></appkit-account-button>')
  await known.becomes({ account: known.connected })
  expect([quiet.part('balance'), quiet.text()]).toEqual([null, '0xf39F…66'])
  expect(known.calls).toEqual([])
  await known.becomes({ balance: new Error('down') })
  const failing = show('<appkit-account-button></appkit-account-button>')
  await answered()
  expect([failing.part('balance'), failing.text()]).toEqual([null, '0xf3…b92266'])
})

test('a balance that arrives after the account has changed is not shown for the new account', async () => {
  let answer: (value: { balance: string; symbol: string }) => void = () => {}
  known.modal.fetchBalance = () => new Promise((resolve) => (answer = resolve))
  const { part } = show('<appkit-account-button></appkit-account-button>')
  await known.becomes({ account: known.connected })
  const late = answer
  await known.becomes({ account: { ...known.connected, address: `0x${'1'.repeat(40)}` } })
  late({ balance: '9', symbol: 'ETH' })
  await answered()
  expect(part('balance')).toBeNull()
})

test.each([
  ['the network of the page', {}, 'Ethereum'],
  ['nothing known yet', { network: undefined }, 'Select Network'],
  ['a wallet on a network that the page does not have', { network: undefined, isConnected: true }, 'Switch Network'],
])('the network button: %s', async (_, { isConnected, ...change }: Record<string, unknown>, expected) => {
  const { button, text } = show('<appkit-network-button></appkit-network-button>')
  await known.becomes({ ...change, ...(isConnected ? { account: known.connected } : {}) })
  expect([text(), button().dataset.testid, button().dataset.portico]).toEqual([
    expected,
    'w3m-network-button',
    'Networks',
  ])
})

test('a press on a button while the modal is open closes the modal', async () => {
  const { button } = show('<appkit-connect-button></appkit-connect-button>')
  await known.becomes({ isOpen: true })
  expect(button().dataset.portico).toBeUndefined()
  button().click()
  expect(known.calls).toEqual([['close']])
})

test('a button of one family opens the modal for that family', () => {
  const { button } = show('<appkit-connect-button namespace="solana"></appkit-connect-button>')
  expect([button().dataset.testid, button().dataset.portico]).toEqual(['connect-button-solana', undefined])
  button().click()
  expect(known.calls).toEqual([['open', { view: 'Connect', namespace: 'solana' }]])
})

test("the buttons follow the modal's theme", async () => {
  const { button } = show('<appkit-button></appkit-button>')
  expect(button().dataset.theme).toBe('dark')
  await known.becomes({ theme: 'light' })
  expect(button().dataset.theme).toBe('light')
})

test("elements with a second modal's key follow that modal", async () => {
  const second = fakeModal()
  const end = defineElements(second.modal, { key: 'two' })
  const { text, button } = show('<appkit-button data-portico-key="two"></appkit-button>')
  await known.becomes({ account: known.connected })
  expect([text(), button().dataset.porticoKey]).toEqual(['Connect Wallet', 'two'])
  await second.becomes({ account: second.connected })
  expect(text()).toBe('0xf3…b92266')
  end()
})

test('an element that is on the page before its modal follows the modal once it exists', async () => {
  undo()
  const { text } = show('<appkit-button></appkit-button>')
  expect(text()).toBe('Connect Wallet')
  undo = defineElements(known.modal)
  await known.becomes({ account: known.connected })
  expect(text()).toBe('0xf3…b92266')
})

test('elements that were removed, or whose modal was removed, stop listening', async () => {
  const { element } = show('<appkit-button></appkit-button>')
  expect(known.listeners.size).toBeGreaterThan(0)
  element.remove()
  expect(known.listeners.size).toBe(0)
  document.body.append(element)
  expect(known.listeners.size).toBeGreaterThan(0)
  undo()
  expect(known.listeners.size).toBe(0)
})

test('on a server, nothing happens', () => {
  const elements = globalThis.customElements
  Reflect.deleteProperty(globalThis, 'customElements')
  Object.defineProperty(globalThis, 'customElements', { configurable: true, value: undefined })
  expect(() => defineElements(known.modal)()).not.toThrow()
  Object.defineProperty(globalThis, 'customElements', { configurable: true, value: elements })
})
