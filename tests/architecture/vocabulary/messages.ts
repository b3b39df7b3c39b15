import type { Files, Rule } from '../files.ts'
import { isCode, isTest } from '../files.ts'
import { possibleTexts, visit } from '../syntax.ts'

interface Catalogue {
  readonly path: string
  readonly locale: string
  /** Prefix of the catalogue's keys: `host`, or a remote's id. */
  readonly id: string
  readonly folder: string
  readonly messages: Readonly<Record<string, string>>
}

export function catalogues(files: Files): Catalogue[] {
  return [...files].flatMap(([path, text]) => {
    const match = /^((host|remotes\/(\w+))\/(?:src\/)?)(?:messages|deferredMessages)\/([\w-]+)\.json$/.exec(path)
    if (!match) return []
    const [, , owner = '', remote, locale = ''] = match
    return [{ path, locale, id: remote ?? 'host', folder: owner, messages: JSON.parse(text) }]
  })
}

/** Vendor names that no visitor needs to read. */
const VENDORS =
  /\b(AppKit|Reown|WalletConnect|Web3Modal|Web3Inbox|MetaMask|Coinbase|Meld|1inch|MoonPay|RainbowKit|ConnectKit|Infura|Alchemy|Magic\.link)\b/i

/** Message keys that name a vendor which the visitor has to recognise, each with its reason. */
const MAY_NAME_VENDORS: Readonly<Record<string, string>> = {}

export const vendorNames: Rule = (files) =>
  catalogues(files).flatMap(({ path, messages }) =>
    Object.entries(messages)
      .filter(([key, text]) => VENDORS.test(text) && !(key in MAY_NAME_VENDORS))
      .map(([key, text]) => `${path}: ${key}: ${text}`),
  )

/** Prefixes of keys that are put together at run time, each with its reason. */
const DYNAMIC: readonly { prefix: string; reason: string }[] = []

/** Properties that hold a message key: titles of views, labels of slots, snacks. */
const KEY_PROPERTIES = ['title', 'label', 'key', 'detail']

/**
 * The host's catalogue also covers the kit, whose own catalogue is for previews only: `messageKeys.test.ts` there
 * checks that catalogue.
 */
const sourcesOf = (files: Files, { folder }: Catalogue) =>
  [...files.keys()].filter(
    (path) =>
      isCode(path) &&
      !isTest(path) &&
      (path.startsWith(`${folder}/`) ||
        (folder === 'host' &&
          path.startsWith('shared-contracts/ui/') &&
          !path.startsWith('shared-contracts/ui/preview/'))),
  )

interface Usage {
  /** Keys that are certainly used, with the file that uses them. */
  readonly asked: ReadonlyMap<string, string>
  /** Prefixes of keys that are put together. */
  readonly built: ReadonlyMap<string, string>
  /** Every string of the sources: a key among them counts as used. */
  readonly texts: ReadonlySet<string>
}

function readUsage(files: Files, catalogue: Catalogue): Usage {
  const asked = new Map<string, string>()
  const built = new Map<string, string>()
  const texts = new Set<string>()
  for (const path of sourcesOf(files, catalogue)) {
    visit(files, path, {
      StringLiteral: ({ value }) => texts.add(value),
      CallExpression({ callee, arguments: [first] }) {
        if (callee.type !== 'Identifier' || callee.value !== 't' || !first) return
        for (const { text, isPrefix } of possibleTexts(first.expression)) (isPrefix ? built : asked).set(text, path)
      },
      KeyValueProperty({ key, value }) {
        if (key.type !== 'Identifier' || !KEY_PROPERTIES.includes(key.value)) return
        for (const { text, isPrefix } of possibleTexts(value)) {
          if (!isPrefix && text.startsWith(`${catalogue.id}.`)) asked.set(text, path)
        }
      },
    })
  }
  return { asked, built, texts }
}

export const messageKeys: Rule = (files) => {
  const problems: string[] = []
  for (const catalogue of catalogues(files)) {
    const { path, id, locale, messages, folder } = catalogue
    if (locale !== 'en') {
      const english = catalogues(files).find((other) => other.folder === folder && other.locale === 'en')
      for (const key of Object.keys(messages)) {
        if (!(key in (english?.messages ?? {}))) problems.push(`${path}: ${key} is not in English`)
      }
      continue
    }
    const { asked, built, texts } = readUsage(files, catalogue)
    // The host's messages are in two parts: those of the first view, and the rest.
    const known = Object.assign(
      {},
      ...catalogues(files)
        .filter((other) => other.id === id && other.locale === locale)
        .map((other) => other.messages),
    )
    for (const [key, source] of asked) if (key !== '' && !(key in known)) problems.push(`${source}: no text for ${key}`)
    for (const [prefix, source] of built) {
      if (!DYNAMIC.some((dynamic) => prefix.startsWith(dynamic.prefix))) {
        problems.push(`${source}: keys that begin with '${prefix}' are put together`)
      }
    }
    for (const key of Object.keys(messages)) {
      if (!key.startsWith(`${id}.`)) problems.push(`${path}: ${key} does not begin with ${id}`)
      if (!texts.has(key) && !DYNAMIC.some(({ prefix }) => key.startsWith(prefix))) {
        problems.push(`${path}: nobody uses ${key}`)
      }
    }
  }
  return problems
}
