import { embeddedNamespaces } from "@wmodal/chains"
import { type ConnectMethod, getConnectMethods, type WalletPlace, type WalletRow } from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"
import { Fragment, Suspense, useEffect, useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { chainLabels, connecting, errorViews, lists, phone, signInMethods } from "../../chunks.ts"
import { formatCount } from "../../messages/format.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { ViewBoundary } from "../../shell/ViewBoundary.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { ListItem } from "../../ui/ListItem.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { NotLoaded } from "../NotLoaded.tsx"
import { restoreProblem } from "./restoreProblem.ts"

export interface ConnectProps {
  /** The requested chain, which limits the list to wallets that support it. */
  readonly namespace?: Namespace | undefined
  /** The ways to connect that are shown; by default those that the page offers. */
  readonly only?: readonly ConnectMethod[]
}

/** The list of wallets to connect, installed ones first. */
export const Connect = ({ namespace, only }: ConnectProps) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const discovery = useValue(engine.connectors.discovery)
  const preparing = useValue(engine.pairing.preparing)
  // Loads the code that opens an app inside the tap as soon as links are made before the tap.
  useEffect(() => {
    if (preparing) phone.prefetch()
  }, [preparing])
  const all = useValue(engine.connectors.places)
  // Without a chain's code it is unknown which wallets are missing, so none is labelled so.
  const places = all.filter((place) =>
    isRow(place)
      ? (place.installed || discovery !== "failed") &&
        (namespace === undefined || place.connectors.some((one) => one.namespace === namespace))
      : namespace === undefined,
  )
  const rows = places.filter(isRow)
  // The QR code row is not a wallet itself.
  const found = rows.filter(({ group }) => group !== "walletConnect").length
  const looking = <Skeleton rows={3} label={t("connect.looking")} />
  const methods = useConnectMethods(
    getConnectMethods(engine.options, all.filter(isRow)),
    discovery !== "looking",
  )
  const ways = only ?? methods
  const isCollapsed = engine.options.features.collapseWallets && namespace === undefined && ways.length > 1
  const wallets = (
    <Fragment key="wallet">
      {namespace && (
        <Suspense>
          <chainLabels.Show>{({ ForChain }) => <ForChain namespace={namespace} />}</chainLabels.Show>
        </Suspense>
      )}
      {discovery === "failed" && <NotLoaded onRetry={() => run(engine.connectors.retry)} />}
      {places.length > 0 ? (
        <ul className="list" aria-label={t("connect.wallets")}>
          {places.map((place, at) =>
            isRow(place) ? (
              <li key={place.key}>
                <ConnectRow
                  row={place}
                  known={discovery === "done"}
                  onPick={() => run(engine.connectors.pick(place.key, namespace))}
                />
              </li>
            ) : (
              <li
                key={at}
                className="row skeleton"
                aria-hidden="true"
                style={place.group ? undefined : { visibility: "hidden" }}
              >
                {place.group === null && (
                  <Suspense>
                    <errorViews.Show>{({ Vacancy }) => <Vacancy />}</errorViews.Show>
                  </Suspense>
                )}
              </li>
            ),
          )}
        </ul>
      ) : discovery === "looking" ? (
        looking
      ) : discovery === "done" ? (
        <Suspense fallback={looking}>
          <errorViews.Show>{({ NoWallets }) => <NoWallets />}</errorViews.Show>
        </Suspense>
      ) : null}
      {namespace === undefined && <AllWalletsRow />}
    </Fragment>
  )
  return (
    <>
      <LostSession rows={rows} />
      {ways.map((way) =>
        way === "wallet" && !isCollapsed ? (
          wallets
        ) : namespace === undefined || embeddedNamespaces.includes(namespace) ? (
          <LazySignInMethod key={way} way={way} order={ways} />
        ) : null,
      )}
      <p className="hidden" role="status">
        {discovery === "done" && found > 0 && t("connect.found", { count: found })}
      </p>
    </>
  )
}

const isRow = (place: WalletPlace): place is WalletRow => place.key !== null

/** Returns the sign-in methods in a stable order: methods that load late do not move rows that the user has seen. */
const useConnectMethods = (now: readonly ConnectMethod[], isSettled: boolean) => {
  const [kept, keep] = useState<typeof now | null>(null)
  if (isSettled && kept === null) keep(now)
  return kept ?? now
}

export interface SignInMethodProps {
  /** `wallet`: the row that leads to the wallets. */
  readonly way: ConnectMethod
  /** The order of all methods. */
  readonly order: readonly ConnectMethod[]
}

/** A lazy sign-in method. The space of both methods, one above the other, is kept while it loads. */
const LazySignInMethod = ({ way, order }: SignInMethodProps) => (
  <ViewBoundary>
    <Suspense
      fallback={<div className="row skeleton" style={{ minBlockSize: way === "social" ? 120 : 80 }} />}
    >
      <signInMethods.Show>{(late) => <late.SignInMethod way={way} order={order} />}</signInMethods.Show>
    </Suspense>
  </ViewBoundary>
)

interface ConnectRowProps {
  readonly row: WalletRow
  /** True when the search for installed wallets is complete. */
  readonly known: boolean
  readonly onPick: () => void
}

const ConnectRow = ({ row, known, onPick }: ConnectRowProps) => {
  const binding = useEngine()
  const { engine } = binding
  const { t } = useMessages()
  const { group, installed, name, entry, connectors } = row
  const preparing = useValue(engine.pairing.preparing)
  if (group === "walletConnect")
    return (
      <ListItem
        picture={
          <span className="picture" data-brand="">
            <Icon name="waves" />
          </span>
        }
        title={name}
        detail={t("connect.scan")}
        onIntent={phone.prefetch}
        onPress={onPick}
        end={<Icon name="code" />}
      />
    )
  // An app opens only inside the tap, so its row waits for the link.
  const busy = preparing && !installed
  const { mobile = null, desktop = null, webapp = null } = (engine.pairing.available && entry?.links) || {}
  const isRemote = (mobile ?? desktop ?? webapp) !== null
  return (
    <ListItem
      picture={<RemoteImage source={row.icon} name={name} shape="wallet" />}
      title={name}
      detail={
        installed && connectors.length > 1 ? (
          <Suspense fallback={t("connect.installed")}>
            <chainLabels.Show>{({ RowChains }) => <RowChains connectors={connectors} />}</chainLabels.Show>
          </Suspense>
        ) : installed ? (
          t("connect.installed")
        ) : busy ? (
          t("shell.loading")
        ) : isRemote ? (
          mobile !== null && t("connect.onPhone")
        ) : (
          known && t("connect.getIt")
        )
      }
      busy={busy}
      onIntent={isRemote && !installed ? phone.prefetch : connecting.prefetch}
      onPress={() => {
        if (entry && !installed) phone.now()?.openAppInTap(binding, entry)
        onPick()
      }}
      end={
        row.recent ? (
          <Badge>{t("connect.recent")}</Badge>
        ) : (
          installed && <Badge tone="ok">{t("connect.ready")}</Badge>
        )
      }
    />
  )
}

/** The row that links to all wallets. */
const AllWalletsRow = () => {
  const { engine, run, place } = useEngine()
  const { t, locale } = useMessages()
  const count = useValue(engine.connectors.count)
  const { allWallets } = engine.options.features
  if (!(allWallets === "mobile" ? place.mobile : allWallets)) return null
  return (
    <ListItem
      picture={
        <span className="picture" data-quiet="">
          <Icon name="all" />
        </span>
      }
      title={t("connect.all")}
      onIntent={lists.prefetch}
      onPress={() => run(engine.router.push({ _tag: "AllWallets" }))}
      end={
        count && (
          <Badge>
            {count === "failed" ? (
              t("connect.unlisted")
            ) : (
              <bdi>{`${formatCount(locale, count.atLeast)}${count.exact ? "" : "+"}`}</bdi>
            )}
          </Badge>
        )
      }
    />
  )
}

/** A notice about a lost session. Its messages are lazy, because few users need them. */
const LostSession = ({ rows }: { readonly rows: readonly WalletRow[] }) => {
  const { engine } = useEngine()
  const problem = restoreProblem(useValue(engine.connection.state))
  return (
    problem && (
      <Suspense>
        <errorViews.Show>
          {({ RestoreFailure }) => <RestoreFailure problem={problem} rows={rows} />}
        </errorViews.Show>
      </Suspense>
    )
  )
}
