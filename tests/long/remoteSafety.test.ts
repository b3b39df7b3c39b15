import { execFile, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { encodeBase58 } from '@portico/contracts/chains/bytes'
import { compileMessage, unsigned } from '@portico/contracts/solana'
import { type Address, encodeFunctionData, erc20Abi, maxUint256, parseAbi, toEventSelector } from 'viem'
import { EVENT } from '../../examples/remote-safety/src/evm/abi.ts'
import { LOCAL_NFT } from '../../local/chains/evmContracts.ts'
import { TOKEN_PROGRAM } from '../../local/chains/solana/programs.ts'
import { SOLANA_TOKENS } from '../../local/chains/solana/solanaTokens.ts'
import { pack } from '../../scripts/pack.mjs'
import { mined } from '../../services/testing/mined.ts'
import { allowanceOf, chain, DOLLAR, stranger } from '../browser/support/evmChain.ts'
import { askSolana, asSender, SENDER, SOL, setLamports } from '../browser/support/solanaChain.ts'
import { askChain, describeOn, project, release, stack } from '../browser/support/stack.ts'
import { walletRow } from '../browser/support/succeedsNow.ts'
import { closeBrowser, VISITOR, type Visit, visiting } from '../browser/support/visit.ts'
import { signAndSend } from '../support/sending/solanaWallet.ts'

/**
 * A remote that a stranger has written: its repository is copied out of this one, installed by its own lockfile with the
 * packed packages, tested, built, published, accepted by the operator, and used.
 */

jest.setTimeout(300_000)

const ROOT = join(import.meta.dirname, '../..')
const EXAMPLE = join(ROOT, 'examples/remote-safety')

let repository: string

/** Runs a command there, without anything of this run. @throws with its output */
function run(command: string, ...args: string[]): string {
  const env = { ...process.env, NODE_ENV: undefined, NODE_PATH: undefined, JEST_WORKER_ID: undefined }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: repository, encoding: 'utf8', env })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`)
  return stdout
}

const publishTo = (folder: string, url: string) => run('npx', 'portico-remote', 'publish', '--to', folder, '--url', url)

/** What the operator does with a submission. Not synchronous: the host that serves the files may be in this process. */
async function accept(...args: string[]): Promise<{ status: number; text: string }> {
  const env = { ...process.env, PORTICO_RELEASE_INDEX: stack.indexFile, INIT_CWD: repository }
  try {
    const command = [join(ROOT, 'scripts/remote.mjs'), 'accept', ...args]
    const { stdout } = await promisify(execFile)(process.execPath, command, { env })
    return { status: 0, text: stdout }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { status: code, text: stderr }
  }
}

const SUBMISSION = 'dist/safety-0.1.0.submission.json'
const remotes = () => join(stack.dist, 'host/remotes')

beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'portico-safety-'))
  const isSource = (path: string) => !['node_modules', 'dist', 'packages'].includes(basename(path))
  cpSync(EXAMPLE, repository, { recursive: true, filter: isSource })
  pack(join(repository, 'packages'))
  run('npm', 'install', '--no-save', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund')
})
afterAll(async () => {
  rmSync(repository, { recursive: true, force: true })
  rmSync(remotes(), { recursive: true, force: true })
  release()
  await closeBrowser()
})

test('it uses nothing of the workspace around it, and its types and tests are right', () => {
  expect(existsSync(join(repository, 'node_modules/@portico/contracts/src/index.js'))).toBe(true)
  expect(existsSync(join(repository, 'node_modules/@portico/contracts/src/index.ts'))).toBe(false)
  expect(run('npm', 'test')).toContain('portico-remote-safety')
})

test('it reads the events of the standards', () => {
  expect(EVENT).toEqual({
    approval: toEventSelector('Approval(address,address,uint256)'),
    approvalForAll: toEventSelector('ApprovalForAll(address,address,bool)'),
    permit2Approval: toEventSelector('Approval(address,address,address,uint160,uint48)'),
    permit2Permit: toEventSelector('Permit(address,address,address,uint160,uint48,uint48)'),
  })
})

test('published is not visible: the operator checks the files first, and only then the index names it', async () => {
  expect(publishTo(remotes(), `${stack.urls.host}/remotes`)).toMatch(/Uploaded \d+ files/)
  expect(readFileSync(stack.indexFile, 'utf8')).not.toContain('safety')
  expect(publishTo(remotes(), `${stack.urls.host}/remotes`)).toContain('is there already, with the same files')

  const file = join(repository, SUBMISSION)
  const submission = JSON.parse(readFileSync(file, 'utf8'))
  const wrong = join(repository, 'wrong.json')
  for (const [change, said] of [
    [{ integrity: `sha384-${'A'.repeat(64)}` }, /has another hash than the submission says/],
    [{ id: 'other' }, /the message safety\.\w+ does not belong to other/],
    [{ version: '0.2.0' }, /says version 0\.1\.0, and the submission 0\.2\.0/],
    [{ contract: '^9.0.0' }, /needs the contract \^9\.0\.0/],
    [{ contract: 'any' }, /contract: Invalid format/],
    [{ url: 'file:///etc/' }, /must be an address that ends with a slash/],
    [{ url: `${stack.urls.host}/nowhere/` }, /nowhere\/static\.json: 404/],
    [{ static: { ...submission.static, views: {} } }, /has the views AccountSafety, AccountSafetyRevoke/],
    [{ static: { ...submission.static, slots: { 'account.rows': [{}] } } }, /an entry of account\.rows has no label/],
    [{ static: { ...submission.static, icons: { shield: '"/><script>' } } }, /the icon shield is not an outline/],
  ] as const) {
    writeFileSync(wrong, JSON.stringify({ ...submission, ...change }))
    expect(await accept(wrong)).toMatchObject({ status: 1, text: expect.stringMatching(said) })
  }
  expect(readFileSync(stack.indexFile, 'utf8')).not.toContain('safety')

  expect(await accept(SUBMISSION)).toMatchObject({
    status: 0,
    text: expect.stringContaining('safety 0.1.0 is the first of stable.'),
  })
  expect(await accept(SUBMISSION, 'next')).toMatchObject({ status: 0 })
  project('toggle', 'safety', 'on')
})

const NFT = parseAbi([
  'function setApprovalForAll(address operator, bool approved)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
])

/** The visitor gives a permission with another page. */
async function give(to: Address, data: `0x${string}`): Promise<void> {
  const hash = await askChain(stack.urls.anvil, 'eth_sendTransaction', [{ from: VISITOR, to, data }])
  await mined(chain(), hash as `0x${string}`)
}
const approve = (to: Address, amount: bigint) =>
  give(DOLLAR.address, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to, amount] }))
const operate = (operator: Address) =>
  give(
    LOCAL_NFT.address as Address,
    encodeFunctionData({ abi: NFT, functionName: 'setApprovalForAll', args: [operator, true] }),
  )
const isOperator = (operator: Address) =>
  chain().readContract({
    abi: NFT,
    address: LOCAL_NFT.address as Address,
    functionName: 'isApprovedForAll',
    args: [VISITOR, operator],
  })

const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`
const list = (visitor: Visit) => visitor.view('AccountSafety').getByTestId('safety-reading')
const rowOf = (visitor: Visit, spender: string) =>
  list(visitor)
    .getByRole('button')
    .filter({ hasText: short(spender) })

async function openSafety(visitor: Visit): Promise<void> {
  await visitor.openAccount()
  await visitor.page.getByTestId('wallet-features-safety-button').click()
  await list(visitor).waitFor()
}

/** Reviews a permission, takes it back, and waits until the list no longer has it. @returns the review's text */
async function takeBack(visitor: Visit, spender: string): Promise<string> {
  await rowOf(visitor, spender).click()
  const view = visitor.view('AccountSafetyRevoke')
  const confirm = view.getByTestId('safety-revoke-confirm')
  await confirm.and(visitor.page.locator(':enabled')).waitFor()
  const said = (await view.textContent()) ?? ''
  await confirm.click()
  await view.waitFor({ state: 'detached' })
  await rowOf(visitor, spender).waitFor({ state: 'detached' })
  return said
}

test(
  'a visitor sees an unlimited approval and an operator of NFTs in words, and takes both back on the chain',
  visiting({}, async (visitor) => {
    const [spender, operator] = [stranger(), stranger()]
    await approve(spender, maxUint256)
    await operate(operator)
    await visitor.connect()
    await openSafety(visitor)
    expect(await rowOf(visitor, spender).textContent()).toMatch(/Any amount of USDC.*USDC.*High risk/)
    expect(await rowOf(visitor, operator).textContent()).toMatch(/All of PASS.*High risk/)

    const said = await takeBack(visitor, spender)
    expect(said).toContain('There is no limit')
    expect(said).toContain('an address that belongs to a person')
    expect(said).toContain('Remove an allowance')
    expect(await allowanceOf(VISITOR, spender)).toBe(0n)
    await takeBack(visitor, operator)
    expect(await isOperator(operator)).toBe(false)
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'a rejection in the wallet leaves the permission where it was, with the button',
  visiting({}, async (visitor) => {
    const spender = stranger()
    await approve(spender, 5_000_000n)
    await visitor.connect()
    await openSafety(visitor)
    await visitor.inWallet((wallet) => wallet.setBehaviour('reject'))
    await rowOf(visitor, spender).click()
    const confirm = visitor.page.getByTestId('safety-revoke-confirm').and(visitor.page.locator(':enabled'))
    await confirm.click()
    await visitor.page.getByTestId('wui-snackbar-message').waitFor()
    await confirm.waitFor()
    expect(await allowanceOf(VISITOR, spender)).toBe(5_000_000n)
    await approve(spender, 0n)
  }),
)

test(
  'code that acts as the account comes first, and the modal says who can end it',
  visiting({}, async (visitor) => {
    const delegate = stranger()
    await askChain(stack.urls.anvil, 'anvil_setCode', [VISITOR, `0xef0100${delegate.slice(2)}`])
    try {
      await visitor.connect()
      await openSafety(visitor)
      const first = list(visitor).getByRole('group').getByRole('button').first()
      expect(await first.textContent()).toMatch(/Act as this account.*High risk/)
      await first.click()
      await visitor.view('AccountSafetyRevoke').getByText('EIP-7702').waitFor()
      expect(await visitor.page.getByTestId('safety-revoke-confirm').count()).toBe(0)
    } finally {
      await askChain(stack.urls.anvil, 'anvil_setCode', [VISITOR, '0x'])
    }
  }),
)

describeOn('solana')('on Solana', () => {
  const [token] = SOLANA_TOKENS.filter(({ program }) => program === TOKEN_PROGRAM)

  /** The delegate of the sender's account for the token; undefined without one. */
  async function tokenAccount(): Promise<{ address: string; delegate: string | undefined }> {
    const { value } = await askSolana<{
      value: { pubkey: string; account: { data: { parsed: { info: { delegate?: string } } } } }[]
    }>('getTokenAccountsByOwner', SENDER.address, { mint: token?.address }, { encoding: 'jsonParsed' })
    const [first] = value
    return { address: first?.pubkey ?? '', delegate: first?.account.data.parsed.info.delegate }
  }

  /** `Approve` of the token program. */
  async function delegateTo(delegate: string, amount: bigint): Promise<void> {
    const { value } = await askSolana<{ value: { blockhash: string } }>('getLatestBlockhash')
    const data = Buffer.alloc(9)
    data.writeUInt8(4)
    data.writeBigUInt64LE(amount, 1)
    const accounts = [
      { address: (await tokenAccount()).address, isWritable: true },
      { address: delegate },
      { address: SENDER.address, isSigner: true },
    ]
    const message = compileMessage(SENDER.address, value.blockhash, [{ program: TOKEN_PROGRAM, accounts, data }])
    await signAndSend(new URL(stack.urls.solana), Buffer.from(unsigned(message), 'base64'), SENDER)
  }

  test(
    'a visitor sees the delegate of a token account, and takes the permission back on the chain',
    visiting({ query: { families: 'solana', solana: 'ok' } }, async (visitor) => {
      const delegate = encodeBase58(crypto.getRandomValues(new Uint8Array(32)))
      await setLamports(SENDER, SOL)
      await delegateTo(delegate, (1n << 64n) - 1n)
      await asSender(visitor)
      await visitor.open()
      await walletRow(visitor, 'solana').click()
      await visitor.dialog.waitFor({ state: 'detached' })
      await openSafety(visitor)
      expect(await rowOf(visitor, delegate).textContent()).toMatch(/Any amount of USDC.*High risk/)
      await takeBack(visitor, delegate)
      expect((await tokenAccount()).delegate).toBeUndefined()
      expect(visitor.problems).toEqual([])
    }),
  )
})
