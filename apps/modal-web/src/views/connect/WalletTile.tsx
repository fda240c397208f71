import type { WalletEntry } from "@wmodal/core"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"

export interface WalletTileProps {
  readonly wallet: WalletEntry
  readonly installed: boolean
  readonly onIntent: () => void
  readonly onPick: () => void
}

/** One wallet of the complete list. */
export const WalletTile = ({ wallet, installed, onIntent, onPick }: WalletTileProps) => {
  const { t } = useMessages()
  const { name, icon, certified } = wallet
  return (
    <button
      type="button"
      className="wallet-tile"
      aria-label={t("wallets.marks", {
        name,
        certified: certified ? "yes" : "no",
        installed: installed ? "yes" : "no",
      })}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onClick={onPick}
    >
      <span className="tile-picture">
        <RemoteImage source={icon} name={name} shape="wallet" />
        {certified && (
          <span className="tile-mark">
            <Icon name="certified" />
          </span>
        )}
      </span>
      <span className="tile-name">
        <bdi>{name}</bdi>
      </span>
      {installed && <span className="tile-here">{t("wallets.installed")}</span>}
    </button>
  )
}

/** Placeholder tiles of the same size as the loaded ones. */
export const TileSkeleton = ({ lines, label }: { readonly lines: number; readonly label: string }) => (
  <div className="wallet-tiles" role="status" aria-label={label}>
    {Array.from({ length: lines * tilesPerLine }, (_, index) => (
      <div key={index} className="wallet-tile skeleton" />
    ))}
  </div>
)

/** Tiles per line, on the narrowest screen too. */
export const tilesPerLine = 3
