import type { LateApproval } from "@wmodal/core"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"
import { Notice } from "../../ui/Notice.tsx"

/** A wallet that approved after the user had cancelled. It is used only if the user confirms. */
export const LateApprovalNotice = ({ offer }: { readonly offer: LateApproval }) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  return (
    <Notice
      tone="info"
      title={t("connect.lateTitle", { wallet: offer.wallet.name })}
      text={t("connect.lateText")}
    >
      <span className="notice-actions">
        <button type="button" className="chip" onClick={() => run(engine.connection.acceptLate)}>
          {t("connect.lateUse")}
        </button>
        <button type="button" className="chip" onClick={() => run(engine.connection.dismissLate)}>
          {t("connect.lateDismiss")}
        </button>
      </span>
    </Notice>
  )
}
