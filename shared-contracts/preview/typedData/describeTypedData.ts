import { chainIdOf, type PreviewContext } from '../context.ts'
import type { Field, Finding, Hex, Line } from '../description.ts'
import { createCallDescriber } from '../evm/describeCall.ts'
import { describedMessage } from '../evm/descriptors/describedMessage.ts'
import { withSpenders } from '../spenders.ts'
import { addressValue, line, rawValue, textLine, textValue, warning } from '../values.ts'
import { readOrder } from './orders/readOrder.ts'
import { meaningOf } from './permits.ts'
import type { TypedData } from './readTypedData.ts'
import type { TypedValue } from './readValue.ts'
import { encodeType, saysOnlyTexts } from './types.ts'

type Domain = Readonly<Record<string, TypedValue | undefined>>

const asHex = (value: TypedValue | undefined) =>
  typeof value === 'string' && /^0x[\da-f]*$/.test(value) ? (value as Hex) : undefined
const isAddress = (value: Hex | undefined): value is Hex => value?.length === 42

/** The domain members that are shown on lines of their own. */
const DOMAIN_LINES: readonly string[] = ['name', 'version', 'chainId', 'verifyingContract', 'salt']

/** Lines for the domain that the signature is for. A domain without a network is valid on all networks. */
function domainLines(domain: Domain, context: PreviewContext): Line[] {
  const { name, version, chainId, verifyingContract, salt } = domain
  const lines: Line[] = []
  if (typeof name === 'string') lines.push(textLine('preview.domainName', name))
  if (typeof version === 'string') lines.push(textLine('preview.domainVersion', version))
  if (typeof chainId === 'bigint') {
    const isOther = chainId !== chainIdOf(context)
    lines.push(
      line(
        isOther ? 'preview.otherNetwork' : 'preview.network',
        { type: 'network', caipNetworkId: `eip155:${chainId}` },
        isOther,
      ),
    )
  } else lines.push(warning('preview.everyNetwork'))
  const contract = asHex(verifyingContract)
  if (isAddress(contract)) lines.push(line('preview.contract', addressValue(context, contract)))
  else if (typeof verifyingContract === 'string') lines.push(textLine('preview.contract', verifyingContract))
  const salted = asHex(salt)
  if (salted) lines.push(line('preview.salt', rawValue(salted)))
  return lines
}

export function describeTypedData(data: TypedData, context: PreviewContext): Finding {
  const domain = data.domain.value as Domain
  const contract = asHex(domain.verifyingContract)
  const chainId = typeof domain.chainId === 'bigint' ? domain.chainId : undefined
  const encodedType = encodeType(data.types, data.primaryType)
  const signed = { message: data.message.value, context, describe: createCallDescriber(context) }
  const read = isAddress(contract)
    ? (readOrder(encodedType, chainId, { ...signed, contract }) ?? meaningOf(encodedType)?.({ ...signed, contract }))
    : undefined
  const found = read && withSpenders(read, context)
  const rows = rowsOf(data.message.field)
  // A type that has its own reader never uses a descriptor.
  const described = found
    ? undefined
    : describedMessage({ primaryType: data.primaryType, encodedType, contract, chainId, rows }, context)
  const isUnknown = !found && !described && !saysOnlyTexts(data.types, data.primaryType)
  return {
    kind: found?.kind ?? (isUnknown ? 'unknownTypedData' : 'typedData'),
    lines: [
      ...(isUnknown ? [warning('preview.unknownTypedData')] : []),
      ...(found?.lines ?? described?.lines ?? []),
      ...domainLines(domain, context),
      line('preview.primaryType', textValue(data.primaryType)),
      ...(hidesText(data) ? [warning('preview.hiddenText')] : []),
      ...(data.hasUnsigned ? [warning('preview.unsignedFields')] : []),
    ],
    fields: [...oddDomain(data), ...(described?.fields ?? rows)],
    ...(found?.parts && { parts: found.parts }),
  }
}

const rowsOf = (field: Field): readonly Field[] => ('fields' in field ? field.fields : [])

/** Extra domain members are signed as well, so the whole domain is shown among the rows. */
const oddDomain = ({ domain }: TypedData): readonly Field[] =>
  rowsOf(domain.field).every(({ name }) => DOMAIN_LINES.includes(name)) ? [] : [domain.field]

function hidesText({ message, domain }: TypedData): boolean {
  const hides = (field: Field): boolean =>
    'fields' in field ? field.fields.some(hides) : field.value.type === 'text' && field.value.hasHidden
  return hides(message.field) || hides(domain.field)
}
