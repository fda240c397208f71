import { presentProblem } from "@wmodal/core"
import type { CaipNetworkId } from "@wmodal/protocol"
import { Effect } from "effect"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { PendingStatus } from "../../ui/PendingStatus.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"
import { ProblemNotice } from "../ProblemNotice.tsx"
import { OpenAgain } from "../wallet/OpenAgain.tsx"
import { useApprovalLocation } from "../wallet/useApprovalLocation.ts"
import { NetworkPicture } from "./NetworkPicture.tsx"

/** A request to the wallet to switch the network. */
export const SwitchNetwork = ({ target }: { readonly target: CaipNetworkId }) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const switching = useValue(engine.networks.switching)
  const shown = useValue(engine.networks.shown)
  const network = engine.networks.configured.find(({ caipNetworkId }) => caipNetworkId === target)
  const name = network?.name ?? target
  const { app, said, wallet } = useApprovalLocation(network?.chainNamespace)
  const picture =
    network === undefined ? (
      <RemoteImage source={null} name={name} shape="network" size="big" />
    ) : (
      <NetworkPicture network={network} size="big" />
    )
  const again = <Button onPress={() => run(engine.networks.pick(target))}>{t("action.tryAgain")}</Button>
  const choose = <Button onPress={() => run(engine.router.goBack)}>{t("action.switchNetwork")}</Button>
  const cancel = (
    <Button tone="quiet" onPress={() => run(Effect.andThen(engine.networks.cancel, engine.router.goBack))}>
      {t("shell.cancel")}
    </Button>
  )
  const still = shown.known ? shown.network.name : t("network.unknown")

  switch (switching._tag) {
    case "Switching":
      return switching.slow ? (
        <PendingStatus
          picture={picture}
          ring="turning"
          title={t("switch.slow")}
          text={t("switch.slowText", said)}
        >
          <OpenAgain app={app} />
          {cancel}
        </PendingStatus>
      ) : (
        <PendingStatus
          picture={picture}
          ring="turning"
          title={t("switch.asking", said)}
          text={t("switch.askingText", { wallet: wallet?.name ?? t("switch.yourWallet"), network: name })}
        >
          <OpenAgain app={app} />
          {cancel}
        </PendingStatus>
      )
    case "Failed":
      return (
        <PendingStatus picture={picture} ring="bad" title={t("switch.failed", { network: still })}>
          <ProblemNotice problem={switching.problem} during="switch" />
          {presentProblem(switching.problem, "switch").action === "switchNetwork" ? choose : again}
        </PendingStatus>
      )
    case "Idle":
      return shown.network.caipNetworkId === target ? (
        <PendingStatus picture={picture} ring="ok" title={t("switch.done", { network: name })} />
      ) : (
        <PendingStatus picture={picture} ring="still" title={t("switch.failed", { network: still })}>
          {again}
        </PendingStatus>
      )
  }
}
