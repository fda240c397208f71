import type { ReceiveState, ReceiveWarning } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFunding } from "../../binding/useFunding.ts"
import { useRunning } from "../../binding/useRunning.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { QrCode } from "../../ui/QrCode.tsx"
import { NetworkPicture } from "../network/NetworkPicture.tsx"
import { formatExactAmount } from "../send/formatAmounts.ts"
import { FeatureDisabled } from "../wallet/FeatureDisabled.tsx"
import { ArrivalNotice } from "./ArrivalNotice.tsx"
import { RequestedAmount } from "./RequestedAmount.tsx"

/** The account's address on the current network, and requests for an amount. */
export const WalletReceive = () => {
  const { engine } = useEngine()
  const { t } = useMessages()
  if (!engine.options.features.receive)
    return <FeatureDisabled icon="arrive" title={t("receive.off")} text={t("receive.offText")} />
  return <Receiving />
}

const Receiving = () => {
  const { t } = useMessages()
  const { receive } = useFunding()
  const state = useValue(receive.state)
  useRunning(receive.watch)
  return state._tag === "Ready" ? (
    <Address state={state} />
  ) : (
    <div className="waiting">{t("account.none")}</div>
  )
}

export type ReadyReceive = Extract<ReceiveState, { readonly _tag: "Ready" }>

const Address = ({ state }: { readonly state: ReadyReceive }) => {
  const { t, locale } = useMessages()
  const { request, arrivals, takesAmount } = state
  const { address, network, requested, uri, warnings } = request
  const amount = requested && formatExactAmount(locale, requested.amount, requested.token)
  return (
    <div className="receive">
      {arrivals.map((arrival, index) => (
        <ArrivalNotice
          key={arrivals.length - index}
          title={t("receive.arrived", { amount: formatExactAmount(locale, arrival.amount, arrival.token) })}
          text={t("receive.arrivedText")}
        />
      ))}
      <ReceiveNetwork />
      <QrCode
        text={uri}
        label={
          amount === null
            ? t("receive.code", { network: network.name })
            : t("receive.codeRequest", { amount, network: network.name })
        }
      >
        <NetworkPicture network={network} />
      </QrCode>
      <section className="send-card">
        <h2 className="send-label">{t("receive.address", { network: network.name })}</h2>
        <AddressGroups address={address} />
        <div className="scan-actions">
          <CopyButton text={address} label={t("account.copy")} />
          {amount !== null && <CopyButton text={uri} label={t("receive.copyLink")} />}
        </div>
      </section>
      {takesAmount && <RequestedAmount state={state} />}
      {warnings.map(({ _tag }) => (
        <Notice
          key={_tag}
          tone={isSevere[_tag] ? "warn" : "info"}
          title={t(`receive.warn.${_tag}`, { network: network.name })}
          text={t(`receive.warn.${_tag}Text`)}
        />
      ))}
    </div>
  )
}

const isSevere: Readonly<Record<ReceiveWarning["_tag"], boolean>> = {
  Recallable: true,
  RecallUnread: true,
  Testnet: true,
  SmartAccount: true,
  Ordinals: true,
  OtherNetworks: false,
}

/** The network in use. A press opens the list of networks, where there are several. */
const ReceiveNetwork = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const { network } = useValue(engine.networks.shown)
  const networks = useValue(engine.networks.all)
  const name = (
    <>
      <NetworkPicture network={network} />
      <span>{network.name}</span>
    </>
  )
  return (
    <div className="receive-network">
      <span className="muted">{t("receive.on")}</span>
      {networks.length > 1 ? (
        <button
          type="button"
          className="chip network-chip"
          aria-label={t("receive.network", { network: network.name })}
          onClick={() => run(engine.router.push({ _tag: "Networks" }))}
        >
          {name}
          <Icon name="down" />
        </button>
      ) : (
        <span className="network-name">{name}</span>
      )}
    </div>
  )
}
