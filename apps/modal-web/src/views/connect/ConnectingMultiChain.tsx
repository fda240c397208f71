import type { WalletRow } from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"
import { getConnected } from "../../binding/connectionStates.ts"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { ListItem } from "../../ui/ListItem.tsx"
import { PendingStatus } from "../../ui/PendingStatus.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"
import { NetworkPicture } from "../network/NetworkPicture.tsx"

/** A selection of the chain, for a wallet that supports several of the page's chains. */
export const ConnectingMultiChain = ({ rowKey }: { readonly rowKey: string }) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const row = useValue(engine.connectors.rows).find(({ key }) => key === rowKey)
  const wallet = row?.name ?? "?"
  const picture = <RemoteImage source={row?.icon ?? null} name={wallet} shape="wallet" size="big" />
  if (row === undefined)
    return (
      <PendingStatus
        picture={picture}
        ring="still"
        title={t("connecting.gone")}
        text={t("connecting.goneText")}
      >
        <Button onPress={() => run(engine.router.goBack)}>{t("action.chooseOther")}</Button>
      </PendingStatus>
    )
  return (
    <>
      <div className="chain-choice">
        {picture}
        <h2>
          <bdi>{wallet}</bdi>
        </h2>
        <p>{t("chain.whichText")}</p>
      </div>
      <ul className="list" aria-label={t("chain.list")}>
        {row.connectors.map(({ id, namespace }) => (
          <li key={namespace}>
            <ChainRow
              connectorId={id}
              namespace={namespace}
              onPick={() => run(engine.connectors.pick(rowKey, namespace))}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

interface ChainRowProps {
  readonly connectorId: WalletRow["connectors"][number]["id"]
  readonly namespace: Namespace
  readonly onPick: () => void
}

const ChainRow = ({ connectorId, namespace, onPick }: ChainRowProps) => {
  const { engine } = useEngine()
  const { t } = useMessages()
  const name = t("chain.name", { namespace })
  const networks = engine.networks.ofNamespace(namespace)
  const [first] = networks
  const connected = getConnected(useValue(engine.connection.state), namespace)
  const isIt = connected?.wallet.connectorId === connectorId
  return (
    <ListItem
      picture={
        first === undefined ? (
          <RemoteImage source={null} name={name} shape="network" />
        ) : (
          <NetworkPicture network={first} />
        )
      }
      title={name}
      detail={networks.length > 1 ? t("chain.networks", { count: networks.length }) : undefined}
      end={isIt ? <Badge tone="ok">{t("chain.connected")}</Badge> : <Icon name="forward" />}
      onPress={onPick}
    />
  )
}
