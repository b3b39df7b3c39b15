import { stack } from './support/stack.ts'
import { closeBrowser, VISITOR, type Visit, visiting } from './support/visit.ts'

afterAll(closeBrowser)

/** The site's own markup and script: the module beside the loader's, and the page's modal. */
async function addElements(visitor: Visit, html: string, key?: string) {
  // Passed as a string, because the tests' own compiler would turn this import into Node's.
  await visitor.page.evaluate(`import('${stack.urls.host}/elements.mjs').then(({ defineElements }) => {
    window.removeElements = defineElements(window.portico, ${JSON.stringify(key === undefined ? {} : { key })})
  })`)
  await visitor.page.evaluate((markup) => {
    const holder = document.createElement('div')
    holder.id = 'elements'
    holder.innerHTML = markup
    document.body.prepend(holder)
  }, html)
}

const elements = (visitor: Visit) => visitor.page.locator('#elements')
const inside = (visitor: Visit, testId: string) => elements(visitor).getByTestId(testId)

test(
  'a site places the buttons: connect, see balance and address, change the network, disconnect',
  visiting({}, async (visitor) => {
    await addElements(visitor, '<appkit-network-button></appkit-network-button> <appkit-button></appkit-button>')
    await inside(visitor, 'connect-button').getByText('Connect Wallet').waitFor()
    await inside(visitor, 'connect-button').click()
    await visitor.devWallet.click()
    await visitor.dialog.waitFor({ state: 'detached' })

    const account = inside(visitor, 'account-button')
    await account.getByText(`${VISITOR.slice(0, 4)}…${VISITOR.slice(-6)}`).waitFor()
    await account.getByText(/^[\d,]+\.\d{3} ETH$/).waitFor()
    await inside(visitor, 'w3m-network-button').getByText('Portico Local', { exact: true }).waitFor()

    await account.click()
    await visitor.view('Account').waitFor()
    await visitor.close()
    await inside(visitor, 'w3m-network-button').click()
    await visitor.choose('Portico Second')
    await inside(visitor, 'w3m-network-button').getByText('Portico Second', { exact: true }).waitFor()

    await visitor.onPage(async (modal) => {
      await modal.close()
      await modal.disconnect()
    })
    await inside(visitor, 'connect-button').waitFor()
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'by keyboard, each button is one stop, Enter opens the window, and the focus comes back',
  visiting({}, async (visitor) => {
    await addElements(
      visitor,
      '<appkit-connect-button></appkit-connect-button><appkit-network-button></appkit-network-button>',
    )
    await inside(visitor, 'connect-button').focus()
    await visitor.page.keyboard.press('Enter')
    await visitor.view('Connect').waitFor()
    await visitor.page.keyboard.press('Escape')
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.page.waitForFunction(() => document.activeElement?.localName === 'appkit-connect-button')
    await visitor.page.keyboard.press('Tab')
    expect(await visitor.page.evaluate(() => document.activeElement?.localName)).toBe('appkit-network-button')
  }),
)

test(
  'nothing is fetched until the mouse points at a button, which prepares the window',
  visiting({}, async (visitor) => {
    // An element that appears under the mouse would be hovered at once.
    await visitor.page.mouse.move(640, 700)
    await addElements(visitor, '<appkit-connect-button></appkit-connect-button>')
    await inside(visitor, 'connect-button').waitFor()
    expect(visitor.requests.filter((url) => url.endsWith('/shell.js'))).toEqual([])
    const shell = visitor.page.waitForRequest((request) => request.url().endsWith('/shell.js'))
    await inside(visitor, 'connect-button').hover()
    await shell
  }),
)

test(
  'a returning visitor is shown as connected, and undoing the setup leaves a button that does nothing',
  visiting({}, async (visitor) => {
    await visitor.connect()
    await visitor.page.reload()
    await addElements(visitor, '<w3m-account-button balance="hide"></w3m-account-button>')
    const account = inside(visitor, 'account-button')
    await account.getByText(`${VISITOR.slice(0, 4)}…${VISITOR.slice(-6)}`).waitFor()
    expect(await account.locator('[part="balance"]').count()).toBe(0)
    await visitor.page.evaluate('window.removeElements()')
    await inside(visitor, 'connect-button').waitFor()
  }),
)

test(
  'under the strict content security policy',
  visiting({ query: { csp: 'strict' } }, async (visitor) => {
    // A strict page builds its own markup without strings.
    await visitor.page.evaluate(`import('${stack.urls.host}/elements.mjs').then(({ defineElements }) => {
      const holder = document.createElement('div')
      holder.id = 'elements'
      holder.append(document.createElement('appkit-button'))
      document.body.prepend(holder)
      defineElements(window.portico)
    })`)
    await inside(visitor, 'connect-button').click()
    await visitor.devWallet.click()
    await inside(visitor, 'account-button').waitFor()
    expect(visitor.problems).toEqual([])
  }),
)
