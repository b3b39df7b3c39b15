import { type Logo, ProviderLogo } from '@portico/contracts/socials'
import { useStyles } from '@portico/contracts/ui'
import sheet from './ProviderPicture.css'

/** A provider's logo, as large as a connecting wallet's. */
export function ProviderPicture({ logo }: { logo: Logo }) {
  useStyles(sheet)
  return (
    <span className="ProviderPicture">
      <ProviderLogo logo={logo} size={40} />
    </span>
  )
}
