import { EngineError, presentProblem } from "@wmodal/core"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { NetworkGroups } from "./NetworkGroups.tsx"

/** A notice that the wallet is on an unsupported network, with a switch and a disconnect button. */
export const UnsupportedChain = () => {
  const { engine, run } = useEngine()
  const { t, say } = useMessages()
  const { network, known } = useValue(engine.networks.shown)
  const reason = { _tag: "UnsupportedChain", network: network.caipNetworkId } as const
  const { title } = presentProblem(new EngineError({ reason }))
  const name = known ? network.name : t("unsupported.unknown", { id: network.caipNetworkId })
  return (
    <>
      <Notice tone="warn" title={say(title)} text={t("unsupported.text", { network: name })} />
      <NetworkGroups
        networks={engine.networks.configured}
        current={null}
        onPick={(picked) => run(engine.networks.pick(picked))}
      />
      <Button tone="bad" icon="leave" onPress={() => run(engine.connection.disconnect())}>
        {t("account.disconnect")}
      </Button>
    </>
  )
}
