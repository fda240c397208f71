import type { WalletEntry } from "@wmodal/core"
import { parseUrl } from "@wmodal/protocol"
import type { DeviceContext } from "../../binding/DeviceContext.ts"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"

type StoreKey = keyof WalletEntry["stores"]

const detail = {
  appStore: "stores.appStoreFor",
  playStore: "stores.playStoreFor",
  chromeStore: "stores.chromeStoreFor",
  homepage: null,
} as const satisfies Readonly<Record<StoreKey, string | null>>

/** Returns the stores that fit this device first; on a phone no others. */
const listStores = ({ mobile, device: { os } }: DeviceContext): readonly StoreKey[] => {
  if (!mobile) return ["chromeStore", "appStore", "playStore", "homepage"]
  switch (os) {
    case "ios":
      return ["appStore", "homepage"]
    case "android":
      return ["playStore", "homepage"]
    case "mac":
    case "other":
      return ["appStore", "playStore", "homepage"]
  }
}

/** The download links of a wallet. */
export const Downloads = ({ wallet }: { readonly wallet: WalletEntry }) => {
  const { place } = useEngine()
  const { t } = useMessages()
  const { name, icon, stores } = wallet
  const found = listStores(place).flatMap((store) => {
    const href = stores[store]
    return href === null ? [] : [{ store, href }]
  })
  if (found.length === 0)
    return <Empty icon="wallet" title={t("stores.none", { wallet: name })} text={t("stores.noneText")} />
  return (
    <>
      <div className="had">
        <RemoteImage source={icon} name={name} shape="wallet" size="big" />
        <p>{t("stores.text", { wallet: name })}</p>
      </div>
      <ul className="list">
        {found.map(({ store, href }) => (
          <li key={store}>
            <a className="row store" href={href} target="_blank" rel="noopener noreferrer">
              <span className="row-text">
                <span className="row-title">{t(`stores.${store}`)}</span>
                <span className="row-detail">
                  {detail[store] === null ? (
                    <bdi dir="ltr">{parseUrl(href)?.hostname}</bdi>
                  ) : (
                    t(detail[store])
                  )}
                </span>
              </span>
              <span className="hidden">{t("stores.opens", { wallet: name })}</span>
              <Icon name="out" />
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
