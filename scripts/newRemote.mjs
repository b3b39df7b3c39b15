import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { refuseBadId, remotesIn } from './remotes.mjs'

/** @param {string} id */
const inWords = (id) => id.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, upper)
const upper = (/** @type {string} */ text) => text.toUpperCase()

/** @param {string} id @param {string} view */
const remote = (id, view) => `import { defineRemote } from '@portico/contracts'
import messages from '../messages/en.json'

declare module '@portico/contracts' {
  interface ViewParams {
    ${view}: undefined
  }
}

export default defineRemote({
  messages,
  views: {
    ${view}: { title: '${id}.title', needsAccount: true, load: () => import('./views/${view}.tsx') },
  },
  slots: {
    'account.rows': [
      {
        label: '${id}.action',
        icon: 'wallet',
        view: '${view}',
        testId: 'wallet-features-${id}-button',
      },
    ],
  },
})
`

/** @param {string} id @param {string} view */
const component = (id, view) => `import { type HostState, selectAccount, truncateMiddle } from '@portico/contracts'
import { useMessages, useStyles } from '@portico/contracts/ui'
import { useSelector } from 'react-redux'
import sheet from './${view}.css'

export default function ${view}() {
  useStyles(sheet)
  const t = useMessages()
  const account = useSelector((state: HostState) => selectAccount(state))
  if (!account) return null
  return <p className="${view}">{t('${id}.account', { address: truncateMiddle(account.address, 6, 4) })}</p>
}
`

/** @param {string} view */
const styles = (view) => `.${view} {
  margin: 0;
  padding-block: var(--w-space-4);
  text-align: center;
  color: var(--w-color-secondary);
}
`

/** @param {string} view */
const test = (view) => `/** @jest-environment jsdom */
import { ADDRESS, fakeHost, hostState, renderView, unmountAll } from '@portico/contracts/testing'
import remote from '../remote.ts'
import ${view} from './${view}.tsx'

afterEach(unmountAll)

test('the visitor sees with which account it will be done', async () => {
  const view = await renderView(${view}, { host: fakeHost({ remote, state: hostState() }) })
  expect(view.text()).toContain(ADDRESS.slice(-4))
})

test('every title and label of it has English words', () => {
  for (const { title } of Object.values(remote.views)) expect(remote.messages).toHaveProperty([title])
  for (const { label } of Object.values(remote.slots).flat()) expect(remote.messages).toHaveProperty([label])
})
`

/**
 * Creates a remote that can be built, tested and viewed, with one view and its button.
 * @param {string} root of the project
 * @param {string} id 3 to 32 letters and digits in lower camel case
 * @returns {string[]} the files it wrote
 * @throws Error if the id breaks that rule, or the folder already exists
 */
export function createRemote(root, id) {
  const folder = join(root, 'remotes', id)
  refuseBadId(id)
  if (existsSync(folder)) throw new Error(`remotes/${id} is there already.`)

  // Any remote tells which versions all of them share.
  const [model = ''] = remotesIn(root)
  const { license, type, peerDependencies } = JSON.parse(
    readFileSync(join(root, 'remotes', model, 'package.json'), 'utf8'),
  )
  const view = inWords(id).replace(/ ./g, (part) => upper(part.trim()))
  const name = inWords(id)
  const manifest = {
    name: `@portico/remote-${id.toLowerCase()}`,
    version: '0.1.0',
    description: name,
    license,
    private: true,
    type,
    peerDependencies,
  }
  const messages = {
    [`${id}.account`]: 'With account {address}',
    [`${id}.action`]: name,
    [`${id}.title`]: name,
  }
  const json = (/** @type {object} */ value) => `${JSON.stringify(value, null, 2)}\n`
  const files = {
    'package.json': json(manifest),
    'messages/en.json': json(messages),
    'src/remote.ts': remote(id, view),
    [`src/views/${view}.tsx`]: component(id, view),
    [`src/views/${view}.css`]: styles(view),
    [`src/views/${view}.test.tsx`]: test(view),
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return Object.keys(files).map((file) => `remotes/${id}/${file}`)
}
