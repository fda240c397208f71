import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"

/** The wallet's name. */
export const ConnectingTitle = ({ rowKey }: { readonly rowKey: string }) => {
  const { engine } = useEngine()
  const { t } = useMessages()
  return useValue(engine.connectors.rows).find(({ key }) => key === rowKey)?.name ?? t("connect.title")
}
