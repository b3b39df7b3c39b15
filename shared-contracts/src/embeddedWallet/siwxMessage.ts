import { object, optional } from 'valibot'
import { CaipNetworkIdText } from '../services/wireText.ts'
import { LABEL_MAX, listUpTo, SIGN_IN_MESSAGE_MAX, someTextUpTo, textUpTo, URL_MAX } from './bounds.ts'

/** Stands for an address that the page does not know yet. The frame replaces it by the real address before it signs. */
export const ACCOUNT_ADDRESS_PLACEHOLDER = '<<AccountAddress>>'

const RESOURCES_MAX = 64
const STATEMENT_MAX = 4_096

/** The message of one-click sign-in (rules.md §3): its fields, and `serializedMessage`, the text made of them. */
export const SiwxMessage = object({
  serializedMessage: optional(textUpTo(SIGN_IN_MESSAGE_MAX)),
  /** An address, or `ACCOUNT_ADDRESS_PLACEHOLDER`. */
  accountAddress: someTextUpTo(LABEL_MAX),
  chainId: CaipNetworkIdText,
  notBefore: optional(textUpTo(LABEL_MAX)),
  domain: someTextUpTo(LABEL_MAX),
  uri: someTextUpTo(URL_MAX),
  version: someTextUpTo(LABEL_MAX),
  nonce: someTextUpTo(LABEL_MAX),
  statement: optional(textUpTo(STATEMENT_MAX)),
  resources: optional(listUpTo(RESOURCES_MAX, textUpTo(URL_MAX))),
  requestId: optional(textUpTo(LABEL_MAX)),
  issuedAt: optional(textUpTo(LABEL_MAX)),
  expirationTime: optional(textUpTo(LABEL_MAX)),
})
