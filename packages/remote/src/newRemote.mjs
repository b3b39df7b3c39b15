import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { outsideFiles } from './newRepository.mjs'
import { refuseBadId } from './remoteId.mjs'

/** What every remote gets from the host. */
const PEERS = {
  '@portico/contracts': '^2.0.0',
  '@reduxjs/toolkit': '^2.14.0',
  react: '^19.3.0',
  'react-redux': '^9.3.0',
}

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
 * The files of a new remote, with one view and its button.
 * @param {string} id @returns {Record<string, string>} text by path
 */
function filesOf(id) {
  const name = inWords(id)
  const view = name.replace(/ ./g, (part) => upper(part.trim()))
  const manifest = {
    name: `@portico/remote-${id.toLowerCase()}`,
    version: '0.1.0',
    description: name,
    license: 'MIT',
    private: true,
    type: 'module',
    peerDependencies: PEERS,
  }
  const messages = {
    [`${id}.account`]: 'With account {address}',
    [`${id}.action`]: name,
    [`${id}.title`]: name,
  }
  return {
    'package.json': json(manifest),
    'messages/en.json': json(messages),
    'src/remote.ts': remote(id, view),
    [`src/views/${view}.tsx`]: component(id, view),
    [`src/views/${view}.css`]: styles(view),
    [`src/views/${view}.test.tsx`]: test(view),
  }
}

const json = (/** @type {object} */ value) => `${JSON.stringify(value, null, 2)}\n`

/**
 * Creates a remote that can be built, tested and viewed, with one view and its button.
 * @param {string} folder for the remote
 * @param {string} id 3 to 32 letters and digits in lower camel case
 * @param {{ isOutside?: boolean }} [options] `isOutside`: the folder is a repository of its own, so its `package.json`
 *   names the remote's id and what it is built and tested with
 * @returns {string[]} the files it wrote, relative to the folder
 * @throws Error if the id breaks that rule, or the folder already exists
 */
export function createRemote(folder, id, { isOutside = false } = {}) {
  refuseBadId(id)
  if (existsSync(folder)) throw new Error(`${relative(process.cwd(), folder)} is there already.`)
  const inside = filesOf(id)
  const own = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const { manifest, files } = outsideFiles(id, JSON.parse(inside['package.json'] ?? ''), own)
  const all = isOutside ? { ...inside, 'package.json': json(manifest), ...files } : inside
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return Object.keys(all)
}
