import type { BrowserContext, Page } from 'playwright-core'
import type { Phone } from '../../../apps/phone/src/phone.ts'
import type { Behaviour, Choice } from '../../../apps/phone/src/state.ts'
import { stack } from './stack.ts'
import { type Visit, type VisitOptions, visit } from './visit.ts'

/** The visitor's phone: a pairing wallet with real keys, in a profile of its own. */
export class PhoneVisit {
  constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  /** Acts on the phone as its owner would: `phone.does((it) => it.disconnect())`. */
  async does<T, A = undefined>(act: (phone: Phone, argument: A) => T, argument?: A): Promise<Awaited<T>> {
    const handle = await this.page.evaluateHandle(() => window.phone)
    return handle.evaluate(act as (phone: Phone, argument: unknown) => T, argument as unknown) as Awaited<T>
  }

  behave(behaviour: Partial<Behaviour>): Promise<void> {
    return this.does((phone, how) => phone.behave(how), behaviour)
  }

  choose(choice: Partial<Choice>): Promise<void> {
    return this.does((phone, what) => phone.choose(what), choice)
  }

  pair(uri: string): Promise<void> {
    return this.does((phone, link) => phone.pair(link), uri)
  }

  /** Waits for a prompt, and approves or rejects it. */
  async answers(answer: 'approve' | 'reject'): Promise<void> {
    await this.does(async (phone, how) => {
      const { id } = await phone.nextPrompt()
      await phone[how]({ id })
    }, answer)
  }

  /** The methods that sites have requested, in order. */
  asked(): Promise<string[]> {
    return this.does(({ log }) => log.flatMap(({ method }) => (method === undefined ? [] : [method])))
  }

  /** The topics of the phone's sessions. */
  topics(): Promise<string[]> {
    return this.does(({ state }) => state.sessions.map(({ topic }) => topic))
  }

  /** Waits until the phone has `count` sessions. */
  async hasSessions(count: number): Promise<void> {
    await this.page.waitForFunction((wanted) => window.phone.state.sessions.length === wanted, count)
  }

  end(): Promise<void> {
    return this.context.close()
  }
}

/** @param path `/wc?uri=…`, the target of deep links */
export async function openPhone({ context }: Pick<Visit, 'context'>, path = '/'): Promise<PhoneVisit> {
  const browser = context.browser()
  if (!browser) throw new Error('A phone needs a browser of its own.')
  const own = await browser.newContext({ viewport: { width: 390, height: 740 } })
  const phone = new PhoneVisit(own, await own.newPage())
  await phone.page.goto(new URL(path, stack.urls.phone).href)
  await phone.does((it) => it.ready)
  return phone
}

/** A test body with a visit and a phone that approves everything; both are always ended. */
export const visitingWithPhone =
  (options: VisitOptions, run: (visitor: Visit, phone: PhoneVisit) => Promise<void>) => async () => {
    const visitor = await visit(options)
    try {
      const phone = await openPhone(visitor)
      try {
        await phone.behave({ answer: 'approve' })
        await run(visitor, phone)
      } finally {
        await phone.end()
      }
    } finally {
      await visitor.end()
    }
  }

/** The URI in the code on the screen. `after`: the previous URI, which must have been replaced. */
export async function shownUri({ page }: Visit, after?: string): Promise<string> {
  const code = page.getByTestId('wui-qr-code')
  const other = after === undefined ? code : page.locator(`[data-testid="wui-qr-code"]:not([data-uri="${after}"])`)
  await other.and(page.locator('[data-uri^="wc:"]')).waitFor()
  return (await code.getAttribute('data-uri')) ?? ''
}

/** Opens the window on its list of wallets, then the code to scan. @returns the code's URI */
export async function openCode(visitor: Visit): Promise<string> {
  await visitor.open()
  await visitor.page.getByTestId('wallet-selector-walletconnect').click()
  return shownUri(visitor)
}

/** The visitor scans the code, and the phone answers as configured. */
export async function connectPhone(visitor: Visit, phone: PhoneVisit): Promise<void> {
  await phone.pair(await openCode(visitor))
  await visitor.dialog.waitFor({ state: 'detached' })
}
