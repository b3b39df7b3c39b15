import { copyJson, REQUEST_BOUNDS } from '../../src/embeddedWallet/json.ts'
import { isRecord } from '../isRecord.ts'
import { type Row, readValue } from './readValue.ts'
import { DOMAIN, type Member, readTypes, type Types } from './types.ts'

export interface TypedData {
  readonly types: Types
  readonly primaryType: string
  readonly domain: Row
  readonly message: Row
  /** True when the site sent data that the types do not mention. Such data is not signed. */
  readonly hasUnsigned: boolean
}

/** The possible domain members. If the domain's type is not declared, it consists of the members present (EIP-712). */
const DOMAIN_MEMBERS: readonly Member[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

function parse(source: unknown): unknown {
  if (typeof source !== 'string') return source
  try {
    return JSON.parse(source)
  } catch {
    return undefined
  }
}

/** Reads `eth_signTypedData_v4` data, as an object or as JSON. Undefined when ambiguous. */
export function readTypedData(source: unknown): TypedData | undefined {
  const data = copyJson(parse(source), REQUEST_BOUNDS)
  if (!isRecord(data) || !isRecord(data.domain) || !isRecord(data.message)) return undefined
  const { domain: domainSource, message: messageSource, primaryType } = data
  const declared = readTypes(data.types)
  if (!declared || typeof primaryType !== 'string' || primaryType === DOMAIN || !declared.has(primaryType))
    return undefined
  const domainMembers = declared.get(DOMAIN) ?? DOMAIN_MEMBERS.filter(({ name }) => Object.hasOwn(domainSource, name))
  const types: Types = new Map([...declared, [DOMAIN, domainMembers]])

  const domain = readValue(domainSource, DOMAIN, 'domain', types)
  const message = readValue(messageSource, primaryType, 'message', types)
  if (!domain || !message) return undefined
  const hasUnsigned =
    Object.keys(domainSource).length > domainMembers.length ||
    Object.keys(messageSource).length > (types.get(primaryType)?.length ?? 0)
  return { types, primaryType, domain, message, hasUnsigned }
}
