import { beginSection } from './beginSection.ts'
import type { OpenedWallet } from './openedWallet.ts'
import { t } from './texts.ts'

/** Shows whose wallet this is, and a button that closes it. */
export function showWho({ session, addresses, close }: OpenedWallet, place: HTMLElement): void {
  const { make, body, button } = beginSection(place, t('who.title'))
  const name = session.email ?? session.userName ?? ''
  const entry = (label: string, value: string) => [
    make('dt', { class: 'wallet-label' }, label),
    make('dd', { class: 'wallet-value', translate: 'no' }, value),
  ]
  body.append(
    make(
      'dl',
      { class: 'wallet-facts' },
      ...entry(t(`provider.${session.provider}`), name),
      ...(addresses ? [...entry(t('who.evm'), addresses.eip155), ...entry(t('who.solana'), addresses.solana)] : []),
    ),
    button(t('who.leave'), () => close(t('who.left')), 'quiet'),
  )
}
