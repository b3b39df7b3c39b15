import { LOCAL, readDeployment } from './build/deployment.mjs'
import { readReleaseKeys } from './build/releaseKeys.mjs'
import { acceptRoot, proposeRoot, signRoot } from './build/releaseRoot.mjs'
import { lastRoot, rootsOf } from './build/signedText.mjs'
import { commandIn } from './main.mjs'

/**
 * Commands about roots, which say who may sign what: `npm run release -- root …`.
 * @param {string} action @param {string} rolesFile @param {string} usage
 */
export async function runRoot(action, rolesFile, usage) {
  const file = process.env.PORTICO_RELEASE_ROOT
  if (!file) throw new Error('PORTICO_RELEASE_ROOT names the file with the roots.')
  /** @param {import('./build/signedText.mjs').Root} root */
  const describe = ({ version, expires, roles }) => {
    const rows = Object.entries(roles).map(([role, { keys, threshold }]) => {
      const holders = [...new Set(keys.map((key) => key.split(':')[1]))]
      return `  ${role}: ${threshold} of ${holders.join(', ')}`
    })
    return [`root ${version}, valid until ${expires}`, ...rows].join('\n')
  }
  /** @type {Record<string, () => void | Promise<void>>} */
  const commands = {
    show() {
      const root = lastRoot(rootsOf())
      console.log(root ? describe(root) : `${file} has no root yet.`)
    },
    propose: () => console.log(describe(proposeRoot(file, rolesFile))),
    async sign() {
      const lacks = await signRoot(file, readReleaseKeys((readDeployment() ?? LOCAL).audience))
      console.log(lacks.join('\n') || 'The root has all signatures: `npm run release -- root accept` makes it valid.')
    },
    async accept() {
      const { version } = await acceptRoot(file)
      console.log(`Root ${version} is valid once the index has been signed again.`)
    },
  }
  await commandIn(commands, action, usage)()
}
