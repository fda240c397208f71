import { useMessages } from "../../messages/Translate.tsx"
import { SiteName } from "../request/SiteName.tsx"

/** The site that asks the user to sign in. */
export const AskingSite = () => {
  const { t } = useMessages()
  return (
    <div className="who-asks">
      <p>
        <SiteName />
        <span>{t("siwx.asks")}</span>
      </p>
    </div>
  )
}
