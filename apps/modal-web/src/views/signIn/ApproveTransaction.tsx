import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { PendingStatus } from "../../ui/PendingStatus.tsx"
import { FrameCover } from "./FrameCover.tsx"

/**
 * An approval in the embedded wallet's own frame, which covers this view. This content is visible only if the frame
 * does not load.
 */
export const ApproveTransaction = () => {
  const { t } = useMessages()
  return (
    <div className="approving">
      <FrameCover title={t("title.ApproveTransaction")} />
      <PendingStatus
        picture={
          <span className="picture" data-size="big" data-quiet="">
            <Icon name="pen" />
          </span>
        }
        ring="turning"
        title={t("approve.title")}
        text={t("approve.text")}
      />
    </div>
  )
}
