import {
  answer,
  card,
  cards,
  DIRECTORY,
  madeUpWallet,
  openAllWallets,
  searchField,
} from '../browser/support/directory.ts'
import { closeBrowser, type Visit, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

const METAMASK = 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96'
const TRUST = '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0'

const recommended = ({ page }: Visit) => page.getByTestId(/^wallet-selector-[0-9a-f]{64}$/)
const retry = ({ page }: Visit) => page.getByTestId('all-wallets-retry')
const fails = { status: 500, headers: { 'access-control-allow-origin': '*' } }

describe('the list of wallets', () => {
  test(
    'shows four wallets, installed ones above those of the directory, and how many there are in all',
    visiting({}, async (visitor) => {
      await visitor.open()
      await recommended(visitor).nth(2).waitFor()
      expect(await recommended(visitor).count()).toBe(3)
      await visitor.page
        .getByTestId('all-wallets')
        .getByText(/^\d+0\+?$/)
        .waitFor()
      expect(visitor.problems).toEqual([])
    }),
  )

  test(
    'follows the options of the site: featured first, custom wallets, and none that it excludes',
    visiting(
      {
        query: {
          options: {
            featuredWalletIds: [TRUST],
            excludeWalletIds: [METAMASK],
            customWallets: [{ id: 'shop', name: 'Shop Wallet', homepage: 'https://shop.example/' }],
            allWallets: 'HIDE',
            features: { connectorTypeOrder: ['featured', 'custom'] },
          },
        },
      },
      async (visitor) => {
        await visitor.open()
        await visitor.page.getByTestId(`wallet-selector-${TRUST}`).waitFor()
        const names = await visitor.dialog.getByRole('group', { name: 'Wallets' }).getByRole('button').allTextContents()
        expect(names.slice(0, 2).map((name) => name.replace(/^T(?=T)|^S(?=S)/, ''))).toEqual([
          'Trust Wallet',
          'Shop Wallet',
        ])
        expect(names.join()).not.toContain('MetaMask')
        expect(await visitor.page.getByTestId('all-wallets').count()).toBe(0)
      },
    ),
  )

  test(
    'waits for consent where the site requires it, and the next view does not ask for it again',
    visiting(
      { query: { options: { features: { legalCheckbox: true }, termsConditionsUrl: 'https://shop.example/terms' } } },
      async (visitor) => {
        await visitor.open()
        expect(await visitor.devWallet.evaluate((row) => row.closest('[inert]') !== null)).toBe(true)
        await visitor.page.getByTestId('wui-checkbox').check()
        await visitor.devWallet.click()
        await visitor.dialog.waitFor({ state: 'detached' })
      },
    ),
  )

  test(
    'shows installed wallets and the QR code while the directory is unreachable; the next opening asks again',
    visiting({ prepare: (context) => context.route(DIRECTORY, (route) => route.fulfill(fails)) }, async (visitor) => {
      await visitor.open()
      await visitor.devWallet.waitFor()
      await visitor.page.getByTestId('wallet-selector-walletconnect').waitFor()
      await visitor.page.locator('[data-skeleton]').waitFor({ state: 'detached' })
      expect(await recommended(visitor).count()).toBe(0)
      await visitor.page.getByTestId('all-wallets').click()
      await retry(visitor).waitFor()
      await visitor.dialog.getByRole('alert').getByText('Couldn’t load wallets').waitFor()
      await visitor.context.unroute(DIRECTORY)
      await retry(visitor).click()
      await cards(visitor).first().waitFor()
      await visitor.close()
      await visitor.open()
      await recommended(visitor).first().waitFor()
    }),
  )
})

describe('all wallets', () => {
  test(
    'come from the directory, and a press on one starts pairing with it',
    visiting({}, async (visitor) => {
      await openAllWallets(visitor)
      await card(visitor, 'MetaMask').click()
      await visitor.view('ConnectingWalletConnect').waitFor()
      await visitor.back()
      await cards(visitor).first().waitFor()
      expect(visitor.problems).toEqual([])
    }),
  )

  test(
    'are found by name, even far down the list',
    visiting({}, async (visitor) => {
      await openAllWallets(visitor)
      await cards(visitor).first().waitFor()
      await searchField(visitor).pressSequentially('freight')
      await card(visitor, 'Freighter').waitFor()
      await visitor.dialog.getByRole('status').getByText('1 wallet', { exact: true }).waitFor()
      await searchField(visitor).fill('no such wallet')
      await visitor.page.getByTestId('no-wallet-found').waitFor()
      await visitor.sees('No wallet found')
    }),
  )

  test(
    'can be limited to certified wallets, which are marked as such',
    visiting({}, async (visitor) => {
      await openAllWallets(visitor)
      await visitor.page.getByRole('switch', { name: 'Certified wallets only' }).click()
      await visitor.dialog
        .getByRole('status')
        .getByText(/^\d+ wallets$/)
        .waitFor()
      const all = await cards(visitor).count()
      expect(all).toBeGreaterThan(0)
      expect(await cards(visitor).getByRole('img', { name: 'certified' }).count()).toBe(all)
    }),
  )

  test(
    'can be searched and chosen by keyboard alone, and Back returns to the same card',
    visiting({}, async (visitor) => {
      const press = (key: string) => visitor.page.keyboard.press(key)
      await openAllWallets(visitor)
      await cards(visitor).nth(12).waitFor()
      await searchField(visitor).focus()
      await press('ArrowDown')
      const first = await visitor.focused()
      await press('ArrowRight')
      await press('ArrowDown')
      const there = await visitor.focused()
      expect(there).toMatch(/^button wallet-search-item-/)
      expect(there).not.toBe(first)
      await press('Enter')
      await visitor.view('ConnectingWalletConnect').waitFor()
      await visitor.back()
      await visitor.view('AllWallets').waitFor()
      await visitor.settled()
      expect(await visitor.focused()).toBe(there)
    }),
  )

  test(
    'show their names at once when logos hang, and after a while a letter instead of the logo',
    visiting(
      { prepare: (context) => context.route('**/getWalletImage/**', () => new Promise(() => {})) },
      async (visitor) => {
        await openAllWallets(visitor)
        await card(visitor, 'MetaMask').waitFor()
        await card(visitor, 'MetaMask').locator('.Picture-monogram').getByText('M', { exact: true }).waitFor()
      },
    ),
  )

  test(
    'keep the loaded pages when the next one fails, with a button to retry',
    visiting(
      {
        prepare: (context) => context.route('**/getWallets*page=2*', (route) => route.fulfill(fails)),
      },
      async (visitor) => {
        await openAllWallets(visitor)
        await cards(visitor).first().focus()
        await visitor.page.keyboard.press('End')
        await retry(visitor).waitFor()
        const last = await visitor.focused()
        await visitor.context.unroute('**/getWallets*page=2*')
        const next = visitor.page.waitForResponse('**/getWallets*page=2*')
        await retry(visitor).click()
        await (await next).finished()
        await retry(visitor).waitFor({ state: 'detached' })
        expect(last).toMatch(/^button wallet-search-item-/)
      },
    ),
  )
})

describe('a hostile directory', () => {
  const hostile = [
    madeUpWallet(1, {
      homepage: 'javascript:alert(1)',
      mobile_link: 'javascript:alert(1)',
      chrome_store: 'data:text/html,x',
    }),
    madeUpWallet(1, { name: 'A second time' }),
    madeUpWallet(2, { name: `\u202e${'W'.repeat(5_000)}` }),
    madeUpWallet(3, { name: '<img src=x onerror=alert(1)>', image_id: '../../evil' }),
    { id: 'no id', name: 'Nobody' },
    null,
  ]

  test(
    'shows no wallet twice, runs no code, breaks no layout, and causes no endless requests',
    visiting(
      {
        prepare: (context) =>
          context.route(DIRECTORY, (route) => answer(route, { data: [...hostile, ...hostile], count: 1_000_000_000 })),
      },
      async (visitor) => {
        const dialogs: string[] = []
        visitor.page.on('dialog', (dialog) => {
          dialogs.push(dialog.message())
          void dialog.dismiss()
        })
        await openAllWallets(visitor)
        await cards(visitor).nth(2).waitFor()
        await visitor.settled()
        expect(await cards(visitor).count()).toBe(3)
        expect(await visitor.dialog.locator('a[href^="javascript"], [src*="evil"], img[src="x"]').count()).toBe(0)
        const width = await visitor.dialog.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)
        expect(width).toBeLessThanOrEqual(0)
        expect(visitor.requests.filter((url) => url.includes('/getWallets')).length).toBeLessThan(6)
        expect(dialogs).toEqual([])
      },
    ),
  )

  test.each([
    ['invalid JSON', { body: '<html>', contentType: 'text/html' }],
    ['a list without its envelope', { json: [madeUpWallet(1)] }],
    ['an empty body', { body: '' }],
  ])('that answers with %s counts as unreachable', (_, body) =>
    visiting(
      {
        prepare: (context) =>
          context.route(DIRECTORY, (route) =>
            route.fulfill({ ...body, headers: { 'access-control-allow-origin': '*' } }),
          ),
      },
      async (visitor) => {
        await openAllWallets(visitor)
        await retry(visitor).waitFor()
        await visitor.back()
        await visitor.devWallet.waitFor()
      },
    )(),
  )
})

test(
  'two wallets with the same claimed identity both show a warning',
  visiting(
    {
      prepare: (context) =>
        context.addInitScript(() => {
          const announce = (uuid: string) =>
            window.dispatchEvent(
              new CustomEvent('eip6963:announceProvider', {
                detail: {
                  info: { uuid, name: 'Harbor', rdns: 'io.harbor', icon: '' },
                  provider: { request: async () => uuid },
                },
              }),
            )
          window.addEventListener('eip6963:requestProvider', () => {
            announce('11111111-1111-4111-8111-111111111111')
            announce('22222222-2222-4222-8222-222222222222')
          })
        }),
    },
    async (visitor) => {
      await visitor.open()
      const both = visitor.dialog.getByRole('button', { name: /^Harbor.*check name/ })
      await both.nth(1).waitFor()
      expect(await both.count()).toBe(2)
    },
  ),
)
