import type { SIWXMessageData } from '@portico/contracts'
import { wrongField } from './checkData.ts'
import { type FieldName, LABELS, layoutNamed } from './layouts.ts'

const FIRST_LINE = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your (\S+) account:$/i
const NEEDED = ['uri', 'version', 'chainId', 'nonce'] as const

/**
 * Parses a signed text in any format that `formatMessage` writes; undefined for all others. A missing statement can
 * leave one or two empty lines, since both are in use. The result is what the visitor signed, so a server should rely
 * on it rather than on accompanying data.
 */
export function parseMessage(text: string): SIWXMessageData | undefined {
  const lines = text.split('\n')
  const [, domain, blockchain] = FIRST_LINE.exec(lines.shift() ?? '') ?? []
  const layout = blockchain && layoutNamed(blockchain)
  const accountAddress = lines.shift()
  if (!domain || !layout || !accountAddress || lines.shift() !== '') return undefined

  const statement = lines[1] === '' ? lines.shift() : undefined
  if (lines[0] === '') lines.shift()

  const fields: Partial<Record<FieldName, string>> = {}
  for (const name of layout.order) {
    const start = `${LABELS[name]}: `
    if (lines[0]?.startsWith(start)) fields[name] = lines.shift()?.slice(start.length)
  }
  const resources = lines[0] === 'Resources:' ? lines.splice(0).slice(1) : undefined
  const isWhole = lines.length === 0 && (resources ?? []).every((line) => line.startsWith('- '))
  const chainId = layout.readChainId(fields.chainId ?? '')
  if (!isWhole || !chainId || NEEDED.some((name) => fields[name] === undefined)) return undefined

  const data = {
    ...fields,
    accountAddress,
    chainId,
    domain,
    ...(statement && { statement }),
    ...(resources && { resources: resources.map((line) => line.slice(2)) }),
  } as SIWXMessageData
  return wrongField(data) ? undefined : data
}
