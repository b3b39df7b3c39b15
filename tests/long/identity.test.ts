import { stack } from '../browser/support/stack.ts'
import { closeBrowser, VISITOR, type Visit, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

const IDENTITY = `${stack.urls.services}/v1/identity/`
const AVATAR = `${stack.urls.services}/avatars/river.png`
const GONE = `${stack.urls.services}/avatars/gone.png`
/** An image of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const asked = ({ requests }: Visit) => requests.filter((url) => url.startsWith(IDENTITY))
const avatar = ({ page }: Visit) => page.getByTestId('single-account-avatar')
const name = ({ page }: Visit) => page.getByTestId('account-name')

/** Responses of the services, as services.md §7.3 describes them. */
const answering =
  (body: object, status = 200): NonNullable<Parameters<typeof visiting>[0]['prepare']> =>
  async (context) => {
    const headers = { 'access-control-allow-origin': '*' }
    await context.route(`${IDENTITY}**`, (route) => route.fulfill({ status, headers, json: body }))
    await context.route(AVATAR, (route) => route.fulfill({ contentType: 'image/png', body: PICTURE }))
    await context.route(GONE, (route) => route.fulfill({ status: 404, contentType: 'image/png' }))
  }

test(
  "an account's name and picture are shown if the services have them, and requested only when Account opens",
  visiting({ prepare: answering({ name: 'river.eth', avatar: AVATAR }) }, async (visitor) => {
    await visitor.connect()
    await visitor.settled()
    expect(asked(visitor)).toEqual([])
    await visitor.openAccount()
    await name(visitor).waitFor()
    expect(await name(visitor).textContent()).toBe('river.eth')
    expect(await avatar(visitor).getAttribute('src')).toBe(AVATAR)
    expect(await visitor.page.getByTestId('account-settings-address').textContent()).toContain('0xf39F')

    const [only] = asked(visitor)
    const url = new URL(only ?? '')
    expect(url.pathname).toBe(`/v1/identity/${VISITOR}`)
    expect(url.searchParams.get('sender')).toBe(VISITOR)

    await visitor.close()
    await visitor.openAccount()
    await name(visitor).waitFor()
    expect(asked(visitor)).toHaveLength(1)
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'a picture from another host is not fetched; the drawing of the address is shown instead',
  visiting({ prepare: answering({ name: 'river.eth', avatar: 'https://img.example/river.png' }) }, async (visitor) => {
    await visitor.connect()
    await visitor.openAccount()
    await name(visitor).waitFor()
    expect(await avatar(visitor).evaluate(({ tagName }) => tagName)).toBe('svg')
    expect(visitor.requests.filter((url) => url.includes('img.example'))).toEqual([])
  }),
)

test(
  'if the picture is missing, the drawing of the address stays',
  visiting({ prepare: answering({ name: 'river.eth', avatar: GONE }) }, async (visitor) => {
    const gone = visitor.page.waitForResponse((response) => response.url() === GONE)
    await visitor.connect()
    await visitor.openAccount()
    await name(visitor).waitFor()
    await (await gone).finished()
    await visitor.page.locator('svg[data-testid="single-account-avatar"]').waitFor()
  }),
)

test(
  'when the services fail, the account is shown without a name',
  visiting({ prepare: answering({}, 500) }, async (visitor) => {
    await visitor.connect()
    const failed = visitor.page.waitForResponse((response) => response.url().startsWith(IDENTITY))
    await visitor.openAccount()
    await (await failed).finished()
    await visitor.settled()
    expect(await name(visitor).count()).toBe(0)
    expect(await avatar(visitor).evaluate(({ tagName }) => tagName)).toBe('svg')
    await visitor.page.getByTestId('account-balance').waitFor()
  }),
)
