import type { CaipNetworkId } from "@wmodal/protocol"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useOwnNetworks } from "../../binding/useOwnNetworks.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { DetailList, DetailRow } from "../../ui/DetailList.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { ErrorNotice } from "./AddNetwork.tsx"
import { TrustNotice } from "./TrustNotice.tsx"

/** A network that the user has added: what was typed, and its removal. */
export const OwnNetwork = ({ id }: { readonly id: CaipNetworkId }) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const own = useOwnNetworks()
  const state = useValue(own.state)
  const network = useValue(engine.networks.all).find(
    ({ addedByUser, caipNetworkId }) => addedByUser && caipNetworkId === id,
  )
  if (network === undefined)
    return (
      <Empty icon="layers" title={t("ownNetworks.gone")} text={t("ownNetworks.goneText")}>
        <Button tone="quiet" onPress={() => run(engine.router.replace({ _tag: "Networks" }))}>
          {t("networks.title")}
        </Button>
      </Empty>
    )
  const error = state._tag === "Editing" ? state.error : null
  const explorer = network.blockExplorers?.default.url
  return (
    <>
      <section className="send-card">
        <h2 className="request-intent">
          <bdi>{network.name}</bdi>
        </h2>
        <DetailList>
          <DetailRow name={t("ownNetworks.chainId")}>{network.id}</DetailRow>
          <DetailRow name={t("ownNetworks.symbol")}>
            <bdi>{network.nativeCurrency.symbol}</bdi>
          </DetailRow>
          <DetailRow name={t("ownNetworks.node")} wide>
            <bdi dir="ltr">{network.rpcUrls.default.http.join(" ")}</bdi>
          </DetailRow>
          {explorer !== undefined && (
            <DetailRow name={t("ownNetworks.explorerOf")} wide>
              <bdi dir="ltr">{explorer}</bdi>
            </DetailRow>
          )}
        </DetailList>
      </section>
      <TrustNotice />
      {error !== null && <ErrorNotice error={error} />}
      <p className="send-note">{t("ownNetworks.removeText")}</p>
      <Button tone="bad" onPress={() => run(own.remove(id))}>
        {t("ownNetworks.remove")}
      </Button>
    </>
  )
}
