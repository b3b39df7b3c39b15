import type { Finding, Hex, Line } from '../description.ts'
import type { PreviewMessageKey } from '../messageKeys.ts'
import { addressValue, contractLines, integerValue, line, rawValue, warning } from '../values.ts'
import { type Call, reader, type Scope } from './call.ts'
import { paymentLine, paymentLines } from './refund.ts'

const NOBODY: Hex = '0x0000000000000000000000000000000000000000'

/** The settings are certainly a Safe's only when it calls itself; any other contract could have such a function. */
const subjectLines = ({ to }: Call, { context, sender }: Scope): Line[] =>
  to === sender.toLowerCase() ? [line('preview.safe', addressValue(context, to))] : contractLines(context, to)

/** A change of who controls a Safe. `what` is the sentence that explains the change. */
const settings = (what: PreviewMessageKey, lines: readonly Line[], call: Call, scope: Scope): Finding => ({
  kind: 'authorityChange',
  lines: [warning(what), ...subjectLines(call, scope), ...lines],
})

const whoLine = ({ context }: Scope, labelKey: PreviewMessageKey, address: Hex): Line =>
  line(labelKey, addressValue(context, address), true)
const newOwner = (scope: Scope, owner: Hex) => whoLine(scope, 'preview.newAuthority', owner)
const oldOwner = (scope: Scope, owner: Hex) => whoLine(scope, 'preview.oldAuthority', owner)
const thresholdLine = (threshold: bigint) => line('preview.threshold', integerValue(threshold))

/** A contract takes over a function of the Safe, or the function becomes vacant. */
function office(
  [isThere, isGone]: readonly [PreviewMessageKey, PreviewMessageKey],
  address: Hex,
  call: Call,
  scope: Scope,
): Finding {
  return address === NOBODY
    ? settings(isGone, [], call, scope)
    : settings(isThere, [whoLine(scope, 'preview.newContract', address)], call, scope)
}

/** A call that a module makes the Safe execute. */
const moduleCall = ([to, value, data, operation]: readonly [Hex, bigint, Hex, bigint], call: Call, scope: Scope) =>
  operation > 1n
    ? undefined
    : {
        ...settings('preview.moduleActs', [], call, scope),
        parts: [scope.describe({ to, value, data, isDelegate: operation === 1n }, call.to, 'safe')],
      }

type Setup = [Hex[], bigint, Hex, Hex, Hex, Hex, bigint, Hex]

/** Changes of owners, modules and other settings of a Safe, versions 1.0 to 1.5. They control everything in it. */
export const safeSettings = [
  reader<[Hex, bigint]>('0x0d582f13', 'addOwnerWithThreshold(address,uint256)', ([owner, threshold], call, scope) =>
    settings('preview.ownersChange', [newOwner(scope, owner), thresholdLine(threshold)], call, scope),
  ),
  reader<[Hex, Hex, bigint]>(
    '0xf8dc5dd9',
    'removeOwner(address,address,uint256)',
    ([, owner, threshold], call, scope) =>
      settings('preview.ownersChange', [oldOwner(scope, owner), thresholdLine(threshold)], call, scope),
  ),
  reader<[Hex, Hex, Hex]>('0xe318b52b', 'swapOwner(address,address,address)', ([, before, after], call, scope) =>
    settings('preview.ownersChange', [newOwner(scope, after), oldOwner(scope, before)], call, scope),
  ),
  reader<[bigint]>('0x694e80c3', 'changeThreshold(uint256)', ([threshold], call, scope) =>
    settings('preview.thresholdChange', [thresholdLine(threshold)], call, scope),
  ),
  reader<[Hex]>('0x610b5925', 'enableModule(address)', ([added], call, scope) =>
    settings('preview.moduleAdded', [whoLine(scope, 'preview.newContract', added)], call, scope),
  ),
  reader<[Hex, Hex]>('0xe009cfde', 'disableModule(address,address)', ([, removed], call, scope) =>
    settings('preview.moduleRemoved', [whoLine(scope, 'preview.oldContract', removed)], call, scope),
  ),
  reader<[Hex]>('0xe19a9dd9', 'setGuard(address)', ([guard], call, scope) =>
    office(['preview.guardSet', 'preview.guardRemoved'], guard, call, scope),
  ),
  reader<[Hex]>('0xe068df37', 'setModuleGuard(address)', ([guard], call, scope) =>
    office(['preview.guardSet', 'preview.guardRemoved'], guard, call, scope),
  ),
  reader<[Hex]>('0xf08a0323', 'setFallbackHandler(address)', ([handler], call, scope) =>
    office(['preview.fallbackSet', 'preview.fallbackRemoved'], handler, call, scope),
  ),
  reader<[Hex]>('0x7de7edef', 'changeMasterCopy(address)', ([code], call, scope) =>
    settings('preview.codeChange', [whoLine(scope, 'preview.newContract', code)], call, scope),
  ),
  reader<[Hex]>('0xd4d9bdcd', 'approveHash(bytes32)', ([hash], call, scope) =>
    settings('preview.hashApproved', [line('preview.hash', rawValue(hash))], call, scope),
  ),
  reader<[Hex, bigint, Hex, bigint]>(
    '0x468721a7',
    'execTransactionFromModule(address,uint256,bytes,uint8)',
    moduleCall,
  ),
  reader<[Hex, bigint, Hex, bigint]>(
    '0x5229073f',
    'execTransactionFromModuleReturnData(address,uint256,bytes,uint8)',
    moduleCall,
  ),
  reader<Setup>(
    '0xb63e800d',
    'setup(address[],uint256,address,bytes,address,address,uint256,address)',
    ([owners, threshold, to, data, handler, token, payment, receiver], call, scope) => ({
      ...settings(
        'preview.safeSetup',
        [
          ...owners.map((owner) => newOwner(scope, owner)),
          thresholdLine(threshold),
          ...(handler === NOBODY ? [] : [whoLine(scope, 'preview.fallbackHandler', handler)]),
          ...(payment > 0n ? [paymentLine(scope, token, payment), ...paymentLines(scope, token, receiver)] : []),
        ],
        call,
        scope,
      ),
      // The setup makes a delegate call to this code, which no owner has to approve.
      ...(to !== NOBODY && { parts: [scope.describe({ to, value: 0n, data, isDelegate: true }, call.to, 'safe')] }),
    }),
  ),
]
