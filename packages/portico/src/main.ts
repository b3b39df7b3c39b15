import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { LogError, parseVerifierKey } from '@portico/log'
import { generateKey, readSigner, witnessKeyText } from '@portico/log/node'
import { reasonOf } from './site/report.ts'
import { verify } from './verify.ts'
import { Refusal, witness } from './witness.ts'

const USAGE = `Usage: portico <command>

  verify <url>                    downloads what a site serves and verifies all of it
    --state <file>                remembers the log, and notices if it changes what it contained
    --log-key <key>               the public key of the log; without it, the one in the index
    --witness <key>               a witness that must have cosigned the log; may be repeated
    --release-keys <keys>         the public keys of the index, separated by commas; without them, those in the loader
    --source <folder or url>      a Git repository: builds every release again and compares the bytes
  witness <url of the log>        cosigns the log, if it continues what this witness cosigned before
    --key <file>                  the private key of the witness
    --state <file>                remembers what it cosigned
    --log-key <key>               the public key of the log; needed the first time
    --out <file>                  also writes the cosigned checkpoint to a file
  witness --new-key <name>        makes the key of a witness
    --key <file>                  a new file for the private key; without it, it is printed

It ends with 0 if everything is right, 1 if something is wrong, and 2 if it was called wrongly.`

/** A wrong call of the command. */
class UsageError extends Error {}

const OK = 0
const WRONG = 1
const MISUSED = 2

function urlOf(text: string | undefined, what: string): URL {
  if (!text || !URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new UsageError(`${what} must be an address like https://wallet.example.`)
  }
  return new URL(text)
}

/** @throws UsageError */
function needed(value: string | undefined, option: string): string {
  if (!value) throw new UsageError(`${option} is needed.`)
  return value
}

function readOptions(args: string[]) {
  const text = { type: 'string' } as const
  const options = {
    state: text,
    source: text,
    key: text,
    out: text,
    'log-key': text,
    'new-key': text,
    'release-keys': text,
    witness: { type: 'string', multiple: true },
  } as const
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
type Options = ReturnType<typeof readOptions>['values']

const KEY = /^(ed25519|p256):[^:]+:[A-Za-z0-9+/]+=*$/

async function runVerify(url: string | undefined, options: Options): Promise<number> {
  const releaseKeys = options['release-keys']?.split(',').map((key) => key.trim()) ?? []
  const wrong = releaseKeys.find((key) => !KEY.test(key))
  if (wrong) throw new UsageError(`--release-keys: “${wrong}” must be like ed25519:<id>:<public>.`)
  for (const key of [...(options.witness ?? []), options['log-key'] ?? []].flat()) parseVerifierKey(key)
  const isVerified = await verify(
    {
      url: urlOf(url, 'The site'),
      releaseKeys,
      witnesses: options.witness ?? [],
      ...(options['log-key'] && { logKey: options['log-key'] }),
      ...(options.state && { state: options.state }),
      ...(options.source && { source: options.source }),
    },
    console.log,
  )
  return isVerified ? OK : WRONG
}

/** Makes the key of a witness. @param file of the private key, which must not exist; without it, the key is printed */
function makeKey(name: string, file: string | undefined): number {
  const key = generateKey(name)
  if (file) writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' })
  else console.log(key)
  const print = file ? console.log : console.error
  print(`Public key: ${witnessKeyText(readSigner(key))}`)
  return OK
}

async function runWitness(url: string | undefined, options: Options): Promise<number> {
  const name = options['new-key']
  if (name !== undefined) {
    return makeKey(name, options.key)
  }
  const log = urlOf(url, 'The log').href.replace(/\/?$/, '/')
  const keyFile = needed(options.key, '--key')
  const state = needed(options.state, '--state')
  const cosigned = await witness({
    log,
    state,
    signer: readSigner(readFileSync(keyFile, 'utf8')),
    now: Math.floor(Date.now() / 1000),
    ...(options['log-key'] && { logKey: options['log-key'] }),
    ...(options.out && { out: options.out }),
  })
  process.stdout.write(cosigned)
  return OK
}

/** @returns the exit code */
async function main(args: string[]): Promise<number> {
  try {
    const { positionals, values } = readOptions(args)
    const [command, url, ...more] = positionals
    if (more.length) throw new UsageError(`“${more[0]}” is one argument too many.`)
    if (command === 'verify') return await runVerify(url, values)
    if (command === 'witness') return await runWitness(url, values)
    throw new UsageError(USAGE)
  } catch (error) {
    if (error instanceof Refusal) {
      console.error(`${reasonOf(error)}\n\nIt has signed both:\n\n${error.evidence.join('\n')}`)
      return WRONG
    }
    console.error(reasonOf(error))
    const isMisused = error instanceof UsageError || (error instanceof LogError && error.code === 'log.keyInvalid')
    return isMisused ? MISUSED : WRONG
  }
}

process.exitCode = await main(process.argv.slice(2))
