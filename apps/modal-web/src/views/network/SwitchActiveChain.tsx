import type { CaipNetworkId } from "@wmodal/protocol"
import { allConnected } from "../../binding/connected.ts"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { Asking } from "../../ui/Asking.tsx"
import { Button } from "../../ui/Button.tsx"
import { Picture } from "../../ui/Picture.tsx"
import { isolated } from "../send/sums.ts"
import { ConnectedRow } from "../wallet/ConnectedRow.tsx"
import { NetworkPicture } from "./NetworkPicture.tsx"

/** A network was picked whose chain has no wallet yet: which chain that is, what stays connected, and the way on. */
export const SwitchActiveChain = ({ target }: { readonly target: CaipNetworkId }) => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  const stays = allConnected(useValue(engine.connection.state))
  const network = engine.networks.configured.find(({ caipNetworkId }) => caipNetworkId === target)
  if (network === undefined)
    return (
      <Asking
        picture={<Picture source={null} name="?" shape="network" size="big" />}
        ring="still"
        title={t("problem.networkNotFound")}
      >
        <Button onPress={() => run(engine.router.goBack)}>{t("action.switchNetwork")}</Button>
      </Asking>
    )
  const namespace = network.chainNamespace
  return (
    <Asking
      picture={<NetworkPicture network={network} size="big" />}
      ring="still"
      title={t("chain.needs", { namespace })}
      text={t("chain.needsText", { namespace, network: isolated(network.name) })}
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
    </Asking>
  )
}
