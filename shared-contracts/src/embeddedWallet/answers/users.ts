import { boolean, fallback, nullish, object, optional, pipe, rawTransform } from 'valibot'
import { parseCaipNetworkId } from '../../caip.ts'
import { AddressText } from '../../services/wireText.ts'
import { EmbeddedAccounts, EmbeddedAccountType, isAddressOf } from '../accounts.ts'
import { LABEL_MAX, SIGN_IN_MESSAGE_MAX, SIGNATURE_MAX, textUpTo } from '../bounds.ts'
import { WireChainId } from '../chainIds.ts'
import { EmailText } from '../email.ts'
import { SiwxMessage } from '../siwxMessage.ts'

/** The fields of both kinds of users. `chainId` is a number on EVM; once parsed, it is a CAIP-2 id. */
const common = {
  /** Other clients reject a user with an invalid or empty e-mail address and wait forever. Here, it counts as none. */
  email: fallback(nullish(EmailText, null), null),
  address: AddressText,
  chainId: WireChainId,
  accounts: optional(EmbeddedAccounts),
  preferredAccountType: fallback(optional(EmbeddedAccountType), undefined),
  /** The next three fields together are a session from one-click sign-in. */
  message: optional(textUpTo(SIGN_IN_MESSAGE_MAX)),
  signature: optional(textUpTo(SIGNATURE_MAX)),
  siwxMessage: optional(SiwxMessage),
}

const Signer = object({ ...common, smartAccountDeployed: optional(boolean()) })
const SocialSigner = object({ ...common, userName: fallback(nullish(textUpTo(LABEL_MAX), null), null) })

interface Addressed {
  readonly address: string
  readonly chainId: Parameters<typeof parseCaipNetworkId>[0]
  readonly accounts?: readonly { readonly address: string }[]
}

/** Requires that the address belongs to the network's family, and drops accounts of any other family. */
const ofOneFamily = <User extends Addressed>() =>
  rawTransform<User, User>(({ dataset, addIssue, NEVER }) => {
    const user = dataset.value
    const { namespace } = parseCaipNetworkId(user.chainId)
    if (isAddressOf(namespace, user.address)) {
      const accounts = user.accounts?.filter(({ address }) => isAddressOf(namespace, address))
      return accounts ? { ...user, accounts } : user
    }
    addIssue({ message: 'must have an address of its network' })
    return NEVER
  })

/** The user in the answer to GET_USER. */
export const EmbeddedUser = pipe(Signer, ofOneFamily())
/** The user in the answer to CONNECT_SOCIAL. */
export const SocialUser = pipe(SocialSigner, ofOneFamily())
