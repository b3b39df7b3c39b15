import { Button, Statement, useCommands, useMessages } from '@portico/contracts/ui'
import { useShellSelector, useTrack } from '../../shellContext.ts'
import { GlyphBox } from '../Glyph.tsx'
import { openPage } from '../wallets/storesOf.ts'
import { selectIsSmartAccount } from './selectHasSmartAccount.ts'

/** A page without advertising: the documentation of the open standard for such names. */
const ABOUT_NAMES = 'https://docs.ens.domains/learn/protocol'

/** views.md §15: explains what a name is for. */
export function ChooseAccountName() {
  const t = useMessages()
  const { navigate } = useCommands()
  const track = useTrack()
  const isSmartAccount = useShellSelector(selectIsSmartAccount)
  return (
    <Statement picture={<GlyphBox name="name" />} title={t('host.name.choose')} detail={t('host.name.chooseDetail')}>
      <Button
        testId="account-choose-name"
        onPress={() => {
          track('OPEN_ENS_FLOW', { isSmartAccount })
          navigate('RegisterAccountName')
        }}
      >
        {t('host.title.name')}
      </Button>
      <Button kind="quiet" icon="external" onPress={() => openPage(ABOUT_NAMES)}>
        {t('host.name.learn')}
      </Button>
    </Statement>
  )
}
