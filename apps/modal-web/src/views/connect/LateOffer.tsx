import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { Notice } from "../../ui/Notice.tsx"

/** A wallet that approved after the person had stopped waiting: used only if the person says so. */
export const LateOffer = () => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  const late = useValue(engine.connection.late)
  if (late === null) return null
  return (
    <Notice
      tone="info"
      title={t("connect.lateTitle", { wallet: late.wallet.name })}
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
