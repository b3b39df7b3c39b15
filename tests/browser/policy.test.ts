import { copyButton, receiveButton, signs, toggleReceive } from './support/features.ts'
import { release } from './support/stack.ts'
import { closeBrowser, type Visit, visiting } from './support/visit.ts'

beforeAll(async () => {
  await toggleReceive(true)
  release()
})
afterAll(closeBrowser)

/** Every violation that the browser reports. */
const prepare: NonNullable<Parameters<typeof visiting>[0]['prepare']> = (context) =>
  context.addInitScript(() => {
    const violations: string[] = []
    Object.assign(globalThis, { violations })
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      violations.push(`${effectiveDirective} ${blockedURI} ${sample}`),
    )
  })
const violations = ({ page }: Visit) => page.evaluate(() => (globalThis as { violations?: string[] }).violations)

/** Connects, sees the account, uses a remote with both of its views, signs, comes back and leaves. */
async function everything(visitor: Visit): Promise<void> {
  await visitor.connect()
  await visitor.openReceive()
  await copyButton(visitor).click()
  await visitor.sees('Address copied')
  await visitor.dialog.getByText('Works on 2 networks').click()
  await visitor.view('WalletCompatibleNetworks').getByRole('listitem').first().waitFor()
  await visitor.close()
  await signs(visitor)
  await visitor.page.reload()
  await visitor.reads('status', 'connected')
  await visitor.openAccount()
  await receiveButton(visitor).waitFor()
  await visitor.dialog.getByTestId('disconnect-button').click()
  await visitor.reads('status', 'disconnected')
}

test(
  'under Integrity-Policy no script is loaded without a hash',
  visiting({ query: { policy: 'integrity' }, prepare }, async (visitor) => {
    await everything(visitor)
    expect(await violations(visitor)).toEqual([])
    expect(visitor.problems).toEqual([])

    // The policy is really in force: it refuses a script without a hash.
    const outcome = await visitor.page.evaluate(
      () =>
        new Promise((resolve) => {
          const script = document.createElement('script')
          script.onload = () => resolve('loaded')
          script.onerror = () => resolve('refused')
          script.src = '/style.js'
          document.head.append(script)
        }),
    )
    expect(outcome).toBe('refused')
  }),
)

test(
  'under a strict content security policy with Trusted Types nothing is reported',
  visiting({ query: { csp: 'strict' }, prepare }, async (visitor) => {
    await everything(visitor)
    expect(await violations(visitor)).toEqual([])
    expect(visitor.problems).toEqual([])

    // Trusted Types are really in force: a plain string is not accepted as a script URL, and no other Trusted Types
    // policy can be created to turn it into one.
    const refused = await visitor.page.evaluate(() => {
      const tries = [
        () => Object.assign(document.createElement('script'), { src: '/style.js' }),
        () => (globalThis as never as { trustedTypes: TrustedTypes }).trustedTypes.createPolicy('other', {}),
      ]
      interface TrustedTypes {
        createPolicy(name: string, rules: object): object
      }
      return tries.map((attempt) => {
        try {
          attempt()
          return 'allowed'
        } catch (error) {
          return (error as Error).name
        }
      })
    })
    expect(refused).toEqual(['TypeError', 'TypeError'])
    expect(await violations(visitor)).toHaveLength(2)
  }),
)

test(
  'both policies work at once, in another language',
  visiting({ query: { csp: 'strict', policy: 'integrity', locale: 'en-XA' }, prepare }, async (visitor) => {
    await visitor.connect()
    await visitor.openReceive()
    expect(await visitor.title.textContent()).toMatch(/^\[.*~+\]$/)
    expect(await violations(visitor)).toEqual([])
    expect(visitor.problems).toEqual([])
  }),
)
