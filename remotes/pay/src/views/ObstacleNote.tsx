import type { Network } from '@portico/contracts'
import { Note, useCommands, useLocale, useMessages } from '@portico/contracts/ui'
import type { Bill, BillToken } from '../bill/bill.ts'
import type { Obstacle } from '../plan/plan.ts'
import { shownAmount } from '../shownAmount.ts'

const SENTENCES: Readonly<Record<Obstacle['type'], string>> = {
  tooLittle: 'pay.obstacle.tooLittle',
  noFee: 'pay.obstacle.noFee',
  ownAddress: 'pay.obstacle.ownAddress',
  noRoute: 'pay.obstacle.noRoute',
  leavesTooLittle: 'pay.obstacle.leavesTooLittle',
  belowLeast: 'pay.obstacle.belowLeast',
  notAWallet: 'pay.obstacle.notAWallet',
  accountTaken: 'pay.obstacle.accountTaken',
  unsupportedToken: 'pay.obstacle.unsupportedToken',
  keepsPart: 'pay.obstacle.keepsPart',
}
/** Obstacles that another wallet might not have. */
const OF_THE_WALLET: readonly Obstacle['type'][] = ['tooLittle', 'noFee', 'ownAddress', 'leavesTooLittle']

interface ObstacleNoteProps {
  readonly obstacle: Obstacle
  readonly bill: Bill
  /** The asset that would be paid with. */
  readonly source: BillToken
  readonly network: Network
}

/** Why this wallet cannot pay this way, with a link to another wallet if that might help (views.md §21). */
export function ObstacleNote({ obstacle, bill, source, network }: ObstacleNoteProps) {
  const t = useMessages()
  const locale = useLocale()
  const { navigate } = useCommands()
  const { chainNamespace, nativeCurrency } = network
  const values = {
    source: source.symbol,
    symbol: bill.token.symbol,
    coin: nativeCurrency.symbol,
    missing: obstacle.type === 'tooLittle' ? shownAmount(obstacle.missing, source, locale) : '',
    least: 'least' in obstacle ? shownAmount(obstacle.least, nativeCurrency, locale) : '',
  }
  return (
    <Note
      title={t(SENTENCES[obstacle.type], values)}
      {...(OF_THE_WALLET.includes(obstacle.type) && {
        action: {
          label: t('pay.connect.other'),
          onPress: () => navigate('Connect', { namespace: chainNamespace }),
          testId: 'pay-other-wallet',
        },
      })}
    />
  )
}
