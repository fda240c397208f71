import { isConnectorOf, type WalletEntry, type WalletsState } from "@wmodal/core"
import { SubscriptionRef } from "@wmodal/protocol"
import { type ReactNode, Suspense, useEffect, useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useWallets } from "../../binding/useWallets.ts"
import { phone } from "../../chunks.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { FillHeight } from "../../ui/FillHeight.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { ListItem } from "../../ui/ListItem.tsx"
import { ListSentinel } from "../../ui/ListSentinel.tsx"
import { LongList } from "../../ui/LongList.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { SearchField } from "../../ui/SearchField.tsx"
import { accountViewState } from "../account/accountViewState.ts"
import { useDebouncedValue } from "../wallet/useDebouncedValue.ts"
import { ListFailed } from "./ListFailed.tsx"
import { NoAdapter } from "./NoAdapter.tsx"
import { openAppInTap } from "./openWalletApp.ts"
import { useLoadedWallets } from "./useLoadedWallets.ts"
import { TileSkeleton, tilesPerLine, WalletTile } from "./WalletTile.tsx"

/** The complete list of wallets. Without a chain or a relay on the page it shows a notice instead. */
export const AllWallets = () => {
  const { engine } = useEngine()
  const { t } = useMessages()
  return engine.options.chains.length === 0 && !engine.pairing.available ? (
    <NoAdapter />
  ) : (
    <Suspense fallback={<TileSkeleton lines={4} label={t("wallets.loading")} />}>
      <WalletSearch />
    </Suspense>
  )
}

const WalletSearch = () => {
  const { engine, run, place } = useEngine()
  const { t } = useMessages()
  const wallets = useWallets()
  const state = useValue(wallets.state)
  // Typed text shows in its field at once, independently of the engine.
  const [query, setQuery] = useState(state.query)
  const [certified, setCertified] = useState(state.certified)
  useEffect(() => run(wallets.open), [wallets, run])
  const search = (text: string, only: boolean) => {
    setQuery(text)
    setCertified(only)
    run(wallets.search(text, only))
  }
  const looking = query.trim() !== "" || certified
  const settled = state.status !== "loading" && state.query === query && state.certified === certified
  const said = useDebouncedValue(looking && settled ? state.count : null)
  const scan = () => run(engine.router.push({ _tag: "ConnectingWalletConnect", wallet: null }))
  return (
    <>
      <FillHeight />
      <div className="wallet-search">
        <SearchField label={t("wallets.search")} value={query} onSearch={(text) => search(text, certified)} />
        <button
          type="button"
          className="chip toggle"
          aria-pressed={certified}
          aria-label={t("wallets.certifiedLong")}
          onClick={() => search(query, !certified)}
        >
          <Icon name="certified" />
          <span>{t("wallets.certified")}</span>
        </button>
      </div>
      {place.mobile && engine.pairing.available && (
        <ListItem
          picture={
            <span className="picture" data-quiet="">
              <Icon name="code" />
            </span>
          }
          title={t("wallets.elsewhere")}
          detail={t("wallets.scan")}
          onIntent={phone.prefetch}
          onPress={scan}
        />
      )}
      <p className="hidden" role="status">
        {said !== null && t("wallets.count", { count: said })}
      </p>
      <WalletResults
        state={state}
        onMore={() => run(wallets.more)}
        onAgain={() => run(wallets.retry)}
        onClear={() => search("", certified)}
        onShowAll={() => search(query, false)}
        onScan={engine.pairing.available ? scan : null}
      />
    </>
  )
}

interface WalletResultsProps {
  readonly state: WalletsState
  readonly onMore: () => void
  readonly onAgain: () => void
  readonly onClear: () => void
  readonly onShowAll: () => void
  /** `null` when there is no relay to reach a wallet. */
  readonly onScan: (() => void) | null
}

const WalletResults = ({ state, onMore, onAgain, onClear, onShowAll, onScan }: WalletResultsProps) => {
  const binding = useEngine()
  const { engine, run } = binding
  const { t } = useMessages()
  const all = useValue(engine.connectors.all)
  const shown = useLoadedWallets(state.entries)
  const { places } = accountViewState(engine)
  const [left] = useState(() =>
    SubscriptionRef.getUnsafe(engine.router.state).direction === "prev"
      ? (places.get(listKey) ?? null)
      : null,
  )
  const { status } = state
  const code = onScan !== null && (
    <Button tone="quiet" onPress={onScan}>
      {t("wallets.code")}
    </Button>
  )
  const isInstalled = (wallet: WalletEntry) => all.some((one) => isConnectorOf(one, wallet))
  const pick = (wallet: WalletEntry) => {
    if (!isInstalled(wallet)) openAppInTap(binding, wallet)
    run(engine.connectors.pickEntry(wallet))
  }

  if (status === "failed")
    return (
      <>
        <ListFailed onRetry={onAgain} />
        {code}
      </>
    )
  if (status === "loading" || (shown.length === 0 && state.entries.length > 0))
    return <TileSkeleton lines={4} label={t("wallets.loading")} />
  if (state.entries.length === 0)
    return <NoResults state={state} onClear={onClear} onShowAll={onShowAll} code={code} />
  const pending = shown.length < state.entries.length
  return (
    <>
      {status === "offline" && (
        <Notice tone="warn" title={t("wallets.offline")} text={t("wallets.offlineText")}>
          <div className="notice-actions">
            <button type="button" className="chip" onClick={onAgain}>
              {t("shell.tryAgain")}
            </button>
          </div>
        </Notice>
      )}
      <LongList
        label={t("wallets.list")}
        items={shown}
        keyOf={({ id }) => id}
        render={(wallet) => (
          <WalletTile
            wallet={wallet}
            installed={isInstalled(wallet)}
            onIntent={phone.prefetch}
            onPick={() => pick(wallet)}
          />
        )}
        total={Math.max(state.count, shown.length)}
        columns={tilesPerLine}
        itemSize={tileHeightPx}
        place={left}
        onLeave={(leaving) => places.set(listKey, leaving)}
      />
      {status === "ready" && !pending && <ListSentinel onSeen={onMore} />}
      {(status === "more" || pending) && <TileSkeleton lines={1} label={t("wallets.loading")} />}
    </>
  )
}

/** The key of the list's scroll position. */
const listKey = "wallets"

/** The height of a tile and the gap below it, in pixels. */
const tileHeightPx = 112

interface NoResultsProps extends Pick<WalletResultsProps, "state" | "onClear" | "onShowAll"> {
  readonly code: ReactNode
}

const NoResults = ({ state, onClear, onShowAll, code }: NoResultsProps) => {
  const { t } = useMessages()
  if (state.certified)
    return (
      <Empty icon="search" title={t("wallets.noneCertified")} text={t("wallets.noneCertifiedText")}>
        <Button tone="quiet" onPress={onShowAll}>
          {t("wallets.showAll")}
        </Button>
      </Empty>
    )
  return state.query.trim() === "" ? (
    <Empty icon="wallet" title={t("wallets.nothing")} text={t("wallets.nothingText")}>
      {code}
    </Empty>
  ) : (
    <Empty icon="search" title={t("wallets.none")} text={t("wallets.noneText")}>
      <Button tone="quiet" onPress={onClear}>
        {t("wallets.clear")}
      </Button>
      {code}
    </Empty>
  )
}
