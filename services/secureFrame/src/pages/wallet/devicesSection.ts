import type { NewDevice } from '../../keys/newDevices.ts'
import { beginSection } from './beginSection.ts'
import type { OpenedWallet } from './openedWallet.ts'
import { t } from './texts.ts'

const timeOf = (seconds: number) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' }).format(seconds * 1_000)

/** Shows devices that ask to open a wallet without an email address, if there are any and this page may decide. */
export function showDevices(
  { wallet: { newDevices }, signal }: Pick<OpenedWallet, 'wallet' | 'signal'>,
  place: HTMLElement,
): void {
  place.hidden = true

  async function load(said?: string): Promise<void> {
    const devices = await newDevices.list().catch(() => [])
    if (signal.aborted || (devices.length === 0 && said === undefined)) return
    place.hidden = false
    const { make, body, say, button, isDone } = beginSection(place, t('devices.title'))
    const rowOf = ({ key, host, askedAt, opensAt }: NewDevice) => {
      async function decide(meant: 'confirm' | 'refuse'): Promise<void> {
        say(t('working'))
        if (await isDone(newDevices.decide({ key, meant }), signal)) await load(t(`devices.done.${meant}`))
      }
      return make(
        'div',
        { class: 'wallet-key' },
        make('h3', { class: 'wallet-subheading' }, host ?? t('devices.unknownSite')),
        make('p', { class: 'pages-text' }, t('devices.asked', { time: timeOf(askedAt) })),
        make('p', { class: 'pages-warning' }, t('devices.warning', { time: timeOf(opensAt) })),
        make(
          'div',
          { class: 'wallet-buttons' },
          button(t('devices.refuse'), () => decide('refuse')),
          button(t('devices.confirm'), () => decide('confirm'), 'quiet'),
        ),
      )
    }
    body.append(...devices.map(rowOf))
    if (said === undefined) return
    say(said)
    place.querySelector<HTMLElement>('[role=status]')?.focus()
  }

  void load()
}
