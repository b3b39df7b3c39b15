import { bytesOf, utf8Of } from '../bytes.ts'
import { roleOf } from '../context.ts'
import type { Finding, Hex, Line } from '../description.ts'
import { addressValue, contractLines, integerValue, line, textLine } from '../values.ts'
import { type Call, reader, type Scope } from './call.ts'

const DAY_SECONDS = 86_400n

const period = (seconds: bigint): Line =>
  seconds % DAY_SECONDS === 0n
    ? line('preview.forDays', integerValue(seconds / DAY_SECONDS))
    : line('preview.forSeconds', integerValue(seconds))

/** No amount is shown: the registrar returns any overpayment. @param owner undefined when the owner stays the same */
function finding(name: Hex, owner: Hex | undefined, seconds: bigint, call: Call, scope: Scope): Finding | undefined {
  const text = utf8Of(bytesOf(name))
  if (text === undefined || roleOf(scope.context, call.to) !== 'nameRegistrar') return undefined
  return {
    kind: owner === undefined ? 'nameRenewal' : 'nameRegistration',
    lines: [
      textLine('preview.name', `${text}.eth`),
      period(seconds),
      ...(owner === undefined
        ? []
        : [line('preview.nameOwner', addressValue(scope.context, owner), owner !== scope.sender.toLowerCase())]),
      ...contractLines(scope.context, call.to),
    ],
  }
}

type Registration = readonly [Hex, Hex, bigint]

/** Registrations and renewals of `.eth` names (ENS) at the three registrars; elsewhere, these calls are unknown. */
export const nameCalls = [
  reader<[Hex, Hex, bigint]>(
    '0x74694a2b',
    'register(string,address,uint256,bytes32,address,bytes[],bool,uint16)',
    ([name, owner, seconds], call, scope) => finding(name, owner, seconds, call, scope),
  ),
  reader<[Registration]>(
    '0xef9c8805',
    'register((string,address,uint256,bytes32,address,bytes[],uint8,bytes32))',
    ([[name, owner, seconds]], call, scope) => finding(name, owner, seconds, call, scope),
  ),
  reader<[Hex, Hex, bigint]>(
    '0x85f6d155',
    'register(string,address,uint256,bytes32)',
    ([name, owner, seconds], call, scope) => finding(name, owner, seconds, call, scope),
  ),
  reader<[Hex, Hex, bigint]>(
    '0xf7a16963',
    'registerWithConfig(string,address,uint256,bytes32,address,address)',
    ([name, owner, seconds], call, scope) => finding(name, owner, seconds, call, scope),
  ),
  reader<[Hex, bigint]>('0xacf1a841', 'renew(string,uint256)', ([name, seconds], call, scope) =>
    finding(name, undefined, seconds, call, scope),
  ),
  reader<[Hex, bigint, Hex]>('0x18026ad1', 'renew(string,uint256,bytes32)', ([name, seconds], call, scope) =>
    finding(name, undefined, seconds, call, scope),
  ),
]
