/*
 * The host trusts the shape of the entries in the signed index. TypeScript checks them where a remote is written; this
 * checks them where they are built and signed, because one wrong entry would break a host's view for every visitor.
 */

const isText = (/** @type {unknown} */ value) => typeof value === 'string' && value !== ''
const isTexts = (/** @type {unknown} */ value) => Array.isArray(value) && value.every(isText)
const isNumber = (/** @type {unknown} */ value) => typeof value === 'number' && Number.isFinite(value)

/** The fields that several slots have, with their kinds. @type {Record<string, (value: unknown) => boolean>} */
const KINDS = {
  label: isText,
  icon: isText,
  view: isText,
  testId: isText,
  order: isNumber,
  namespaces: isTexts,
  routed: isTexts,
  wallets: isTexts,
  networks: isTexts,
}

const VIEW = ['label', 'view', 'testId']

/** The fields that an entry must have. Slots of newer contracts only have to be lists. @type {Record<string, string[]>} */
const REQUIRED = {
  'account.actions': [...VIEW, 'icon'],
  'account.topUps': [...VIEW, 'icon'],
  'account.rows': [...VIEW, 'icon'],
  'account.tabs': VIEW,
  'connect.methods': [...VIEW, 'icon'],
  'connect.badges': ['label', 'wallets'],
  'networks.rows': [...VIEW, 'icon'],
  'networks.badges': ['label', 'networks'],
}

/**
 * @param {Record<string, unknown>} slots of a static half
 * @returns {string | undefined} what is wrong with the first entry that is
 */
export function wrongSlots(slots) {
  for (const [slot, entries] of Object.entries(slots)) {
    if (!Array.isArray(entries)) return `the slot ${slot} must be a list`
    const required = Object.hasOwn(REQUIRED, slot) ? (REQUIRED[slot] ?? []) : []
    for (const entry of entries) {
      if (typeof entry !== 'object' || entry === null) return `an entry of ${slot} must be an object`
      const missing = required.find((name) => entry[name] === undefined)
      if (missing) return `an entry of ${slot} has no ${missing}`
      const wrong = Object.keys(KINDS).find((name) => entry[name] !== undefined && !KINDS[name]?.(entry[name]))
      if (wrong) return `an entry of ${slot} has a wrong ${wrong}`
    }
  }
  return undefined
}
