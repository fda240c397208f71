import type { CaipNetworkId } from "@wmodal/protocol"
import { listConnected } from "../../binding/connectionStates.ts"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { PendingStatus } from "../../ui/PendingStatus.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"
import { ConnectedRow } from "../wallet/ConnectedRow.tsx"
import { NetworkPicture } from "./NetworkPicture.tsx"

/**
 * The step after selecting a network whose chain has no wallet: the chain, the connections that stay, and the next
 * action.
 */
export const SwitchActiveChain = ({ target }: { readonly target: CaipNetworkId }) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const stays = listConnected(useValue(engine.connection.state))
  const network = engine.networks.configured.find(({ caipNetworkId }) => caipNetworkId === target)
  if (network === undefined)
    return (
      <PendingStatus
        picture={<RemoteImage source={null} name="?" shape="network" size="big" />}
        ring="still"
        title={t("problem.networkNotFound")}
      >
        <Button onPress={() => run(engine.router.goBack)}>{t("action.switchNetwork")}</Button>
      </PendingStatus>
    )
  const namespace = network.chainNamespace
  return (
    <PendingStatus
      picture={<NetworkPicture network={network} size="big" />}
      ring="still"
      title={t("chain.needs", { namespace })}
      text={t("chain.needsText", { namespace, network: isolateText(network.name) })}
    >
      {stays.length > 0 && (
        <section className="stays">
          <h3 className="group-title">{t("chain.stays")}</h3>
          <ul className="list">
            {stays.map(([one, { wallet, account }]) => (
              <li key={one}>
                <ConnectedRow namespace={one} wallet={wallet} account={account} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Button onPress={() => run(engine.router.push({ _tag: "Connect", namespace }))}>
        {t("chain.connect")}
      </Button>
      <Button tone="quiet" onPress={() => run(engine.router.goBack)}>
        {t("shell.cancel")}
      </Button>
    </PendingStatus>
  )
}
