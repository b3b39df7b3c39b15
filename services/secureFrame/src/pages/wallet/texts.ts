import { formatMessage, type MessageValues } from '@portico/contracts/formatMessage'
import messages from '../../../texts/wallet/en.json'

export type WalletTextKey = keyof typeof messages

/** A text of the page "Your wallet", with its values filled in. Only English so far. */
export const t = (key: WalletTextKey, values: MessageValues = {}): string => formatMessage(messages[key], values, 'en')
