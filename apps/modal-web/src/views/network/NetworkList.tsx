import type { CaipNetworkId, Network } from "@wmodal/protocol"
import { isolateText } from "../../messages/formatNumber.ts"
import { type Translate, useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { ListItem } from "../../ui/ListItem.tsx"
import { NetworkPicture } from "./NetworkPicture.tsx"

export interface NetworkListProps {
  readonly networks: readonly Network[]
  /** `null` when the current network is not in the list. */
  readonly current: CaipNetworkId | null
  readonly onPick: (network: CaipNetworkId) => void
  /** Shows what the user has typed about a network; absent where that is not offered. */
  readonly onShowOwn?: (network: CaipNetworkId) => void
}

const getDetail = ({ addedByUser, nativeCurrency, testnet }: Network, t: Translate["t"]) => {
  if (addedByUser) return t("networks.own")
  return testnet ? t("networks.testnet") : nativeCurrency.symbol
}

export const NetworkList = ({ networks, current, onPick, onShowOwn }: NetworkListProps) => {
  const { t } = useMessages()
  return (
    <ul className="list" aria-label={t("networks.list")}>
      {networks.map((network) => {
        const here = network.caipNetworkId === current
        return (
          <li key={network.caipNetworkId} className="row-pair">
            <ListItem
              picture={<NetworkPicture network={network} />}
              title={network.name}
              detail={getDetail(network, t)}
              current={here}
              end={here && <Icon name="check" />}
              onPress={() => onPick(network.caipNetworkId)}
            />
            {network.addedByUser && onShowOwn && (
              <IconButton
                icon="settings"
                label={t("networks.showOwn", { network: isolateText(network.name) })}
                onPress={() => onShowOwn(network.caipNetworkId)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
