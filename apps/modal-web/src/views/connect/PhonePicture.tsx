import type { WalletEntry } from "@wmodal/core"
import { Icon } from "../../ui/Icon.tsx"
import { Picture } from "../../ui/Picture.tsx"

export interface PhonePictureProps {
  /** `null`: any wallet. */
  readonly wallet: WalletEntry | null
  readonly size: "row" | "big"
}

/** The wallet that is asked, or a phone where any may answer. */
export const PhonePicture = ({ wallet, size }: PhonePictureProps) =>
  wallet === null ? (
    <span className="picture phone" data-shape="wallet" data-size={size} aria-hidden="true">
      <Icon name="phone" />
    </span>
  ) : (
    <Picture source={wallet.icon} name={wallet.name} shape="wallet" size={size} />
  )
