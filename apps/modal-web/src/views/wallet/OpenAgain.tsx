import type { LinkedApp } from "@wmodal/chains/walletconnect"
import { getLinkTarget } from "@wmodal/core"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { openLink } from "../connect/openLink.ts"

/** A button that opens the app with the pending request again. Hidden for a wallet on a phone or in this browser. */
export const OpenAgain = ({ app }: { readonly app: LinkedApp | null }) => {
  const { place } = useEngine()
  const { t } = useMessages()
  if (app === null) return null
  const target = getLinkTarget(place.mobile ? "mobile" : "desktop", place.device)
  return (
    <Button onPress={() => openLink({ redirect: app.href, target })}>
      {t("phone.againOf", { wallet: app.name })}
    </Button>
  )
}
