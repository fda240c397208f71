import { presentProblem } from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"
import { Effect } from "effect"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { LinkButton } from "../../ui/LinkButton.tsx"
import { PendingStatus } from "../../ui/PendingStatus.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"
import { ProblemNotice } from "../ProblemNotice.tsx"
import { connectingPhase } from "./connectingPhase.ts"

export interface ConnectingExternalProps {
  readonly rowKey: string
  /** The chain to connect. */
  readonly namespace?: Namespace | undefined
}

/** A connection request to a wallet of this device. */
export const ConnectingExternal = ({ rowKey, namespace }: ConnectingExternalProps) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const row = useValue(engine.connectors.rows).find(({ key }) => key === rowKey)
  const phase = connectingPhase(row, useValue(engine.connection.state), namespace)
  const wallet = row?.name ?? ""
  const picture = <RemoteImage source={row?.icon ?? null} name={row?.name ?? "?"} shape="wallet" size="big" />

  const again = (
    <Button onPress={() => run(engine.connectors.pick(rowKey, namespace))}>{t("action.tryAgain")}</Button>
  )
  const choose = <Button onPress={() => run(engine.router.goBack)}>{t("action.chooseOther")}</Button>
  const cancel = (
    <Button
      tone="quiet"
      onPress={() => run(Effect.andThen(engine.connection.cancel(namespace), engine.router.goBack))}
    >
      {t("shell.cancel")}
    </Button>
  )

  switch (phase._tag) {
    case "Asking":
      return (
        <PendingStatus
          picture={picture}
          ring="turning"
          title={t("connecting.asking", { wallet })}
          text={
            namespace !== undefined && row !== undefined && row.connectors.length > 1
              ? t("connecting.askingChainText", { wallet, namespace })
              : t("connecting.askingText", { wallet })
          }
        >
          {cancel}
        </PendingStatus>
      )
    case "Slow":
      return (
        <PendingStatus
          picture={picture}
          ring="turning"
          title={t("connecting.slow", { wallet })}
          text={t("connecting.slowText", { wallet })}
        >
          {cancel}
        </PendingStatus>
      )
    case "Failed": {
      const { action } = presentProblem(phase.problem)
      return (
        <PendingStatus picture={picture} ring="bad" title={t("connecting.ended", { wallet })}>
          <ProblemNotice problem={phase.problem} />
          {action === "chooseOther" || action === "install" ? choose : again}
        </PendingStatus>
      )
    }
    case "NotInstalled":
      return (
        <PendingStatus
          picture={picture}
          ring="still"
          title={t("connecting.missing", { wallet })}
          text={t("connecting.missingText")}
        >
          {phase.getUrl === null ? (
            choose
          ) : (
            <LinkButton href={phase.getUrl} label={t("connecting.getOpens", { wallet })}>
              {t("connecting.get", { wallet })}
            </LinkButton>
          )}
        </PendingStatus>
      )
    case "Stopped":
      return (
        <PendingStatus
          picture={picture}
          ring="still"
          title={t("connecting.stopped", { wallet })}
          text={t("connecting.stoppedText")}
        >
          {again}
        </PendingStatus>
      )
    case "Gone":
      return (
        <PendingStatus
          picture={picture}
          ring="still"
          title={t("connecting.gone")}
          text={t("connecting.goneText")}
        >
          {choose}
        </PendingStatus>
      )
    case "Connected":
      return <PendingStatus picture={picture} ring="ok" title={t("connecting.connected", { wallet })} />
  }
}
