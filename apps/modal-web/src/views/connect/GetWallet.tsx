import type { WalletEntry } from "@wmodal/core"
import { Suspense, useEffect } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useWallets } from "../../binding/useWallets.ts"
import { useWords } from "../../messages/Words.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { ListItem } from "../../ui/ListItem.tsx"
import { Picture } from "../../ui/Picture.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { useArrived } from "./useArrived.ts"

/** As many as one can choose between. */
const few = 4

const isHad = ({ stores }: WalletEntry) => Object.values(stores).some((store) => store !== null)

/** For who has no wallet yet: a few to choose from, and the way to all. */
export const GetWallet = () => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  return (
    <>
      <p className="get-text">{t("get.text")}</p>
      <Suspense fallback={<Skeleton rows={few} label={t("wallets.loading")} />}>
        <Few />
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

const Few = () => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  const wallets = useWallets()
  const { entries, standing } = useValue(wallets.state)
  useEffect(() => run(wallets.open), [wallets, run])
  const had = useArrived(entries).filter(isHad).slice(0, few)
  if (had.length === 0)
    return standing === "loading" || entries.length > 0 ? (
      <Skeleton rows={few} label={t("wallets.loading")} />
    ) : null
  return (
    <ul className="list" aria-label={t("wallets.list")}>
      {had.map((wallet) => (
        <li key={wallet.id}>
          <ListItem
            picture={<Picture source={wallet.icon} name={wallet.name} shape="wallet" />}
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
