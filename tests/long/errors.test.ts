import { closeBrowser, VISITOR, type Visit, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

/** The error with which `ready()` rejects, as plain data. */
const reasonOfReady = (visitor: Visit) =>
  visitor.onPage((modal) =>
    modal.ready().then(
      () => undefined,
      ({ code, message }) => ({ code, message }),
    ),
  )

const polkadot = {
  id: '91b171bb158e2d3848fa23a9f1c25182',
  name: 'Polkadot',
  chainNamespace: 'polkadot',
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  rpcUrls: { default: { http: ['http://localhost:1/'] } },
}

test(
  'without a project id an alert says so, with its code, and an installed wallet still connects',
  visiting({ query: { options: { projectId: null } } }, async (visitor) => {
    await visitor.open()
    expect(await visitor.page.getByTestId('wui-alertbar-text').textContent()).toBe('Project ID Missing APKT008')
    expect(await reasonOfReady(visitor)).toEqual({ code: 'options.projectIdMissing', message: 'Project ID Missing' })
    await visitor.dialog.getByRole('button', { name: 'Close message' }).click()
    await visitor.page.getByTestId('wui-alertbar-text').waitFor({ state: 'detached' })
    await visitor.devWallet.click()
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.reads('address', VISITOR)
    expect(visitor.problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([])
  }),
)

test(
  'with debug off the alert goes to the console only',
  visiting({ query: { options: { projectId: null, debug: false } } }, async (visitor) => {
    await visitor.open()
    await visitor.devWallet.waitFor()
    expect(await visitor.page.getByTestId('wui-alertbar-text').count()).toBe(0)
    expect(visitor.problems.join()).toContain('Project ID Missing')
  }),
)

describe.each([
  ['no networks', { networks: null }, 'options.clientsMissing', 'Network and connection clients must be set'],
  [
    'an empty list of networks',
    { networks: [] },
    'options.clientsMissing',
    'Network and connection clients must be set',
  ],
  [
    'a network of a family without adapter',
    { networks: [polkadot] },
    'adapter.missing',
    "Adapter for namespace polkadot doesn't exist",
  ],
  [
    'two ways to sign in at once',
    { siwx: {}, siweConfig: {} },
    'options.siwxConflict',
    'Cannot set both `siweConfig` and `siwx` options',
  ],
])('with %s', (_, options, code, message) => {
  test(
    'ready() rejects, the window says what is wrong, and the page keeps working',
    visiting({ query: { options } }, async (visitor) => {
      expect(await reasonOfReady(visitor)).toEqual({ code, message })
      await visitor.open()
      await visitor.view('InitialisationFailed').waitFor()
      await visitor.sees('This window can’t be opened')
      await visitor.sees(`This site isn’t set up correctly: ${message}`)
      expect(await visitor.page.getByTestId('wui-alertbar-text').textContent()).toBe(message)

      await visitor.dialog.getByRole('button', { name: 'Close message' }).click()
      await visitor.page.getByTestId('wui-alertbar-text').waitFor({ state: 'detached' })
      await visitor.sees(`This site isn’t set up correctly: ${message}`)
      await visitor.dialog.getByRole('button', { name: 'Close' }).last().click()
      await visitor.dialog.waitFor({ state: 'detached' })
      await visitor.onPage((modal) => modal.open({ view: 'Networks' }))
      await visitor.view('InitialisationFailed').waitFor()
      expect(visitor.problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([])
      expect(await visitor.page.getByTestId('page-error').isHidden()).toBe(true)
    }),
  )
})

test(
  'an option of the wrong type is reported and replaced by its default, and everything else works',
  visiting({ query: { options: { themeMode: 'pink', featuredWalletIds: 'all' } } }, async (visitor) => {
    expect(await reasonOfReady(visitor)).toMatchObject({ code: 'options.invalid' })
    expect((await reasonOfReady(visitor))?.message).toMatch(/^The option `(themeMode|featuredWalletIds)` is not valid/)
    await visitor.connect()
    await visitor.openAccount()
    await visitor.page.locator('[data-theme="dark"] [data-testid="w3m-modal-card"]').waitFor()
    expect(visitor.problems.join()).toContain('themeMode')
    expect(visitor.problems.join()).toContain('featuredWalletIds')
  }),
)

test(
  'without adapters the window starts with a code to scan, and can be closed',
  visiting({ query: { options: { adapters: [] } } }, async (visitor) => {
    await visitor.open()
    await visitor.view('ConnectingWalletConnectBasic').getByTestId('wui-qr-code').getByRole('img').waitFor()
    await visitor.close()
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'without installed wallets and without pairing the list explains how to get a wallet',
  visiting({ query: { wallet: 'none', options: { enableWalletConnect: false } } }, async (visitor) => {
    await visitor.open()
    await visitor.sees('No wallet found in this browser')
    await visitor.sees('Install a wallet extension, then open this window again.')
  }),
)

test(
  'without installed wallets the list offers wallets on other devices',
  visiting({ query: { wallet: 'none' } }, async (visitor) => {
    await visitor.open()
    await visitor.page.getByTestId('wallet-selector-walletconnect').waitFor()
    await visitor.page.getByTestId('all-wallets').waitFor()
  }),
)

test(
  'a page listener that throws affects neither the window nor the other listeners',
  visiting({}, async (visitor) => {
    await visitor.onPage((modal) => {
      modal.subscribeAccount(() => {
        throw new Error('the page’s own mistake')
      })
      modal.subscribeEvents(() => {
        throw new Error('the page’s own mistake')
      })
    })
    await visitor.connect()
    await visitor.reads('address', VISITOR)
    expect(visitor.problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([])
  }),
)
