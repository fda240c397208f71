import type { WalletEntry } from "@wmodal/core"
import { Icon } from "../../ui/Icon.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"

export interface PairingImageProps {
  /** `null`: any wallet. */
  readonly wallet: WalletEntry | null
  readonly size: "row" | "big"
}

/** The requested wallet's icon, or a phone for any wallet. */
export const PairingImage = ({ wallet, size }: PairingImageProps) =>
  wallet === null ? (
    <span className="picture phone" data-shape="wallet" data-size={size} aria-hidden="true">
      <Icon name="phone" />
    </span>
  ) : (
    <RemoteImage source={wallet.icon} name={wallet.name} shape="wallet" size={size} />
  )
