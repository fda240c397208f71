import { hasSessions } from "@wmodal/api"
import { type Namespace, toPlainAddress } from "@wmodal/protocol"
import { Suspense, useRef, useState } from "react"
import { type ConnectedState, listConnected } from "../../binding/connectionStates.ts"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { ViewBoundary } from "../../shell/ViewBoundary.tsx"
import { Button } from "../../ui/Button.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { ListItem } from "../../ui/ListItem.tsx"
import { EmbeddedSettings } from "../email/EmbeddedSettings.tsx"
import { isEmbedded } from "../email/isEmbedded.ts"
import { SignedInRow } from "../email/SignedInRow.tsx"
import { NetworkPicture } from "../network/NetworkPicture.tsx"
import { ConnectedRow } from "../wallet/ConnectedRow.tsx"
import { hasPayments } from "./hasPayments.ts"

/** The connected wallets with their networks and disconnect buttons. It needs no lazy code. */
export const AccountSettings = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const wallets = listConnected(useValue(engine.connection.state))
  const { network, known } = useValue(engine.networks.shown)
  // Signing out ends the embedded wallet's session on each of its chains, so it has one button.
  const embedded = wallets.filter(([, connected]) => isEmbedded(connected)).map(([namespace]) => namespace)
  const alone = embedded.length === wallets.length
  const chosen = wallets.find(([namespace]) => namespace === network.chainNamespace)?.[1]
  const list = useRef<HTMLUListElement>(null)
  const [left, setLeft] = useState<readonly [Namespace, string] | null>(null)
  const gone = left !== null && wallets.every(([namespace]) => namespace !== left[0])
  const inUse = hasPayments(engine, network.chainNamespace)
  const several = wallets.length > 1 ? "settings.disconnectAll" : "account.disconnect"
  const wayOut = embedded.length > 0 && alone ? "embedded.signOut" : several
  const networkName = known ? network.name : t("network.unknown")
  return (
    <>
      <p className="hidden" role="status">
        {gone && t("settings.left", { namespace: left[0], wallet: left[1] })}
      </p>
      {embedded.length > 0 && <SignedInRow />}
      <ul className="list focused" aria-label={t("settings.wallets")} tabIndex={-1} ref={list}>
        {wallets.map(([namespace, { wallet, account }]) => (
          <li key={namespace}>
            <ConnectedRow namespace={namespace} wallet={wallet} account={account}>
              {wallets.length > 1 && !alone && !embedded.slice(1).includes(namespace) && (
                <button
                  type="button"
                  className="chip"
                  aria-label={
                    embedded.includes(namespace)
                      ? t("embedded.signOut")
                      : t("settings.disconnectOne", { wallet: wallet.name, namespace })
                  }
                  onClick={() => {
                    // The button is removed and would lose the focus.
                    list.current?.focus()
                    setLeft([namespace, wallet.name])
                    run(engine.connection.disconnect(namespace))
                  }}
                >
                  {t(embedded.includes(namespace) ? "embedded.signOut" : "account.disconnect")}
                </button>
              )}
            </ConnectedRow>
          </li>
        ))}
      </ul>
      <ListItem
        picture={<NetworkPicture network={network} />}
        title={t("account.network")}
        detail={networkName}
        end={
          <>
            <span className="hidden">{t("account.change")}</span>
            <Icon name="forward" />
          </>
        }
        onPress={() => run(engine.router.push({ _tag: "Networks" }))}
      />
      {embedded.length > 0 && <EmbeddedSettings />}
      {inUse && !isEmbedded(chosen) && (
        <ViewBoundary>
          <Suspense fallback={<div className="row skeleton" />}>
            <AccountTypeRow />
          </Suspense>
        </ViewBoundary>
      )}
      {inUse && chosen !== undefined && <SessionsRow chosen={chosen} />}
      {inUse && engine.options.features.history && (
        <ListItem
          picture={
            <span className="tile">
              <Icon name="clock" />
            </span>
          }
          title={t("account.activity")}
          end={<Icon name="forward" />}
          onPress={() => run(engine.router.push({ _tag: "Transactions" }))}
        />
      )}
      <Button tone="bad" icon="leave" onPress={() => run(engine.connection.disconnect())}>
        {t(wayOut)}
      </Button>
    </>
  )
}

/** What apps may spend of a smart account without asking. */
const SessionsRow = ({ chosen }: { readonly chosen: ConnectedState }) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const { network } = useValue(engine.networks.shown)
  const { type } = chosen.details?.[toPlainAddress(chosen.account)] ?? {}
  if (engine.options.endpoints.blockchain === undefined || !hasSessions(network)) return null
  return type !== "smartAccount" ? null : (
    <ListItem
      picture={
        <span className="tile">
          <Icon name="key" />
        </span>
      }
      title={t("settings.sessions")}
      detail={t("settings.sessionsText")}
      end={<Icon name="forward" />}
      onPress={() => run(engine.router.push({ _tag: "SmartSessionList" }))}
    />
  )
}

/** The type of the account in use; links to the others. */
const AccountTypeRow = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const entries = useValue(useFlows().accounts.entries)
  const { chainNamespace } = useValue(engine.networks.shown).network
  const chosen = entries.find(({ selected, namespace }) => selected && namespace === chainNamespace)
  return (
    <ListItem
      picture={
        <span className="tile">
          <Icon name="person" />
        </span>
      }
      title={t("account.accounts")}
      detail={chosen && t(`profile.${chosen.type}Long`)}
      end={<Icon name="forward" />}
      onPress={() => run(engine.router.push({ _tag: "Profile" }))}
    />
  )
}
