import type { WalletEntry } from "@wmodal/core"
import { Suspense, useEffect } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useWallets } from "../../binding/useWallets.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { ListItem } from "../../ui/ListItem.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { ListFailed } from "./ListFailed.tsx"
import { useLoadedWallets } from "./useLoadedWallets.ts"

/** The number of suggestions that are easy to compare. */
const maxSuggestions = 4

const hasStore = ({ stores }: WalletEntry) => Object.values(stores).some((store) => store !== null)

/** A few suggestions for users without a wallet, and a link to all wallets. */
export const GetWallet = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  return (
    <>
      <p className="get-text">{t("get.text")}</p>
      <button
        type="button"
        className="chip"
        onClick={() => run(engine.router.push({ _tag: "WhatIsAWallet" }))}
      >
        {t("help.wallet")}
      </button>
      <Suspense fallback={<Skeleton rows={maxSuggestions} label={t("wallets.loading")} />}>
        <SuggestedWallets />
      </Suspense>
      <ListItem
        picture={
          <span className="picture" data-quiet="">
            <Icon name="all" />
          </span>
        }
        title={t("get.all")}
        end={<Icon name="forward" />}
        onPress={() => run(engine.router.push({ _tag: "AllWallets" }))}
      />
    </>
  )
}

const SuggestedWallets = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const wallets = useWallets()
  const { entries, status } = useValue(wallets.state)
  useEffect(() => run(wallets.open), [wallets, run])
  const loaded = useLoadedWallets(entries)
  if (status === "failed") return <ListFailed onRetry={() => run(wallets.retry)} />
  if (status === "loading" || loaded.length < Math.min(entries.length, 1))
    return <Skeleton rows={maxSuggestions} label={t("wallets.loading")} />
  const had = loaded.filter(hasStore).slice(0, maxSuggestions)
  if (had.length === 0) return null
  return (
    <ul className="list" aria-label={t("wallets.list")}>
      {had.map((wallet) => (
        <li key={wallet.id}>
          <ListItem
            picture={<RemoteImage source={wallet.icon} name={wallet.name} shape="wallet" />}
            title={wallet.name}
            detail={wallet.certified && t("get.certified")}
            end={<Icon name="forward" />}
            onPress={() => run(engine.router.push({ _tag: "Downloads", wallet }))}
          />
        </li>
      ))}
    </ul>
  )
}
