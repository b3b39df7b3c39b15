import type { Finding, Hex, Line } from '../description.ts'
import type { PreviewMessageKey } from '../messageKeys.ts'
import { addressValue, contractLines, line, rawValue, warning } from '../values.ts'
import { type Call, reader, type Scope } from './call.ts'

const NOBODY: Hex = '0x0000000000000000000000000000000000000000'

/** A change of who controls a contract. */
const change = (what: PreviewMessageKey, lines: readonly Line[], call: Call, { context }: Scope): Finding => ({
  kind: 'authorityChange',
  lines: [warning(what), ...contractLines(context, call.to), ...lines],
})

const whoLine = ({ context }: Scope, labelKey: PreviewMessageKey, address: Hex): Line =>
  line(labelKey, addressValue(context, address), true)

function handOver(owner: Hex, call: Call, scope: Scope): Finding {
  return owner === NOBODY
    ? change('preview.noAuthority', [], call, scope)
    : change('preview.ownershipChange', [whoLine(scope, 'preview.newAuthority', owner)], call, scope)
}

/** What a role permits depends on the contract and is unknown here. */
const role = (
  what: 'preview.roleGranted' | 'preview.roleTaken',
  [id, who]: readonly [Hex, Hex],
  call: Call,
  scope: Scope,
): Finding =>
  change(
    what,
    [
      whoLine(scope, what === 'preview.roleGranted' ? 'preview.newAuthority' : 'preview.oldAuthority', who),
      line('preview.role', rawValue(id)),
    ],
    call,
    scope,
  )

/** New code for a contract, and a call to that code in the same step, which runs as the contract. */
function upgrade(proxy: Hex, code: Hex, data: Hex, call: Call, scope: Scope): Finding {
  const found = change(
    'preview.codeChange',
    [
      ...(proxy === call.to ? [] : [line('preview.account', addressValue(scope.context, proxy))]),
      whoLine(scope, 'preview.newContract', code),
    ],
    call,
    scope,
  )
  return data === '0x'
    ? found
    : { ...found, parts: [scope.describe({ to: code, value: 0n, data, isDelegate: true }, proxy)] }
}

/** Changes of owners (ERC-173 and predecessors), roles (OpenZeppelin's AccessControl) and code (ERC-1967 proxies). */
export const ownerCalls = [
  reader<[Hex]>('0xf2fde38b', 'transferOwnership(address)', ([owner], call, scope) => handOver(owner, call, scope)),
  reader<[Hex]>('0x13af4035', 'setOwner(address)', ([owner], call, scope) => handOver(owner, call, scope)),
  reader<[Hex]>('0x8f283970', 'changeAdmin(address)', ([owner], call, scope) => handOver(owner, call, scope)),
  reader<[Hex, Hex]>('0x7eff275e', 'changeProxyAdmin(address,address)', ([proxy, owner], call, scope) => {
    const found = handOver(owner, call, scope)
    return { ...found, lines: [...found.lines, line('preview.account', addressValue(scope.context, proxy))] }
  }),
  reader<[Hex]>('0x7a9e5e4b', 'setAuthority(address)', ([owner], call, scope) => handOver(owner, call, scope)),
  reader('0x715018a6', 'renounceOwnership()', (_, call, scope) => handOver(NOBODY, call, scope)),
  reader<[Hex, Hex]>('0x2f2ff15d', 'grantRole(bytes32,address)', (what, call, scope) =>
    role('preview.roleGranted', what, call, scope),
  ),
  reader<[Hex, Hex]>('0xd547741f', 'revokeRole(bytes32,address)', (what, call, scope) =>
    role('preview.roleTaken', what, call, scope),
  ),
  reader<[Hex, Hex]>('0x36568abe', 'renounceRole(bytes32,address)', (what, call, scope) =>
    role('preview.roleTaken', what, call, scope),
  ),
  reader<[Hex]>('0x3659cfe6', 'upgradeTo(address)', ([code], call, scope) => upgrade(call.to, code, '0x', call, scope)),
  reader<[Hex, Hex]>('0x4f1ef286', 'upgradeToAndCall(address,bytes)', ([code, data], call, scope) =>
    upgrade(call.to, code, data, call, scope),
  ),
  reader<[Hex, Hex]>('0x99a88ec4', 'upgrade(address,address)', ([proxy, code], call, scope) =>
    upgrade(proxy, code, '0x', call, scope),
  ),
  reader<[Hex, Hex, Hex]>('0x9623609d', 'upgradeAndCall(address,address,bytes)', ([proxy, code, data], call, scope) =>
    upgrade(proxy, code, data, call, scope),
  ),
]
