import type { ViewProps } from '@portico/contracts'
import { Button, Picture, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { Stack } from '@portico/contracts/ui/forms'
import { ReviewButtons } from '@portico/contracts/ui/money'
import { useSelector } from 'react-redux'
import type { Bill } from '../bill/bill.ts'
import { type ExchangeChoice, selectRequest } from '../paySlice.ts'
import { usePayer } from '../usePayer.ts'
import { usePayFromExchange } from '../usePayFromExchange.ts'
import { Head } from './Head.tsx'
import { NothingToPay } from './NothingToPay.tsx'
import { PayFromWallet } from './PayFromWallet.tsx'
import sheet from './PayQuote.css'

const LOGO_PX = 40

function PayFromExchange({ bill, exchange }: { readonly bill: Bill; readonly exchange: ExchangeChoice }) {
  const t = useMessages()
  const { back } = useCommands()
  const { network } = usePayer(bill)
  const pay = usePayFromExchange()
  const { name, imageUrl } = exchange
  return (
    <Stack>
      <Head bill={bill} network={network} />
      <p className="PayQuote-with">
        <Picture name={name} src={imageUrl || undefined} size={LOGO_PX} shape="round" />
        {t('pay.quote.with', { name })}
      </p>
      <p className="PayQuote-note">{t('pay.quote.exchange', { name })}</p>
      <ReviewButtons>
        <Button kind="secondary" onPress={back} testId="pay-cancel-button">
          {t('pay.cancel')}
        </Button>
        <Button icon="external" onPress={() => pay(bill, exchange)} testId="pay-continue-button">
          {t('pay.quote.continue', { name })}
        </Button>
      </ReviewButtons>
    </Stack>
  )
}

/** views.md §21: a review before the wallet is asked or the exchange's page opens. */
export default function PayQuote({ params, signal }: ViewProps<'PayQuote'>) {
  useStyles(sheet)
  const bill = useSelector(selectRequest)?.bill
  if (!bill) return <NothingToPay />
  const exchange = params?.exchange
  return exchange ? <PayFromExchange bill={bill} exchange={exchange} /> : <PayFromWallet bill={bill} signal={signal} />
}
