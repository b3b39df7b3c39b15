import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from 'playwright-core'

/** @typedef {{ urls: { playground: string, mailbox: string } }} LoginStack */

const POLL_MS = 20
const PATIENCE_MS = 20_000
const CODE = /\b\d{6}\b/
/** All families that the modal supports. */
const FAMILIES = 'eip155,solana,bip122'

/** @param {string} mailbox @param {string} to @returns {Promise<string>} the mailed code */
async function readCode(mailbox, to) {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await wait(POLL_MS)) {
    const answer = await fetch(`${mailbox}/messages?${new URLSearchParams({ to })}`)
    const { messages } = await answer.json()
    const code = CODE.exec(messages[0]?.text ?? '')?.[0]
    if (code) return code
  }
  throw new Error(`No mail has come to ${to}.`)
}

/**
 * New visitors sign up by mail on a site with networks of every family, each in their own profile, on an unslowed
 * machine. Measures from the last digit of the correct code until the modal has closed and the page has the new
 * wallet's accounts: a smart account on EVM networks and an account on Solana. The first visitor is not counted.
 * @param {string} executable of the browser
 * @param {LoginStack} stack
 * @param {string} projectId with e-mail login
 * @param {number} runs
 * @returns {Promise<number[]>} milliseconds
 */
export async function measureLogin(executable, { urls }, projectId, runs) {
  const browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const samples = []
    for (let run = 0; run <= runs; run++) {
      const took = await signUp(browser, urls, projectId, run)
      console.log(`${run} of ${runs}: ${Math.round(took)} ms`)
      samples.push(took)
    }
    return samples.slice(1)
  } finally {
    await browser.close()
  }
}

/** Runs in the page, using only the public API. */
function hasBothAccounts() {
  const modal = window.portico
  const { embeddedWalletInfo } = modal?.getAccount('eip155') ?? {}
  return embeddedWalletInfo?.accountType === 'smartAccount' && modal?.getAccount('solana').caipAddress !== undefined
}

/**
 * @param {import('playwright-core').Browser} browser @param {LoginStack['urls']} urls @param {string} projectId
 * @param {number} run
 */
async function signUp(browser, { playground, mailbox }, projectId, run) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    const options = JSON.stringify({ projectId, defaultAccountTypes: { eip155: 'smartAccount' } })
    const query = new URLSearchParams({ wallet: 'none', families: FAMILIES, options })
    await page.goto(`${playground}/?${query}`)
    await page.locator('button[data-portico]').first().click()
    const email = `bench${run}.${process.pid}@example.org`
    await page.getByTestId('wui-email-input').fill(email)
    await page.getByTestId('wui-email-input').press('Enter')
    await page.getByTestId('wui-otp-input').waitFor()
    const code = await readCode(mailbox, email)
    await page.getByTestId('wui-input-numeric').first().click()
    await page.keyboard.type(code.slice(0, -1))
    const typed = performance.now()
    await page.keyboard.type(code.slice(-1))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page
      .getByTestId('w3m-status')
      .and(page.getByText('connected', { exact: true }))
      .waitFor()
    await page.waitForFunction(hasBothAccounts)
    return performance.now() - typed
  } finally {
    await context.close()
  }
}
