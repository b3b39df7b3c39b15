import type { SIWXMessageData } from '@portico/contracts'
import { SIWXError } from '../errors.ts'
import { wrongField } from './checkData.ts'
import { LABELS, layoutOf } from './layouts.ts'

/**
 * The text to sign: EIP-4361 for EVM, Sign In With Solana for Solana, CAIP-122 for Bitcoin and others.
 * @throws SIWXError `siwx.invalidMessage`, naming the field that cannot be written
 */
export function formatMessage(data: SIWXMessageData): string {
  const wrong = wrongField(data)
  if (wrong) throw new SIWXError('siwx.invalidMessage', { reason: wrong })
  const layout = layoutOf(data.chainId)
  const chainId = layout?.writeChainId(data.chainId)
  if (!layout || chainId === undefined) throw new SIWXError('siwx.invalidMessage', { reason: 'chainId' })

  const statement = data.statement === undefined ? (layout.keepsEmptyStatement ? [''] : []) : [data.statement, '']
  const values = { ...data, chainId }
  const fields = layout.order.flatMap((name) =>
    values[name] === undefined ? [] : [`${LABELS[name]}: ${values[name]}`],
  )
  const resources = data.resources ? ['Resources:', ...data.resources.map((resource) => `- ${resource}`)] : []
  return [
    `${data.domain} wants you to sign in with your ${layout.blockchain} account:`,
    data.accountAddress,
    '',
    ...statement,
    ...fields,
    ...resources,
  ].join('\n')
}
