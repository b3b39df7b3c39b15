import { utf8 } from '../src/index.ts'
import { readSigner, withLog } from '../src/node/index.ts'

/** A process that appends one entry after the other: `<folder> <private key> <name> <count>`. */
const [folder = '', key = '', name = '', count = '0'] = process.argv.slice(2)
const signer = readSigner(key)
for (let at = 0; at < Number(count); at++) withLog(folder, signer, (log) => log.append([utf8(`${name} ${at}`)]))
