import type { CaipNetworkId, Network } from "@wmodal/protocol"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { ListItem } from "../../ui/ListItem.tsx"
import { NetworkPicture } from "./NetworkPicture.tsx"

export interface NetworkListProps {
  readonly networks: readonly Network[]
  /** `null` when the current network is not in the list. */
  readonly current: CaipNetworkId | null
  readonly onPick: (network: CaipNetworkId) => void
}

export const NetworkList = ({ networks, current, onPick }: NetworkListProps) => {
  const { t } = useMessages()
  return (
    <ul className="list" aria-label={t("networks.list")}>
      {networks.map((network) => {
        const here = network.caipNetworkId === current
        return (
          <li key={network.caipNetworkId}>
            <ListItem
              picture={<NetworkPicture network={network} />}
              title={network.name}
              detail={network.testnet ? t("networks.testnet") : network.nativeCurrency.symbol}
              current={here}
              end={here && <Icon name="check" />}
              onPress={() => onPick(network.caipNetworkId)}
            />
          </li>
        )
      })}
    </ul>
  )
}
